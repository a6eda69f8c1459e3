// What test_stage.py measures on the stage as it is shown now.
() => {
  const wide = (box) => Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0));
  const high = (box) => Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
  const seen = (box) => wide(box) * high(box) / (box.width * box.height || 1);
  const box = (node) => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map((n) => Math.round(n)); };
  const shown = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !node.closest(".only-plain, .sr, dialog, .side, .slips, .result, .menu-body, #t-order, details:not([open]) > :not(summary)");
  const parts = [...document.querySelectorAll("#t-board, #t-decision, #act > button, .tray [data-drag]")].filter(shown);
  const targets = [...document.querySelectorAll(".topline :is(a, button, summary), #act button, .tray :is(label, button, a), #t-board :is([data-touch], button, summary)")].filter(shown);
  const words = [...document.querySelectorAll(".tray *, #t-board *")].filter((node) => shown(node) && !node.closest("svg, .card, [data-enlarge]") && [...node.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim()));
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    hidden: parts.filter((node) => seen(node.getBoundingClientRect()) < 0.999).map((node) => node.id || node.textContent),
    places: document.querySelector(".tray [data-grows]") ? {} : Object.fromEntries(["t-board", "t-decision"].map((id) => [id, box(document.getElementById(id))])),
    top: document.querySelector(".topline").getBoundingClientRect().height,
    tight: targets.map((node) => [node, node.matches(".touch") ? node.parentElement : node]).filter(([, node]) => { const b = node.getBoundingClientRect(); return b.width > 0 && (b.width < (node.matches(".hand .is-card") ? 30 : 43.5) || b.height < 43.5); }).map(([node]) => `${node.className} ${node.textContent.trim().slice(0, 30)} ${box(node)}`),
    small: words.filter((node) => parseFloat(getComputedStyle(node).fontSize) < 11).map((node) => node.textContent.trim().slice(0, 30)),
    cards: document.querySelectorAll(".tray [data-drag]").length,
  };
}
