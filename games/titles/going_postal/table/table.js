// Going Postal: a chosen card offers its options as pins on the ring, where Sam would stop; a ghost shows his steps; only
// legal targets of the chosen action can be touched; the hold runs for four seconds.
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
    for (const box of all("#t-decision .going_postal-aims")) {
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
    const ring = spaces(), at = ring.findIndex((space) => space.classList.contains("has-sam"));
    for (const space of ring) space.classList.remove("is-step", "is-goal");
    document.querySelector(".going_postal-sam.is-ghost")?.remove();
    if (!way) return;
    const goal = ring.findIndex((space) => space.dataset.zone === way.dataset.to), far = Number(way.dataset.steps);
    for (let step = 1; step < far && (at + step) % ring.length !== goal; step += 1) ring[(at + step) % ring.length].classList.add("is-step");
    if (!far) return;
    ring[goal].classList.add("is-goal");
    const sam = ring[at].querySelector(".going_postal-sam").cloneNode(true);
    sam.classList.add("is-ghost");
    sam.removeAttribute("data-piece");
    sam.removeAttribute("data-path");
    sam.querySelector(".sr")?.remove();
    sam.setAttribute("aria-hidden", "true");
    ring[goal].append(sam);
  }

  const spaces = () => all(".going_postal-space");

  /** Where an option leads: its own space, or, for one that is barred, so many steps on, the Post Office at the latest. */
  function goalOf(option) {
    const way = option.querySelector("input"), ring = spaces(), at = ring.findIndex((space) => space.classList.contains("has-sam"));
    if (way) return ring.find((space) => space.dataset.zone === way.dataset.to);
    return ring[at + Number(option.dataset.steps)] ?? ring[0];
  }

  function pin(option) {
    const way = option.querySelector("input"), act = option.dataset.act ?? "";
    const stamp = way?.dataset.price?.split(", ").at(-1), words = option.dataset.steps === "0" ? "Stay" : `Move ${option.dataset.steps}`;
    const made = make("button", {
      type: "button", className: `going_postal-pin${!way ? " is-barred" : stamp ? " is-stamp" : ""}`, way,
      ariaLabel: [words, goalOf(option).title, stamp || act, option.dataset.no].filter(Boolean).join(", "),
      dataset: { way: way?.value ?? "" },
    }, make("b", {}, words), make("small", {}, stamp || act));
    if (!way) Object.assign(made, { ariaDisabled: "true", title: option.dataset.no });
    made.addEventListener("click", () => touch(option, way));
    return made;
  }

  /** A touch on a pin chooses its option; on the chosen one, plays it. A barred one says why. */
  function touch(option, way) {
    const play = form();
    if (way?.checked) return window.decisionBar.isWhole(play) && window.decisionBar.confirm(play);
    if (way) return way.click();
    for (const other of all('[name="arg.way"]:checked', play)) other.checked = false;
    play.querySelector(".action-go").dataset.no = option.dataset.no;
    play.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** The pins of the chosen or lifted card. */
  function pins(card) {
    const fan = card && form()?.querySelector(`[data-card="${CSS.escape(card)}"]`), ring = document.querySelector(".going_postal-ring");
    if (!fan || ring.dataset.pins !== card || !ring.querySelector(".going_postal-pin")) {
      for (const one of all(".going_postal-pins")) one.remove();
      if (!fan) return;
      ring.dataset.pins = card;
      for (const one of all(".going_postal-over[open]")) one.open = false; // it lies on the ring
      for (const option of fan.querySelectorAll(".going_postal-option")) {
        const goal = goalOf(option), price = option.querySelector("input")?.dataset.price;
        if (price && goal.querySelector(".is-stamp")) continue; // every further step ends at the Post Office, too
        let box = goal.querySelector(".going_postal-pins");
        if (!box) goal.append(box = make("span", { className: "going_postal-pins" }));
        box.append(pin(option));
      }
    }
    for (const one of all(".going_postal-pin")) if (one.way) one.setAttribute("aria-pressed", String(one.way.checked));
  }
  document.addEventListener("table:lift", (event) => pins(event.target.querySelector('[name="card"]')?.value));

  /** The whole space is as good as its only pin. */
  document.addEventListener("click", (event) => {
    const own = event.target.closest?.(".going_postal-pin") ? [] : event.target.closest?.(".going_postal-space")?.querySelectorAll(".going_postal-pin") ?? [];
    if (own.length === 1) own[0].click();
  });

  function show() {
    const play = form();
    if (tray()) discard();
    if (!play) { pins(null); return ghost(null); }
    const card = play.querySelector('[name="card"]:checked')?.value, way = play.querySelector('[name="arg.way"]:checked');
    pins(card);
    const submit = play.querySelector("[type=submit]"), verb = play.querySelector("[data-told=sealed]") ? "Replace" : "Play";
    const price = way?.dataset.price ?? `move ${way?.dataset.steps}`, words = way ? `${verb}: ${price}` : verb;
    const aimless = way && all("[name='arg.target']", play).some((one) => one.required) && !play.querySelector("[name='arg.target']:checked");
    const go = play.querySelector(".action-go").dataset;
    if (way || go.for !== card) delete go.no;
    go.for = card ?? "";
    go.hint = !card ? "Choose a card." : !way ? go.no ?? "Touch where Sam should stop." : aimless ? "Choose a personality to aim at." : "Others can still take over this turn.";
    if (submit.textContent !== words) submit.textContent = words;
    play.dataset.ready = way && !held ? "yes" : "no";
    ghost(way);
    document.dispatchEvent(new Event("table:preview"));
  }

  function discard() {
    const table = tray().querySelector("[data-surplus]");
    if (!table) return;
    table.closest("form").dataset.ready = table.querySelectorAll("input:checked").length === Number(table.dataset.surplus) ? "yes" : "no";
    document.dispatchEvent(new Event("table:preview"));
  }

  /** A card with one option brings it along; in the capture phase, so that both are one choice. */
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#t-decision")) return;
    if (event.target.name === "card" && event.target.form === form() && event.detail !== "undo") {
      const own = ways(event.target.value), other = form().querySelector('[name="arg.way"]:checked');
      if (other && !own.includes(other)) other.checked = false;
      if (own.length === 1 && !own[0].checked && !own[0].dataset.price) own[0].click(); // what costs is never chosen for one
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
    for (const bar of all("[data-hold]")) {
      const turn = bar.dataset.hold;
      if (!begun.has(turn)) begun.set(turn, performance.now());
      const gone = (performance.now() - begun.get(turn)) / 1000;
      bar.hidden = gone >= HOLD;
      held = Math.max(0, HOLD - gone);
      if (held) setTimeout(() => { held = 0; show(); }, 1000 * held);
      bar.firstElementChild.style.animationDelay = `-${gone}s`;
    }
  }

  /* ---------- talking: a sheet for one person at a time ---------- */
  const talk = () => tray()?.querySelector(".going_postal-talk");
  let partner = ""; // the seat that the sheet is for

  /** Show what there is to do with this seat only; without one, with the last or the first. */
  function meet(seat = partner) {
    const sheet = talk(), people = [...(sheet?.querySelectorAll("[data-with]") ?? [])];
    for (const plate of all(".seatplate")) {
      if (people.some((one) => one.dataset.with === plate.dataset.seat)) plate.dataset.drop = "give";
      else delete plate.dataset.drop;
    }
    if (!people.length) return;
    partner = (people.find((one) => one.dataset.with === seat) ?? people[0]).dataset.with;
    const head = sheet.querySelector(".going_postal-people"), clock = document.querySelector("#t-status [data-clock]");
    head.hidden = false;
    head.querySelector(".going_postal-clock").replaceChildren(...(clock ? [clock.cloneNode(true)] : []));
    for (const one of people) one.setAttribute("aria-pressed", String(one.dataset.with === partner));
    for (const field of all("[data-who]", sheet)) {
      const choice = field.querySelector("select"), fits = [...choice.options].some((one) => one.value === partner);
      field.hidden = true;
      field.closest("form").hidden = !fits;
      if (fits) choice.value = partner;
    }
  }
  document.addEventListener("click", (event) => {
    const one = event.target.closest?.(".going_postal-talk [data-with]");
    if (one) meet(one.dataset.with);
  });

  document.addEventListener("toggle", ({ target }) => {
    if (!target.open || target !== talk()) return;
    for (const other of all(".going_postal-over[open]")) other.open = false; // it would lie on top
  }, true);

  /** A card dropped on a plate is what one gives to that person. */
  document.addEventListener("table:give", (event) => {
    const sheet = talk();
    if (!sheet) return;
    show(); // away with the pins of the card that was lifted
    sheet.open = true;
    meet(event.target.dataset.seat);
    const give = ["accept", "offer"].map((verb) => sheet.querySelector(`form[data-verb="${verb}"]:not([hidden]) [name="arg.card"]`)).find(Boolean);
    if (!give) return;
    give.value = event.detail.value;
    give.focus();
  });

  const look = () => { aim(); hold(); show(); meet(); };
  document.addEventListener("table:swapped", (event) => { if (["t-decision", "t-board", "t-seats", "t-status"].includes(event.target.id)) look(); });
  document.addEventListener("table:order", look);
  look();
})();
