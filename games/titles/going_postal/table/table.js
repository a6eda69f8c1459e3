// Going Postal: a chosen card offers its options; a ghost shows Sam's steps on the ring; only legal targets of the chosen
// action can be touched; the hold runs for four seconds.
(() => {
  "use strict";
  const HOLD = 4; // seconds (GP-76)
  const begun = new Map(); // by turn: when its hold was first seen
  const tray = () => document.querySelector("#t-decision.tray");
  const form = () => tray()?.querySelector('form[data-verb="play"]');
  const ways = (card) => [...form().querySelectorAll(`[data-card="${CSS.escape(card)}"] [name="arg.way"]`)];
  let held = 0; // milliseconds left of the hold

  /** Show only the legal targets of the chosen option; none if its action needs no target. */
  function aim() {
    for (const box of document.querySelectorAll("#t-decision .going_postal-aims")) {
      const action = box.form?.querySelector('[name="arg.way"]:checked')?.dataset.aim ?? "";
      box.hidden = !action;
      const open = [];
      for (const label of box.querySelectorAll("label")) {
        const input = label.querySelector("input"), fits = Boolean(action) && label.classList.contains(`is-${action}`);
        label.hidden = input.disabled = !fits;
        input.required = fits;
        if (!fits) input.checked = false;
        else open.push(input);
      }
      if (open.length === 1) open[0].checked = true;
    }
  }

  /** Show where Sam would go as a ghost on the ring. */
  function ghost(way) {
    for (const space of document.querySelectorAll(".going_postal-space")) space.classList.remove("is-step", "is-goal");
    document.querySelector(".going_postal-sam.is-ghost")?.remove();
    if (!way) return;
    const spaces = [...document.querySelectorAll(".going_postal-space")], at = spaces.findIndex((space) => space.classList.contains("has-sam"));
    const goal = spaces.findIndex((space) => space.dataset.zone === way.dataset.to), far = Number(way.dataset.steps);
    for (let step = 1; step < far && (at + step) % spaces.length !== goal; step += 1) spaces[(at + step) % spaces.length].classList.add("is-step");
    if (!far) return;
    spaces[goal].classList.add("is-goal");
    const sam = spaces[at].querySelector(".going_postal-sam").cloneNode(true);
    sam.classList.add("is-ghost");
    sam.removeAttribute("data-piece");
    sam.removeAttribute("data-path");
    sam.querySelector(".sr")?.remove();
    sam.setAttribute("aria-hidden", "true");
    spaces[goal].append(sam);
  }

  function show() {
    const play = form();
    if (tray()) discard();
    if (!play) return ghost(null);
    const card = play.querySelector('[name="card"]:checked')?.value, way = play.querySelector('[name="arg.way"]:checked');
    for (const fan of play.querySelectorAll("[data-card]")) fan.hidden = fan.dataset.card !== card;
    play.querySelector(".going_postal-none").hidden = Boolean(card);
    const submit = play.querySelector("[type=submit]"), verb = play.querySelector("[data-told=sealed]") ? "Replace" : "Play";
    const price = way?.dataset.price ?? `move ${way?.dataset.steps}`, words = way ? `${verb}: ${price}` : verb;
    const aimless = way && [...play.querySelectorAll("[name='arg.target']")].some((one) => one.required) && !play.querySelector("[name='arg.target']:checked");
    play.querySelector(".action-go").dataset.hint = !card ? "Choose a card." : !way ? "Choose what the card does." : aimless ? "Choose a personality to aim at." : "Others can still take over this turn.";
    play.dataset.costly = way?.dataset.costly ?? "";
    if (submit.textContent !== words) submit.textContent = words;
    play.dataset.ready = way && !held ? "yes" : "no";
    ghost(way);
    document.dispatchEvent(new Event("table:preview"));
  }

  function discard() {
    const table = tray().querySelector("[data-surplus]");
    if (table) table.closest("form").dataset.ready = table.querySelectorAll("input:checked").length === Number(table.dataset.surplus) ? "yes" : "no";
  }

  /** A card with one option brings it along; in the capture phase, so that both are one choice. */
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#t-decision")) return;
    if (event.target.name === "card" && event.target.form === form() && event.detail !== "undo") {
      const own = ways(event.target.value), other = form().querySelector('[name="arg.way"]:checked');
      if (other && !own.includes(other)) other.checked = false;
      if (own.length === 1 && !own[0].checked) own[0].click();
    }
    aim();
  }, true);
  document.addEventListener("change", (event) => { if (event.target.closest?.("#t-decision")) show(); });

  /** Dropping a card on a space that one of its options leads to chooses that option; elsewhere it chooses the card. */
  document.addEventListener("table:drop", (event) => {
    const { input, x, y } = event.detail;
    if (input.form !== form()) return;
    const space = document.elementsFromPoint(x, y).map((node) => node.closest(".going_postal-space")).find(Boolean);
    const way = ways(input.value).find((one) => one.dataset.to === space?.dataset.zone);
    if (way) way.click();
    else event.preventDefault();
  });

  /** A page that is rendered again during the hold continues where it was. */
  function hold() {
    held = 0;
    for (const bar of document.querySelectorAll("[data-hold]")) {
      const turn = bar.dataset.hold;
      if (!begun.has(turn)) begun.set(turn, performance.now());
      const gone = (performance.now() - begun.get(turn)) / 1000;
      bar.hidden = gone >= HOLD;
      held = Math.max(0, HOLD - gone);
      if (held) setTimeout(() => { held = 0; show(); }, 1000 * held);
      bar.firstElementChild.style.animationDelay = `-${gone}s`;
    }
  }

  const all = () => { aim(); hold(); show(); };
  document.addEventListener("table:swapped", (event) => { if (["t-decision", "t-board"].includes(event.detail.target.id)) all(); });
  document.addEventListener("table:order", all);
  all();
})();
