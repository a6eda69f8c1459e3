// Table preferences stored in this browser: animation, confirmation, large text, sounds, collapsed sections.
// Runs before the first paint, so that nothing jumps.
(() => {
  "use strict";
  const KEY = "table", root = document.documentElement;
  const wide = matchMedia("(min-width: 80rem) and (min-aspect-ratio: 1/1)");
  const hasRoom = () => wide.matches && innerWidth >= 80 * parseFloat(getComputedStyle(root).fontSize); // not at 200 % text
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { /* storage is blocked */ }

  function show() {
    for (const name of ["speed", "text", "colours", "enlarge"]) root.dataset[name] = kept[name] ?? "";
    root.dataset.side = hasRoom() && kept.side !== "folded" ? "open" : "folded";
  }

  window.preferences = {
    get: (name) => kept[name] ?? "",
    set(name, value) {
      kept[name] = value;
      try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* applies to this page only */ }
      show();
    },
  };
  root.classList.add("is-scripted");
  wide.addEventListener("change", show);
  show();
})();
