// Parcels: says at once what the chosen cards are, steps through the legal plays, keeps pass and plan free of leftovers.
(() => {
  "use strict";
  const panel = () => document.getElementById("t-decision");
  const playForm = () => panel()?.querySelector('form[data-verb="play"]');
  const listed = () => [...(panel()?.querySelectorAll("[data-parcels-play]") ?? [])];
  const plural = (count) => (count === 1 ? "1 card" : `${count} cards`);

  /** Tick exactly the cards of a meld such as "4-5". */
  function choose(words) {
    const wanted = words.split("-");
    for (const box of playForm().querySelectorAll("input[type=checkbox]")) {
      const place = wanted.indexOf(box.value);
      box.checked = place >= 0;
      if (place >= 0) wanted.splice(place, 1);
    }
    playForm().dispatchEvent(new Event("change", { bubbles: true }));
  }

  function say() {
    const line = panel()?.querySelector("[data-parcels-say]");
    if (!line) return;
    const cards = [...playForm().querySelectorAll("input:checked")].map((box) => box.value);
    const words = cards.join("-");
    const isLegal = listed().some((link) => link.dataset.parcelsPlay === words);
    const total = cards.reduce((sum, card) => sum + Number(card), 0);
    line.textContent = cards.length ? `${words}: ${plural(cards.length)}, total ${total}. ${isLegal ? "Legal." : "Not legal now."}` : "";
    playForm().querySelector("[data-parcels-next]").hidden = false;
  }

  function next() {
    const all = listed();
    const words = [...playForm().querySelectorAll("input:checked")].map((box) => box.value).join("-");
    const at = all.findIndex((link) => link.dataset.parcelsPlay === words);
    choose(all[(at + 1) % all.length].dataset.parcelsPlay);
  }

  /** A number that is taken cannot be added. */
  function exclude(form) {
    const taken = form.querySelector('[name="arg.take"]:checked')?.value;
    for (const radio of form.querySelectorAll('[name="arg.add"]')) {
      radio.disabled = radio.value !== "" && radio.value === taken;
      if (radio.disabled && radio.checked) form.querySelector('[name="arg.add"][value=""]').checked = true;
    }
  }

  /** What a step of the plan does not use is emptied, so that it is not sent. */
  function tidy(step) {
    const kind = step.querySelector("[name$='.kind']:checked")?.value;
    if (kind !== "play") for (const box of step.querySelectorAll("[type=checkbox]")) box.checked = false;
    if (kind !== "pass") for (const list of step.querySelectorAll("select")) list.value = "";
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#t-decision form");
    if (!form) return;
    if (event.target.name?.endsWith(".kind")) tidy(event.target.closest("fieldset"));
    if (form.dataset.verb === "play") say();
    if (form.dataset.verb === "pass") exclude(form);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-parcels-play]");
    if (link) {
      event.preventDefault();
      choose(link.dataset.parcelsPlay);
      playForm().querySelector(".action-go .button").focus();
    } else if (event.target.closest("[data-parcels-next]")) next();
  });
  document.addEventListener("htmx:oobAfterSwap", say);
  say();
})();
