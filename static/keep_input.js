// Keeps unfinished choices, typed text, open sections and scroll positions when a fragment is swapped. Optional.
(() => {
  "use strict";
  const kept = new Map();
  /** The key of a form: its decision; for side decisions only the topic, because these may be asked again meanwhile. */
  function about(form) {
    const id = form?.elements.namedItem("decision")?.value ?? "";
    return id.split(".").length > 2 ? id.slice(id.indexOf(".")) : id;
  }

  /** [key, node] of each: its name and, because several may have the same, a count. */
  function keyed(nodes, nameOf) {
    const seen = new Map();
    return nodes.map((node) => {
      const name = nameOf(node);
      seen.set(name, (seen.get(name) || 0) + 1);
      return [`${name}/${seen.get(name)}`, node];
    });
  }

  /** Equal cards have equal checkboxes. */
  const fieldsOf = (target) => keyed(all("input:not([type=hidden]), select, textarea", target), (input) => {
    const value = ["checkbox", "radio"].includes(input.type) ? input.value : "";
    return input.dataset.keep ? `${input.dataset.keep}/${value}` : `${about(input.form)}/${input.form?.dataset.verb || ""}/${input.name}/${value}`;
  });

  /** Without numbers: "Discard pile: 3 cards" is still the discard pile. */
  const foldsOf = (target) => keyed(all("details > summary", target), (summary) => summary.textContent.split(/[:\d]/)[0].trim());

  const scrollers = (target) => all(".log, .chat-lines", target);
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

  /** Open sections stay open. An update may open a closed section, unless the user has closed it. */
  function refold(summary, old) {
    if (!old) return;
    if ("touched" in old.dataset) summary.dataset.touched = "";
    if (old.parentElement.open && "passing" in old.parentElement.dataset && !("touched" in old.dataset)) return; // it had opened by itself
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
    // Raised cards stay raised while waiting, until they are played or the hand changes.
    const isFlat = (before.decision && before.decision !== target.dataset.decision) || before.kept !== fields.filter(([, input]) => input.dataset.keep).length;
    for (const [key, input] of fields) {
      const old = before.inputs.get(key);
      if (!old || (input.dataset.keep && isFlat)) continue;
      const isBack = "back" in input.dataset && !old.value; // restore refused text, unless new text is being typed
      if (["checkbox", "radio"].includes(input.type)) input.checked = old.checked;
      else if (!isBack && (!input.options || [...input.options].some((option) => option.value === old.value))) input.value = old.value;
      if ("touched" in old.dataset) input.dataset.touched = "";
      if (before.focus === key) refocus(input, before.caret);
    }
    if (before.focus && target.querySelector(`[id="${CSS.escape(before.focus)}"]`)) document.getElementById(before.focus).focus({ preventScroll: true });
  }

  /** Announce changes. The status itself makes a bad live region: it is replaced as a whole, and its clock ticks. */
  function announce(status) {
    const words = [...status.querySelectorAll(".status-last, .status-who, .status-ask")].map((part) => part.textContent.trim());
    const said = one("#said"), text = words.join(". ").replace(/([.!?])\. /g, "$1 ");
    if (said && said.textContent !== text) said.textContent = text;
  }

  document.addEventListener("click", (event) => {
    const summary = event.target.closest?.("summary");
    if (summary) summary.dataset.touched = "";
  });
  document.addEventListener("table:swap", (event) => { if (event.target.id.startsWith("t-")) remember(event.target); });
  document.addEventListener("table:swapped", (event) => {
    restore(event.target);
    if (event.target.id === "t-status") announce(event.target);
  });
  document.addEventListener("socket:sent", (event) => { if (event.target.matches?.("form.chat-form")) event.target.reset(); });
  for (const box of all(".chat-lines")) box.scrollTop = box.scrollHeight;
})();
