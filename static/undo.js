// For some seconds after my own move it can be undone, if the server says so (seen.js).
(() => {
  "use strict";
  const table = document.getElementById("table"), bar = document.getElementById("act");
  if (!table || !bar) return;
  document.addEventListener("table:undoable", ({ detail: seconds }) => {
    bar.querySelector("[data-takeback]")?.remove();
    const button = makeButton("Undo move", { className: "button is-quiet", dataset: { takeback: "" } });
    button.addEventListener("click", () => { button.remove(); takeBack(); });
    bar.prepend(button);
    setTimeout(() => button.remove(), 1000 * seconds);
  });

  async function takeBack() {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value, body = new URLSearchParams({ what: "at_once" });
    const answer = await fetch(table.dataset.ask, { method: "POST", body, credentials: "same-origin", redirect: "manual", headers: { "X-CSRFToken": token } }).catch(() => null);
    if (answer?.type !== "opaqueredirect") table.querySelector(".act-said").textContent = "It’s too late to undo this move.";
  }
})();
