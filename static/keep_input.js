// What a person has half chosen, typed, opened or scrolled to survives when a fragment is swapped. The forms work without it.
(() => {
  "use strict";
  const kept = new Map();
  /** What a form is about: its decision; of a side matter just the matter, for that may be asked anew meanwhile. */
  function about(form) {
    const id = form?.elements.namedItem("decision")?.value ?? "";
    return id.split(".").length > 2 ? id.slice(id.indexOf(".")) : id;
  }

  /** [key, input] of each field; equal cards have equal boxes, so the key counts them. */
  function fieldsOf(target) {
    const seen = new Map();
    return [...target.querySelectorAll("input:not([type=hidden]), select, textarea")].map((input) => {
      const value = ["checkbox", "radio"].includes(input.type) ? input.value : "";
      const name = input.dataset.keep ? `${input.dataset.keep}/${value}` : `${about(input.form)}/${input.form?.dataset.verb || ""}/${input.name}/${value}`;
      seen.set(name, (seen.get(name) || 0) + 1);
      return [`${name}/${seen.get(name)}`, input];
    });
  }

  /** [key, summary] of each fold, by its name without numbers: "Discard pile: 3 cards" is still the discard pile. */
  function foldsOf(target) {
    const seen = new Map();
    return [...target.querySelectorAll("details > summary")].map((summary) => {
      const name = summary.textContent.split(/[:\d]/)[0].trim();
      seen.set(name, (seen.get(name) || 0) + 1);
      return [`${name}/${seen.get(name)}`, summary];
    });
  }

  const scrollers = (target) => [...target.querySelectorAll(".log, .chat-lines")];
  const isAtEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 24;

  function remember(target) {
    const active = target.contains(document.activeElement) ? document.activeElement : null;
    const fields = fieldsOf(target);
    kept.set(target.id, {
      focus: active && (fields.find(([, input]) => input === active)?.[0] ?? active.id),
      caret: active?.matches("textarea, input[type=text], input:not([type])") ? active.selectionStart : null,
      inputs: new Map(fields),
      decision: target.dataset.decision,
      kept: fields.filter(([, input]) => input.dataset.keep).length,
      folds: new Map(foldsOf(target)),
      scroll: scrollers(target).map((box) => ({ top: box.scrollTop, isAtEnd: isAtEnd(box) })),
    });
  }

  function refocus(input, caret) {
    input.focus({ preventScroll: true });
    if (caret !== null) input.setSelectionRange(caret, caret);
  }

  /** What was open stays open; what was closed may be opened by news, unless a person has closed it. */
  function refold(summary, old) {
    if (!old) return;
    if ("touched" in old.dataset) summary.dataset.touched = "";
    if (old.parentElement.open && "passing" in old.parentElement.dataset && !("touched" in old.dataset)) return; // it opened by itself
    if (old.parentElement.open || "touched" in old.dataset) summary.parentElement.open = old.parentElement.open;
  }

  function restore(target) {
    const before = kept.get(target.id);
    kept.delete(target.id);
    if (!before) return;
    for (const [key, summary] of foldsOf(target)) refold(summary, before.folds.get(key));
    scrollers(target).forEach((box, index) => {
      const was = before.scroll[index];
      if (was) box.scrollTop = was.isAtEnd && box.matches(".chat-lines") ? box.scrollHeight : was.top;
    });
    const fields = fieldsOf(target);
    // What was raised while waiting stays raised; once it was played, or the hand has changed, all lies flat again.
    const isFlat = (before.decision && before.decision !== target.dataset.decision) || before.kept !== fields.filter(([, input]) => input.dataset.keep).length;
    for (const [key, input] of fields) {
      const old = before.inputs.get(key);
      if (!old || (input.dataset.keep && isFlat)) continue;
      const isBack = "back" in input.dataset && !old.value; // refused words come back, unless new ones are being typed
      if (["checkbox", "radio"].includes(input.type)) input.checked = old.checked;
      else if (!isBack && (!input.options || [...input.options].some((option) => option.value === old.value))) input.value = old.value;
      if ("touched" in old.dataset) input.dataset.touched = "";
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

  document.addEventListener("click", (event) => {
    const summary = event.target.closest?.("summary");
    if (summary) summary.dataset.touched = "";
  });
  document.addEventListener("table:swap", (event) => { if (event.detail.target.id.startsWith("t-")) remember(event.detail.target); });
  document.addEventListener("table:swapped", (event) => {
    // An outerHTML swap has replaced the element: look it up again.
    const fresh = document.getElementById(event.detail.target.id);
    if (fresh) restore(fresh);
    if (fresh?.id === "t-status") announce(fresh);
  });
  document.addEventListener("socket:sent", (event) => { if (event.target.matches?.("form.chat-form")) event.target.reset(); });
  for (const box of document.querySelectorAll(".chat-lines")) box.scrollTop = box.scrollHeight;
})();
