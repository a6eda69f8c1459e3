// What one person likes at tables, kept in this browser: movement, confirming, large words, sounds, what is folded away.
// Runs before the page is drawn, so that nothing jumps.
(() => {
  "use strict";
  const KEY = "table", root = document.documentElement;
  const wide = matchMedia("(min-width: 64rem) and (min-aspect-ratio: 1/1)");
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { /* a browser that keeps nothing */ }

  function show() {
    for (const name of ["speed", "text", "colours", "enlarge"]) root.dataset[name] = kept[name] ?? "";
    root.dataset.side = wide.matches && kept.side !== "folded" ? "open" : "folded";
  }

  window.preferences = {
    get: (name) => kept[name] ?? "",
    set(name, value) {
      kept[name] = value;
      try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* it holds for this page */ }
      show();
    },
  };
  root.classList.add("is-scripted");
  wide.addEventListener("change", show);
  show();
})();
