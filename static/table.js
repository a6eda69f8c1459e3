// Makes the table smoother; the forms work without it.
// 1. A part of the board with data-ref="x" chooses the option of the decision with the same data-ref.
// 2. What a person has half chosen, typed, opened or scrolled to survives when a fragment is swapped.
(() => {
  "use strict";
  const fragment = (name) => document.getElementById(`t-${name}`);

  const boardParts = ":is(#t-board, #t-seats) [data-ref]";

  /** The inputs of the open decision by ref. A ref stands on the input or on its label. */
  function inputsByRef() {
    const found = new Map();
    for (const part of fragment("decision")?.querySelectorAll("[data-ref]") ?? []) {
      const input = part.matches("input") ? part : part.querySelector("input");
      if (!input || input.disabled) continue;
      if (!found.has(part.dataset.ref)) found.set(part.dataset.ref, []);
      found.get(part.dataset.ref).push(input);
    }
    return found;
  }

  function paint() {
    const inputs = inputsByRef();
    for (const part of document.querySelectorAll(boardParts)) {
      const mine = inputs.get(part.dataset.ref);
      part.classList.toggle("is-lit", Boolean(mine));
      part.classList.toggle("is-picked", Boolean(mine?.some((input) => input.checked)));
    }
  }

  /** One field may allow only one choice although its inputs are check boxes: the newest choice stays. */
  function keepToMost(input) {
    const field = input.closest("[data-most]");
    if (!field || !input.checked || input.type !== "checkbox") return;
    const chosen = [...field.querySelectorAll("input:checked")].filter((other) => other !== input);
    for (const other of chosen.slice(0, Math.max(0, chosen.length + 1 - Number(field.dataset.most)))) other.checked = false;
  }

  function chooseFromBoard(event) {
    const part = event.target.closest(boardParts);
    if (!part || event.target.closest("a, button, input, label, summary")) return;
    const mine = inputsByRef().get(part.dataset.ref);
    // The same thing may be offered by several fields: the first that has no choice yet takes it.
    const input = mine?.find((one) => !one.closest("fieldset")?.querySelector("input:checked")) ?? mine?.[0];
    if (input) input.click();
  }

  const kept = new Map();
  /** [key, input] of each field; equal cards have equal boxes, so the key counts them. */
  function fieldsOf(target) {
    const seen = new Map();
    return [...target.querySelectorAll("input:not([type=hidden]), select, textarea")].map((input) => {
      const value = ["checkbox", "radio"].includes(input.type) ? input.value : "";
      const name = `${input.form?.dataset.verb || ""}/${input.name}/${value}`;
      seen.set(name, (seen.get(name) || 0) + 1);
      return [`${name}/${seen.get(name)}`, input];
    });
  }

  const scrollers = (target) => [...target.querySelectorAll(".log, .chat-lines")];
  const isAtEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 24;

  function remember(target) {
    const active = target.contains(document.activeElement) ? document.activeElement : null;
    const fields = fieldsOf(target);
    kept.set(target.id, {
      key: target.dataset.decision,
      focus: active && (fields.find(([, input]) => input === active)?.[0] ?? active.id),
      caret: active?.matches("textarea, input[type=text], input:not([type])") ? active.selectionStart : null,
      inputs: new Map(fields),
      open: new Set([...target.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent)),
      scroll: scrollers(target).map((box) => ({ top: box.scrollTop, isAtEnd: isAtEnd(box) })),
    });
  }

  function refocus(input, caret) {
    input.focus({ preventScroll: true });
    if (caret !== null) input.setSelectionRange(caret, caret);
  }

  function restore(target) {
    const before = kept.get(target.id);
    kept.delete(target.id);
    if (!before) return;
    for (const summary of target.querySelectorAll("details > summary")) if (before.open.has(summary.textContent)) summary.parentElement.open = true;
    scrollers(target).forEach((box, index) => {
      const was = before.scroll[index];
      if (was) box.scrollTop = was.isAtEnd && box.matches(".chat-lines") ? box.scrollHeight : was.top;
    });
    if (before.key !== target.dataset.decision) return; // another decision: old choices mean nothing
    for (const [key, input] of fieldsOf(target)) {
      const old = before.inputs.get(key);
      if (!old) continue;
      if (["checkbox", "radio"].includes(input.type)) input.checked = old.checked;
      else input.value = old.value;
      if (before.focus === key) refocus(input, before.caret);
    }
    if (before.focus && target.querySelector(`[id="${CSS.escape(before.focus)}"]`)) document.getElementById(before.focus).focus({ preventScroll: true });
  }

  /** Read out what changed. The status itself is replaced as a whole, and its clock ticks: no good as a live region. */
  function announce(status) {
    const words = [...status.querySelectorAll(".status-last, .status-who, .status-ask")].map((part) => part.textContent.trim());
    const said = document.getElementById("said"), text = words.join(". ").replace(/([.!?])\./g, "$1");
    if (said && said.textContent !== text) said.textContent = text;
  }

  document.addEventListener("click", chooseFromBoard);
  document.addEventListener("change", (event) => {
    if (event.target.matches("#t-decision input")) keepToMost(event.target);
    paint();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => { if (event.detail.target.id.startsWith("t-")) remember(event.detail.target); });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    // An outerHTML swap has replaced the element: look it up again.
    const fresh = document.getElementById(event.detail.target.id);
    if (fresh) restore(fresh);
    if (fresh?.id === "t-status") announce(fresh);
    paint();
  });
  document.addEventListener("htmx:wsAfterSend", (event) => { if (event.target.matches?.("form.chat-form")) event.target.reset(); });
  for (const box of document.querySelectorAll(".chat-lines")) box.scrollTop = box.scrollHeight;
  paint();
})();
