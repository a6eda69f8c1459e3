// A form for a standing order stays open while others move, until it is saved or it is your turn.
(() => {
  "use strict";
  const wordsOf = (decision) => decision?.textContent ?? "";
  let was = wordsOf(document.getElementById("t-decision"));
  document.addEventListener("table:swapped", () => {
    const decision = document.getElementById("t-decision"), words = wordsOf(decision);
    const isDone = !decision?.querySelector(".refusal") && (decision?.dataset.decision || words !== was);
    if (isDone) document.getElementById("t-order")?.replaceChildren();
    was = words;
  });
})();
