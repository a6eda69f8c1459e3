// For newcomers at a table: the card before their first move, and for guests the question how to tell them of their turn.
(() => {
  "use strict";
  /* A newcomer's card: until it is closed, or they have moved. */
  const card = document.querySelector("[data-until-move]"), close = card?.querySelector("[data-close]");
  if (close) {
    close.hidden = false;
    close.addEventListener("click", () => card.remove());
    let wasAsked = document.querySelector("#t-status[data-mine]");
    document.addEventListener("table:swapped", () => {
      const isAsked = document.querySelector("#t-status[data-mine]");
      if (wasAsked && !isAsked) card.remove();
      wasAsked = isAsked;
    });
  }

  /* Ask a guest how to tell them that it is their turn, once they have moved. */
  document.addEventListener("table:swapped", () => {
    const question = document.querySelector("[data-after-move]"), status = document.getElementById("t-status");
    if (!question || !status) return;
    if ("mine" in status.dataset) question.dataset.asked = "";
    else if ("asked" in question.dataset) question.hidden = false;
  });
  if (document.querySelector("#t-status[data-mine]")) document.querySelector("[data-after-move]")?.setAttribute("data-asked", "");
})();
