// Enlarges cards: hovering for a moment, or a long press, shows a card large with its rule (data-rule, or a part .is-rule),
// docked where it covers nothing that is being chosen.
(() => {
  "use strict";
  const POINTED = 550, PRESSED = 450, WIDTH = 210; // milliseconds; pixels
  const CARDS = ".stage :is(.card:not(.is-back), [data-enlarge])";
  let timer = 0, shown = null, swallow = false;

  const hoverIsOn = () => (window.preferences?.get("enlarge") || "hover") === "hover";

  function show(node, isPointed = false) {
    hide();
    const box = node.getBoundingClientRect(), owner = node.closest("[data-rule], [data-name]");
    const words = node.dataset.rule || owner?.dataset.rule || node.querySelector(".is-rule")?.textContent || "";
    const wide = WIDTH * (Number(window.preferences?.get("text")) || 1);
    if (!words && box.width > (isPointed && !("enlarge" in node.dataset) ? 64 : wide * 0.75)) return; // already large enough to read
    const copy = node.cloneNode(true);
    for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
    if (copy instanceof SVGElement) Object.assign(copy.style, { width: `${box.width}px`, height: `${box.height}px` }); // its size depends on its container
    copy.style.zoom = String(Math.max(1, wide / box.width));
    shown = make("aside", { className: "enlarged is-day", ariaHidden: "true" }, make("div", { className: "held" }, copy));
    if (words) shown.append(make("p", {}, words));
    document.getElementById("table").append(shown);
    shown.style.left = "8px"; // measure its natural width before positioning it
    shown.style.width = `${shown.offsetWidth + 1}px`;
    const scale = Math.min(1, (innerHeight - 16) / shown.offsetHeight); // phones in landscape are lower than some cards with text
    Object.assign(shown.style, { scale: String(scale), transformOrigin: "0 0" });
    dock(box);
  }

  /** Beside the board: in the open side, else over the players; on phones in the upper corner away from the finger. */
  function dock(box) {
    const own = shown.getBoundingClientRect(), seats = document.getElementById("t-seats")?.getBoundingClientRect();
    const side = document.getElementById("side")?.getBoundingClientRect();
    const hasSide = side?.width && side.width < innerWidth / 2, hasColumn = seats && seats.height > seats.width;
    const isLeft = hasSide ? false : hasColumn || box.x + box.width / 2 > innerWidth / 2;
    const left = isLeft ? 8 : hasSide ? side.x + (side.width - own.width) / 2 : innerWidth - own.width - 8;
    const low = innerHeight - own.height - 8, under = document.querySelector(".topline").getBoundingClientRect().bottom + 8;
    Object.assign(shown.style, { left: `${left}px`, top: `${hasSide || !hasColumn ? Math.min(under, Math.max(8, low)) : low}px` });
  }

  /** While something is chosen, the board and the players are what one looks at: only the side has room. */
  const isInTheWay = () => document.documentElement.dataset.side !== "open" && document.querySelector("#act [data-undo]");

  function hide() {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || !hoverIsOn()) return;
    const node = event.target.closest?.(CARDS);
    if (!node) return hide();
    clearTimeout(timer);
    timer = setTimeout(() => { if (node.isConnected && !isInTheWay()) show(node, true); }, POINTED);
  });
  document.addEventListener("pointerdown", press);
  document.addEventListener("table:pressed", ({ detail }) => { if (!detail.pointerup && !detail.pointercancel) press(detail.pointerdown); }); // before this script came
  function press(event) {
    hide();
    const node = event.target.closest?.("label, [data-ref], .card")?.closest?.(CARDS) ?? event.target.closest?.("label")?.querySelector(".card") ?? event.target.closest?.(CARDS);
    if (!node || event.pointerType === "mouse") return;
    timer = setTimeout(() => { show(node); swallow = true; }, PRESSED);
  }
  for (const kind of ["pointerup", "pointercancel", "scroll", "keydown", "pointermove"]) {
    document.addEventListener(kind, (event) => {
      if (kind === "pointermove" && (event.pointerType === "mouse" || Math.hypot(event.movementX, event.movementY) < 6)) return;
      if (kind !== "pointermove" || !shown) hide();
    }, true);
  }
  document.addEventListener("contextmenu", (event) => { if (swallow && event.target.closest?.(".stage")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
})();
