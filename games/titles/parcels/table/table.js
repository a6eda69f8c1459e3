// Parcels: checks whether the raised cards are a legal play, turns a touched stack into a pass, and steps through legal plays.
(() => {
  "use strict";
  const tray = () => document.querySelector("#t-decision.tray");
  const form = (verb) => tray()?.querySelector(`form[data-verb="${verb}"]`);
  const hand = () => tray()?.querySelector(".parcels-hand");
  const boxes = () => [...(hand()?.querySelectorAll("input:enabled") ?? [])];
  const raised = () => boxes().filter((box) => box.checked);
  const plays = () => (hand()?.dataset.plays ?? "").split(" ").filter(Boolean);
  const words = (cards) => cards.map((box) => box.value).join("-");
  const tell = (on) => on?.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: "undo" })); // not an undo step of its own

  const label = (on, text) => { on.querySelector("[type=submit]").textContent = text; };

  /** A longer legal meld that has this one in it: do not stop yet. */
  const longer = (meld) => plays().find((other) => other !== meld && meld.split("-").every((card) => other.split("-").filter((one) => one === card).length >= meld.split("-").filter((one) => one === card).length));

  /** Show the choice in the forms: raised cards are a play or, with a stack of storage chosen, the card that a pass adds. */
  function show() {
    const play = form("play"), pass = form("pass"), plan = form("plan"), cards = raised(), meld = words(cards);
    if (play) {
      const take = pass?.querySelector('[name="arg.take"]:checked')?.value, isLegal = plays().includes(meld);
      const lead = pass ? "Play" : "Lead";
      play.dataset.ready = isLegal && !take ? "yes" : "no";
      play.dataset.main = String(Boolean(!take && meld));
      const more = !isLegal && meld && longer(meld), go = play.querySelector(".action-go");
      go.dataset.whole ??= go.dataset.hint;
      go.dataset.hint = more ? `Choose more cards, for example ${more}.` : go.dataset.whole;
      play.toggleAttribute("data-part", Boolean(more));
      label(play, isLegal && !take ? `${lead} ${meld}` : lead);
      hand().dataset.does = take ? "Add" : "Play";
      if (pass) showPass(pass, take, cards);
      const next = play.querySelector("[data-parcels-next]");
      next.hidden = plays().length === 0;
    }
    if (plan) {
      plan.dataset.ready = cards.length ? "yes" : "no";
      label(plan, cards.length ? `Plan ${meld}` : "Plan");
    }
    document.dispatchEvent(new Event("table:preview"));
  }

  function showPass(pass, take, cards) {
    const list = pass.querySelector("select[name='arg.add']");
    pass.dataset.ready = !list || take ? "yes" : "no";
    pass.dataset.main = String(Boolean(take));
    if (!list) return;
    const add = take && cards.length ? cards.at(-1).value : "", stack = pass.querySelector("label:has(input:checked)")?.dataset.name;
    if (list.value !== add) {
      list.value = add;
      tell(pass);
    }
    label(pass, take ? `Pass, take ${stack}${add ? ", add " + add : ""}` : "Pass");
  }

  /** A pass adds at most one card, and never the number it takes. */
  function keepOne(newest) {
    const take = form("pass")?.querySelector('[name="arg.take"]:checked')?.value;
    if (!take) return;
    const keep = raised().includes(newest) && newest.value !== take ? newest : raised().findLast((box) => box.value !== take);
    for (const box of raised()) if (box !== keep) box.checked = false;
  }

  function raise(meld) {
    const wanted = meld.split("-");
    for (const box of boxes()) {
      const place = wanted.indexOf(box.value);
      box.checked = place >= 0;
      if (place >= 0) wanted.splice(place, 1);
    }
    form("play").dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Part of a legal play is not refused: the hint says what is missing.
  document.addEventListener("table:preview", () => form("play")?.querySelector("[data-part] output.preview")?.replaceChildren(), true);
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#t-decision.tray")) return;
    if (event.detail !== "undo") keepOne(event.target);
    show();
    const play = form("play");
    if (event.target.form === play && event.detail !== "undo" && !form("pass") && play.dataset.ready === "yes" && !longer(words(raised()))) play.dispatchEvent(new Event("table:enough", { bubbles: true }));
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-parcels-next]")) return;
    const legal = plays(), at = legal.indexOf(words(raised()));
    const taken = form("pass")?.querySelector('[name="arg.take"]:checked');
    if (taken) taken.checked = false;
    raise(legal[(at + 1) % legal.length]);
  });
  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-decision") show(); });

  /* ---------- the plan, on its own page or at the table ---------- */

  /** Clear the fields that a step of the plan does not use, so that they are not sent. */
  function tidy(step) {
    const kind = step.querySelector("[name$='.kind']:checked")?.value;
    if (kind !== "play") for (const box of step.querySelectorAll("[type=checkbox]")) box.checked = false;
    if (kind !== "pass") for (const list of step.querySelectorAll("select")) list.value = "";
    const take = step.querySelector("select[name$='.take']");
    if (kind === "pass" && !take.value && take.length > 1) take.selectedIndex = 1; // a pass must take a stack if there is one
  }
  document.addEventListener("change", (event) => { if (event.target.matches?.(".parcels-step [name$='.kind']")) tidy(event.target.closest("fieldset")); });
  show();
})();
