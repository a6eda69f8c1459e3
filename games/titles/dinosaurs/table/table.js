// Happy Little Dinosaurs: after an Instant card, its target is chosen on the board; touching the card again keeps it.
(() => {
  "use strict";
  const inTray = (selector) => all(`#t-decision.tray ${selector}`);
  const forms = (verb) => inTray(`form[data-verb="${verb}"]`);
  const rows = () => inTray("[data-dinosaurs-for]");
  const cardOf = (row) => row.previousElementSibling.querySelector("input");
  const tell = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
  let newest = ""; // the Instant card whose target is being chosen on the board

  const label = (form, words) => { form.querySelector("[type=submit]").textContent = words; };
  const quiet = (form, is) => { form.querySelector(".action-go").toggleAttribute("data-quiet", is); };

  /** Only the newest card offers targets; a card that stays in the hand has none. */
  function aim() {
    const raised = rows().filter((row) => cardOf(row).checked);
    if (!raised.some((row) => row.dataset.dinosaursFor === newest)) newest = raised.at(-1)?.dataset.dinosaursFor ?? "";
    for (const row of rows()) {
      const targets = [...row.querySelectorAll("[name$='.target']")], isRaised = raised.includes(row);
      row.hidden = row.dataset.dinosaursFor !== newest;
      if (!isRaised) for (const target of targets) target.checked = false;
      else if (targets.length && !targets.some((target) => target.checked)) targets.find((target) => target.value === row.dataset.first)?.click();
    }
    return raised;
  }

  function showInstants() {
    const [play, ...passes] = forms("instants");
    if (!play) return;
    const raised = aim(), targets = (row) => [...row.querySelectorAll("[name$='.target']")];
    play.dataset.ready = raised.length && raised.every((row) => !targets(row).length || targets(row).some((target) => target.checked)) ? "yes" : "no";
    play.dataset.main = String(raised.length > 0);
    label(play, raised.length === 1 ? `Play ${raised[0].dataset.label.replace("Score ", "")}` : raised.length ? `Play ${raised.length} cards` : "Play");
    quiet(play, !raised.length);
    for (const pass of passes) quiet(pass, raised.length > 0);
  }

  function showEffect() {
    const [use] = forms("effect");
    if (!use) return;
    const need = Number(use.parentElement.dataset.dinosaursNeed);
    use.dataset.ready = use.querySelectorAll("input:checked").length >= need ? "yes" : "no";
  }

  /** A chosen Instant card makes its form the main answer to the Disaster card; the others are toned down. */
  function showDisaster() {
    const ways = ["insure", "redirect"].flatMap(forms), touched = ways.find((form) => form.querySelector("[name=sure]:checked, [name='arg.target']:checked"));
    for (const form of [...ways, ...forms("take")]) {
      form.dataset.main = String(form === touched);
      quiet(form, Boolean(touched) && form !== touched);
    }
    const [take] = forms("take"), dropped = take?.querySelector("[name='arg.discard']:checked")?.closest("[data-drag]");
    if (take?.querySelector("[name='arg.discard']:not([type=hidden])")) label(take, dropped ? `Take it, discard ${dropped.dataset.name}` : "Take it");
  }

  function show() {
    showInstants();
    showEffect();
    showDisaster();
    document.dispatchEvent(new Event("table:preview"));
  }

  // In the capture phase: a card and its target are one choice, which a single Undo takes back (choosing.js).
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#t-decision.tray")) return;
    const row = event.target.closest("label")?.nextElementSibling;
    if (row?.matches?.("[data-dinosaurs-for]")) newest = row.dataset.dinosaursFor;
    if (event.detail !== "undo") aim();
  }, true);
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#t-decision.tray")) return;
    show();
    if (event.detail !== "undo" && event.target.closest("[data-one]")) event.target.form.dispatchEvent(new Event("table:enough", { bubbles: true }));
  });

  // Touching a chosen card again puts it back into the hand.
  let was = null;
  document.addEventListener("pointerdown", (event) => { was = event.target.matches?.("#t-decision.tray input[type=radio]:checked") ? event.target : null; }, true);
  document.addEventListener("click", (event) => {
    if (event.target !== was || !event.isTrusted) return;
    const off = was.form.querySelector(`[name="${CSS.escape(was.name)}"][data-off]`);
    if (!off) return;
    off.checked = true;
    tell(off);
  });

  // Dropping a card on a player makes that player its target.
  document.addEventListener("pointerup", (event) => {
    if (!document.querySelector(".drag-ghost")) return;
    const ref = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest(".dinosaurs-place")?.dataset.ref).find(Boolean);
    if (ref) setTimeout(() => inTray(`:not([hidden]) > [data-ref="${ref}"] input:not(:checked)`)[0]?.click(), 0);
  }, true);

  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-decision") show(); });
  show();
})();
