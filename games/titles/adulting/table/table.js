// Adulting: highlights what is new on the table (stamps, cases, money), counts characters, lets the dealer drag
// performances into order, and fills in the ruling to object to. Every form works without it.
(() => {
  "use strict";
  const STEP = 600; // longest animation, in milliseconds
  const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* ---------- what is new ---------- */
  const seen = new Set();
  const amounts = new Map();

  function freshen(isFirst) {
    for (const part of all("#t-board [data-fresh]")) {
      if (!isFirst && !seen.has(part.dataset.fresh)) flash(part);
      seen.add(part.dataset.fresh);
    }
    for (const purse of all("#t-board [data-amount]")) count(purse, isFirst);
  }

  function flash(part) {
    part.classList.add("is-fresh");
    if (part.matches(".adulting-case")) one(".adulting-gavel")?.classList.add("is-fresh");
    setTimeout(() => { for (const was of all(".is-fresh")) was.classList.remove("is-fresh"); }, STEP);
  }

  function count(purse, isFirst) {
    const { after, amount } = purse.dataset, change = amount - (amounts.get(after) ?? amount);
    amounts.set(after, amount);
    if (isFirst || !change || isCalm() || window.beats?.isRunning()) return;
    const gain = make("span", { className: `adulting-gain${change < 0 ? " is-loss" : ""}`, ariaHidden: "true" }, `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
    purse.append(gain);
    fly(gain, purse, change > 0);
    setTimeout(() => gain.remove(), STEP);
  }

  /** Money from and to the bank that no beat tells; like every animation, any key or touch ends it. */
  function fly(gain, purse, isGain) {
    const bank = one("#t-board [data-zone=bank]")?.getBoundingClientRect(), own = purse.getBoundingClientRect();
    if (!bank?.width || !own.width || !window.motion?.play) return;
    const away = `${bank.x - own.x}px ${bank.y - own.y}px`;
    window.motion.play(gain, { translate: isGain ? [away, "0px 0px"] : ["0px 0px", away], opacity: isGain ? [0.4, 1] : [1, 0.4] }, { duration: STEP });
  }

  /* ---------- character counters ---------- */
  function tell(box) {
    const field = box.closest("label");
    if (!field) return;
    const says = one(".adulting-count", field) ?? field.appendChild(make("span", { className: "adulting-count" }));
    says.textContent = box.value ? `${box.value.length} of ${box.maxLength}` : "";
  }

  /* ---------- lists: Enter moves to the next row, pasted lines fill several rows ---------- */
  const linesOf = (input) => all("input", input.closest("[data-list]"));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches?.("[data-list] input")) return;
    const lines = linesOf(event.target);
    const next = lines[lines.indexOf(event.target) + 1];
    if (!next || !event.target.value.trim()) return;
    event.preventDefault();
    next.focus();
  });
  document.addEventListener("paste", (event) => {
    if (!event.target.matches?.("[data-list] input")) return;
    const words = (event.clipboardData?.getData("text") ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
    if (words.length < 2) return;
    event.preventDefault();
    const free = linesOf(event.target).slice(linesOf(event.target).indexOf(event.target));
    for (const [place, input] of free.entries()) if (words[place]) input.value = words[place].slice(0, input.maxLength);
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* ---------- choosing a ruling to object to ---------- */
  const matterOf = (link) => link && new URL(link.href).search;
  let objected; // the chosen ruling of a tray that is being replaced

  function objectTo(link) {
    const fold = link.closest("details");
    for (const other of all("a[data-matter]", fold)) other.classList.toggle("is-on", other === link);
    for (const key of ["kind", "seat", "example"]) one(`[name="arg.matter.${key}"]`, fold).value = new URL(link.href).searchParams.get(`arg.matter.${key}`);
    one("[data-chosen]", fold).textContent = link.textContent;
    one("[data-object]", fold).hidden = false;
    return fold;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-matter]");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    one("[data-object] textarea", objectTo(link)).focus();
  });
  document.addEventListener("table:swap", (event) => { if (event.target.id === "t-decision") objected = matterOf(one("#t-decision a[data-matter].is-on")); });
  // Others go on meanwhile: the new tray has the same ruling chosen, before keep_input.js gives the text its focus back.
  document.addEventListener("table:swapped", (event) => {
    const link = event.target.id === "t-decision" && objected && all("#t-decision a[data-matter]").find((other) => matterOf(other) === objected);
    if (link) objectTo(link);
  }, true);

  /* ---------- enabling "Call time" once the time to think is over ---------- */
  let thinking = 0;
  function hold() {
    clearTimeout(thinking);
    const button = one("#t-decision [data-hold]"), why = button && one("[data-until]", button.parentElement);
    if (!button) return;
    Object.assign(button, { disabled: false, ariaDisabled: "true", title: why.textContent });
    thinking = setTimeout(() => {
      Object.assign(button, { ariaDisabled: null, title: "" });
      why.remove();
    }, Number(button.dataset.hold) * 1000);
  }
  document.addEventListener("click", (event) => {
    const grey = event.target.closest?.("[data-hold][aria-disabled=true]");
    if (!grey) return;
    event.preventDefault();
    window.decisionBar.say(grey.title);
  });

  function look(isFirst) {
    freshen(isFirst);
    hold();
    for (const box of all("#t-decision textarea[data-count]")) tell(box);
  }

  document.addEventListener("input", (event) => { if (event.target.matches?.("textarea[data-count]")) tell(event.target); });
  // Enable the stage's button as soon as there is text, not only when the field loses focus.
  document.addEventListener("input", (event) => { if (event.target.closest?.("#t-decision.tray")) document.dispatchEvent(new Event("table:preview")); });
  document.addEventListener("table:swapped", () => look(false));
  look(true);
})();
