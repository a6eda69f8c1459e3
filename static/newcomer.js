// For newcomers at a table: the card before their first move, and for guests the question how to tell them of their turn.
(() => {
  "use strict";
  const card = one("[data-until-move]"), question = one("[data-after-move]");

  // Bots answer at once, so that it may be my turn before and after my move: what changes is the decision.
  const decision = () => one("#t-decision")?.dataset.decision ?? "";
  let asked = decision();
  document.addEventListener("table:swapped", () => {
    const now = decision();
    if (asked && now !== asked) {
      card?.remove();
      if (question) question.hidden = false;
    }
    asked = now;
  });
})();
