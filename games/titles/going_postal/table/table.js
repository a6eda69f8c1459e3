// Going Postal: only the personalities at whom the chosen action can be aimed may be chosen; the hold runs four seconds.
(() => {
  "use strict";
  const HOLD = 4; // seconds (GP-76)
  const begun = new Map(); // by turn: when its hold was first seen

  /** Of the targets only those of the chosen option stand there; without an action with a target none. */
  function aim() {
    for (const form of document.querySelectorAll('#t-decision form[data-verb="play"]')) {
      const box = form.querySelector(".going_postal-aims");
      if (!box) continue;
      const action = form.querySelector('[name="arg.way"]:checked')?.dataset.aim ?? "";
      box.hidden = !action;
      for (const label of box.querySelectorAll("label")) {
        const input = label.querySelector("input");
        const fits = Boolean(action) && label.classList.contains(`is-${action}`);
        label.hidden = input.disabled = !fits;
        input.required = fits;
        if (!fits) input.checked = false;
      }
    }
  }

  /** A page that is drawn anew in the middle of the hold goes on where it was. */
  function hold() {
    for (const bar of document.querySelectorAll("[data-hold]")) {
      const turn = bar.dataset.hold;
      if (!begun.has(turn)) begun.set(turn, performance.now());
      const gone = (performance.now() - begun.get(turn)) / 1000;
      bar.hidden = gone >= HOLD;
      keep(HOLD - gone);
      bar.firstElementChild.style.animationDelay = `-${gone}s`;
    }
  }

  /** The card is not accepted while the hold runs. */
  function keep(seconds) {
    for (const button of document.querySelectorAll('#t-decision form[data-verb="play"] button[type="submit"]')) {
      button.disabled = seconds > 0;
      if (seconds > 0) setTimeout(() => { button.disabled = false; }, 1000 * seconds);
    }
  }

  /** Whoever lays a card sees Sam walk: the ring comes into sight before he does; after a refusal the form does. */
  function lookAtSam(event) {
    if (!event.target.matches('#t-decision form[data-verb="play"]')) return;
    document.querySelector(".going_postal-ring")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  function lookBack({ detail: { target } }) {
    if (target.id === "t-decision" && target.querySelector(".refusal")) target.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("submit", lookAtSam, true);
  document.addEventListener("htmx:oobAfterSwap", lookBack);
  const all = () => { aim(); hold(); };
  document.addEventListener("change", (event) => { if (event.target.name === "arg.way") aim(); }, true);
  document.addEventListener("htmx:wsAfterMessage", all);
  document.addEventListener("htmx:afterSwap", all);
  all();
})();
