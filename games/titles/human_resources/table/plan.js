// Human Resources: the office plan, an SVG in a scrolling box. Zoom and pan by mouse, touch and keyboard, sticky row and
// column numbers, arrow-key navigation, view switches and panel highlights. Choosing a move is in table.js.
(() => {
  "use strict";
  const one = (selector, root = document) => root?.querySelector(selector);
  const all = (selector, root = document) => [...(root?.querySelectorAll(selector) ?? [])];

  /* ---------- zoom and pan ---------- */
  let scale = 0; // pixels per unit; 0: fit
  const LEAST = 0.5, MOST = 3;

  function size(middle = null) {
    const floor = one(".human_resources-floor"), plan = one(".human_resources-office");
    if (!floor || !plan) return;
    const [, , width, height] = plan.getAttribute("viewBox").split(" ").map(Number);
    const before = plan.getBoundingClientRect().width / width;
    const fit = Math.min((floor.clientWidth - 2) / width, (floor.clientHeight - 2) / height, 2.6);
    const touchable = matchMedia("(pointer: coarse)").matches ? 1.1 : LEAST; // touch targets of 44 pixels
    const now = Math.min(MOST, Math.max(LEAST, scale || Math.max(fit, touchable)));
    const box = floor.getBoundingClientRect();
    const at = middle ?? [floor.clientWidth / 2, floor.clientHeight / 2];
    const held = [(floor.scrollLeft + at[0]) / before, (floor.scrollTop + at[1]) / before];
    plan.setAttribute("width", width * now);
    plan.setAttribute("height", height * now);
    if (box.width) floor.scrollTo(held[0] * now - at[0], held[1] * now - at[1]);
    axes();
  }

  function zoom(factor, middle = null) {
    const plan = one(".human_resources-office");
    const now = plan.getBoundingClientRect().width / Number(plan.getAttribute("viewBox").split(" ")[2]);
    scale = factor ? Math.min(MOST, Math.max(LEAST, now * factor)) : 0;
    size(middle);
  }

  /** Keep row and column numbers at the edge while the plan scrolls. */
  function axes() {
    const floor = one(".human_resources-floor"), plan = one(".human_resources-office");
    if (!floor || !plan) return;
    const [left, top, width] = plan.getAttribute("viewBox").split(" ").map(Number);
    const [oldLeft, oldTop] = (plan.dataset.box ?? plan.getAttribute("viewBox")).split(" ").map(Number);
    const unit = width / plan.getBoundingClientRect().width || 1;
    const x = Math.max(0, floor.getBoundingClientRect().left - plan.getBoundingClientRect().left) * unit + left - oldLeft;
    const y = Math.max(0, floor.getBoundingClientRect().top - plan.getBoundingClientRect().top) * unit + top - oldTop;
    one(".human_resources-axis.is-x", plan).setAttribute("transform", `translate(0 ${y})`);
    one(".human_resources-axis.is-y", plan).setAttribute("transform", `translate(${x} 0)`);
  }

  const held = { at: null, moved: false };

  document.addEventListener("pointerdown", (event) => {
    const floor = event.target.closest?.(".human_resources-floor");
    held.moved = false;
    if (floor && event.pointerType === "mouse" && event.button === 0) held.at = [event.clientX, event.clientY, floor.scrollLeft, floor.scrollTop];
  });
  document.addEventListener("pointermove", (event) => {
    const floor = one(".human_resources-floor");
    if (!held.at || !floor) return;
    const [dx, dy] = [event.clientX - held.at[0], event.clientY - held.at[1]];
    if (!held.moved && Math.hypot(dx, dy) < 6) return;
    held.moved = true;
    floor.classList.add("is-held");
    floor.scrollTo(held.at[2] - dx, held.at[3] - dy);
  });

  /** Two fingers zoom the plan, not the page. One finger scrolls it, which the browser handles. */
  function pinch(floor) {
    let gap = 0;
    const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const onTwo = (act) => (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      act(event.touches);
    };
    floor.addEventListener("touchstart", onTwo((touches) => { gap = spread(touches); }), { passive: false });
    floor.addEventListener("touchmove", onTwo((touches) => {
      const box = floor.getBoundingClientRect(), [a, b] = touches;
      zoom(spread(touches) / gap, [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top]);
      gap = spread(touches);
    }), { passive: false });
  }

  const release = () => {
    held.at = null;
    one(".human_resources-floor")?.classList.remove("is-held");
    setTimeout(() => { if (!held.at) held.moved = false; }, 0);
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  document.addEventListener("wheel", (event) => {
    const floor = event.target.closest?.(".human_resources-floor");
    if (!floor || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const box = floor.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });
  document.addEventListener("scroll", (event) => { if (event.target.matches?.(".human_resources-floor")) axes(); }, true);
  const room = new ResizeObserver(() => size());

  /* ---------- keys ---------- */
  const WAY = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

  function walk(from, [dx, dy]) {
    const kind = from.matches(".human_resources-target") ? ".human_resources-target" : ".human_resources-face";
    const middle = (part) => { const box = part.firstElementChild.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const part of all(kind)) {
      const [px, py] = middle(part);
      const along = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (part !== from && along > 4 && along + 2 * aside < least) [best, least] = [part, along + 2 * aside];
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  document.addEventListener("keydown", (event) => {
    const part = event.target.closest?.(".human_resources-target, .human_resources-face");
    const floor = event.target.closest?.(".human_resources-floor");
    if (!floor) return;
    if (part && WAY[event.key]) walk(part, WAY[event.key]);
    else if (part && event.key === " " && part.matches("a")) part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else if (!event.ctrlKey && "+=".includes(event.key)) zoom(1.25);
    else if (!event.ctrlKey && event.key === "-") zoom(0.8);
    else if (!event.ctrlKey && event.key === "0") zoom(0);
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (held.moved && event.target.closest?.(".human_resources-floor")) {
      event.preventDefault(); // a drag is not a choice
      event.stopPropagation();
    }
    const button = event.target.closest?.("[data-zoom]");
    if (button) zoom({ in: 1.25, out: 0.8, fit: 0 }[button.dataset.zoom]);
  }, true);

  /* ---------- highlights and switches ---------- */
  const show = (event) => {
    const panel = event.target.closest?.("[data-see]");
    for (const part of all(".human_resources-see > .is-seen")) part.classList.remove("is-seen");
    if (panel) document.getElementById(`hr-see-${panel.dataset.see}`)?.classList.add("is-seen");
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("change", (event) => {
    const keep = event.target.dataset?.hrKeep;
    if (keep) try { localStorage.setItem(`human_resources-${keep}`, event.target.checked ? "1" : "0"); } catch { /* private window */ }
  });

  /** Run once for the page, and again for each new board from the socket. */
  function begin() {
    for (const box of all("[data-hr-keep]")) try { box.checked = (localStorage.getItem(`human_resources-${box.dataset.hrKeep}`) ?? (box.defaultChecked ? "1" : "0")) === "1"; } catch { /* private window */ }
    all(".human_resources-face").forEach((face, count) => face.setAttribute("tabindex", count ? "-1" : "0"));
    const floor = one(".human_resources-floor");
    room.disconnect();
    if (floor) {
      pinch(floor);
      room.observe(floor);
    }
    size();
  }

  let view = null; // scroll position to restore on a new board
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".human_resources-floor")) event.preventDefault(); });
  document.addEventListener("human_resources:frame", () => size());
  document.addEventListener("table:swap", (event) => {
    const floor = one(".human_resources-floor");
    if (event.detail.target.id === "t-board" && floor) view = [floor.scrollLeft, floor.scrollTop];
  });
  document.addEventListener("table:swapped", (event) => {
    if (event.detail.target.id !== "t-board") return;
    begin();
    if (view) one(".human_resources-floor")?.scrollTo(...view);
  });
  begin();
})();
