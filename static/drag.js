// Drag and drop, as an alternative to clicking: drag a part of the tray marked data-drag onto a part of the board marked
// data-drop="verb" to choose it in the form of that verb.
(() => {
  "use strict";
  const FAR = 9; // pixels before a press becomes a drag
  const LATE = 2000; // milliseconds after which nobody expects a drop to count
  let held = null; // { node, x, y, ghost }
  let dropped = null; // the end of a drag, for a moment
  // On "give", a card goes to a person: it chooses nothing, the title asks what for. A title may name a verb for each card.
  const takes = (place) => {
    const { disabled, dataset, form } = held.node.querySelector("input");
    return place.dataset.drop === "give" || (!disabled && (dataset.verb || place.dataset.drop.split(" ").includes(form?.dataset.verb)));
  };
  const light = (under) => {
    for (const place of all("[data-drop]")) {
      if (held && takes(place)) place.dataset.lit = place === under ? "under" : "";
      else delete place.dataset.lit;
    }
  };
  const target = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest("[data-drop]")).find((node) => node && takes(node));

  function press(event) {
    const node = event.target.closest?.("#t-decision [data-drag]");
    if (!node || event.button || !node.querySelector("input")) return;
    held = { node, x: event.clientX, y: event.clientY, ghost: null };
  }

  function move(event) {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < FAR || (event.pointerType !== "mouse" && Math.abs(dy) < Math.abs(dx))) return;
      lift(event);
    }
    Object.assign(held.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    light(target(event));
  }

  function lift(event) {
    const card = held.node.querySelector(".card") ?? held.node, box = card.getBoundingClientRect();
    held.ghost = card.cloneNode(true);
    held.ghost.classList.add("drag-ghost");
    Object.assign(held.ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
    document.getElementById("table").append(held.ghost);
    held.node.classList.add("is-dragged");
    held.node.dispatchEvent(new Event("table:lift", { bubbles: true })); // a title can light where it may go
    try { held.node.setPointerCapture(event.pointerId); } catch { /* the pointer is gone */ }
  }

  function drop(event) {
    const { node, ghost } = held ?? {};
    const place = ghost && event.type === "pointerup" && target(event);
    held = null;
    if (!ghost) return;
    ghost.remove();
    node.classList.remove("is-dragged");
    dropped = event; // ignore the click that it is, too
    setTimeout(() => { dropped = null; }, 50);
    light();
    if (!place) return;
    const input = node.querySelector("input");
    if (place.dataset.drop === "give") { place.dispatchEvent(new CustomEvent("table:give", { bubbles: true, detail: { value: input.value } })); return; }
    if (!input.checked) input.click();
    const told = new CustomEvent("table:drop", { bubbles: true, cancelable: true, detail: { input, x: event.clientX, y: event.clientY } });
    if (!place.dispatchEvent(told)) return; // the title needs more input first
    const form = input.form;
    if (form && !window.decisionBar?.wantsConfirming() && window.decisionBar?.isWhole(form)) window.decisionBar.confirm(form);
  }
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  /* What was dragged before this script came. */
  document.addEventListener("table:pressed", ({ detail: { pointerdown, pointermove, pointerup, pointercancel } }) => {
    const end = pointerup ?? pointercancel;
    if (held || !pointerdown.target.isConnected || (end && performance.now() - end.timeStamp > LATE)) return;
    press(pointerdown);
    if (pointermove) move(pointermove);
    if (end) drop(end);
  });
  document.addEventListener("click", (event) => {
    if (!event.isTrusted || !dropped || Math.hypot(event.clientX - dropped.clientX, event.clientY - dropped.clientY) > 2) return; // a click has whole pixels
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#t-decision, #t-board")) event.preventDefault(); });
})();
