// Human Resources: the office plan, an SVG in a scrolling box. Zoom and pan by mouse, touch and keyboard, sticky row and
// column numbers, arrow-key navigation, view switches and panel highlights. Choosing a move is in table.js.
(() => {
  "use strict";

  /* ---------- the camera ---------- */
  const LEAST = 0.5, MOST = 3, EDGE = 24;
  const still = matchMedia("(prefers-reduced-motion: reduce)"), large = matchMedia("(min-width: 64rem) and (min-height: 37rem)");
  let seen = [0, 0]; // what is in the middle of the window, in units
  let scale = 0; // pixels per unit as the player wants it; 0: one size for the whole match
  const parts = () => [one(".human_resources-floor"), one(".human_resources-office")];
  const boxOf = (plan) => plan.getAttribute("viewBox").split(" ").map(Number);

  /** Cubicles of at least 44 pixels, 56 on desktops; larger if seven of them have room. It depends on the window alone. */
  const usual = (floor) => Math.max(large.matches ? 1.4 : 1.1, Math.min(MOST, floor.clientWidth / 280, floor.clientHeight / 280));

  /** Where the corner of the place (0,0) is on the screen, and pixels per unit. */
  function corner(plan) {
    const [left, top, width] = boxOf(plan), box = plan.getBoundingClientRect(), unit = box.width / width;
    return [box.left - left * unit, box.top - top * unit, unit];
  }

  /** Change the view, and let the plan travel there from where it was. */
  function glide(change, old = null) {
    const [floor, plan] = parts();
    if (!floor || !plan) return;
    const [x, y, unit] = old ?? corner(plan);
    for (const way of plan.getAnimations()) way.cancel();
    change(floor, plan, old ?? corner(plan));
    axes();
    draw(floor, plan);
    const [nowX, nowY, now] = corner(plan), [left, top] = boxOf(plan);
    if (still.matches || Math.hypot(x - nowX, y - nowY) < 2) return;
    const transformOrigin = `${-left * now}px ${-top * now}px`;
    plan.animate({ transformOrigin: [transformOrigin, transformOrigin], transform: [`translate(${x - nowX}px, ${y - nowY}px) scale(${unit / now})`, "none"] }, { duration: 250, easing: "ease-out" });
  }

  /** Give the plan its size; what is at this point of the screen stays there. */
  const sized = (at) => (floor, plan, [x, y, unit]) => {
    const [atX, atY] = at ?? middle(floor), [, , width, height] = boxOf(plan), now = Math.min(MOST, Math.max(LEAST, scale || usual(floor)));
    plan.setAttribute("width", width * now);
    plan.setAttribute("height", height * now);
    const [nowX, nowY] = corner(plan);
    floor.scrollBy(nowX + ((atX - x) / unit) * now - atX, nowY + ((atY - y) / unit) * now - atY);
  };
  const middle = (floor) => { const box = floor.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };

  const size = (at = null, old = null) => glide(sized(at), old);
  const finish = () => { for (const way of parts()[1]?.getAnimations() ?? []) way.finish(); };

  function zoom(factor, at = null) {
    const [, plan] = parts();
    scale = factor ? Math.min(MOST, Math.max(LEAST, corner(plan)[2] * factor)) : 0;
    size(at);
    if (at) finish(); // it follows the fingers
  }

  /** Pan as little as brings a part of the plan into the window. */
  function reveal(part, isMiddle = false) {
    const over = (low, high, least, most) => {
      if (isMiddle || high - low + 2 * EDGE > most - least) return (low + high - least - most) / 2;
      return Math.max(0, high + EDGE - most) + Math.min(0, low - EDGE - least);
    };
    if (part) glide((floor) => {
      const box = part.getBoundingClientRect(), room = floor.getBoundingClientRect();
      floor.scrollBy(over(box.left, box.right, room.left, room.right), over(box.top, box.bottom, room.top, room.bottom));
    });
  }

  /** The small map of an office that is larger than the window. */
  function draw(floor, plan) {
    const map = one(".human_resources-map"), [left, top, width] = boxOf(plan), unit = width / plan.clientWidth;
    map.toggleAttribute("hidden", floor.scrollWidth <= floor.clientWidth + 1 && floor.scrollHeight <= floor.clientHeight + 1);
    map.setAttribute("viewBox", plan.getAttribute("viewBox"));
    const wide = Math.min(floor.clientWidth, plan.clientWidth), high = Math.min(floor.clientHeight, plan.clientHeight);
    const facts = { x: left + floor.scrollLeft * unit, y: top + floor.scrollTop * unit, width: wide * unit, height: high * unit };
    const [x, y, now] = corner(plan), [atX, atY] = middle(floor);
    if (!plan.getAnimations().length) seen = [(atX - x) / now, (atY - y) / now];
    for (const [name, value] of Object.entries(facts)) map.lastElementChild.setAttribute(name, value);
  }

  function travel(map, event) {
    const box = map.lastElementChild.getBoundingClientRect(), unit = corner(map)[2];
    glide((floor, plan) => {
      const larger = corner(plan)[2] / unit;
      floor.scrollBy((event.clientX - box.left - box.width / 2) * larger, (event.clientY - box.top - box.height / 2) * larger);
    });
  }

  /** Keep row and column numbers at the edge while the plan scrolls. */
  function axes() {
    const [floor, plan] = parts(), [left, top] = (plan.dataset.box ?? plan.getAttribute("viewBox")).split(" ").map(Number);
    const [x, y, unit] = corner(plan), room = floor.getBoundingClientRect(), [west, north] = boxOf(plan);
    one(".human_resources-axis.is-x", plan).setAttribute("transform", `translate(0 ${Math.max(north, (room.top - y) / unit) - top})`);
    one(".human_resources-axis.is-y", plan).setAttribute("transform", `translate(${Math.max(west, (room.left - x) / unit) - left} 0)`);
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
      const [a, b] = touches;
      zoom(spread(touches) / gap, [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2]);
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
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [event.clientX, event.clientY]);
  }, { passive: false });
  document.addEventListener("scroll", (event) => {
    if (!event.target.matches?.(".human_resources-floor")) return;
    axes();
    draw(...parts());
  }, true);
  const room = new ResizeObserver(() => {
    const [left, top] = seen; // the middle stays in the middle
    size();
    glide((floor, plan, [x, y, unit]) => {
      const [atX, atY] = middle(floor);
      floor.scrollBy(x + left * unit - atX, y + top * unit - atY);
    });
    finish();
  });

  /* ---------- keys ---------- */
  const WAY = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

  function walk(from, way) {
    const found = all(".human_resources-face");
    const best = found[window.choosing?.nearest(middle(from.firstElementChild), found.map((part) => middle(part.firstElementChild)), way)];
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({ preventScroll: true });
    reveal(best);
  }

  document.addEventListener("focusin", ({ target }) => { if (target.matches?.(".human_resources-target:focus-visible")) reveal(target); });
  document.addEventListener("keydown", (event) => {
    const part = event.target.closest?.(".human_resources-face");
    const floor = event.target.closest?.(".human_resources-floor");
    if (!floor) return;
    if (part && WAY[event.key]) walk(part, WAY[event.key]);
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
    const button = event.target.closest?.("[data-zoom]"), map = event.target.closest?.(".human_resources-map");
    if (map) travel(map, event);
    if (button) zoom({ in: 1.25, out: 0.8, fit: 0 }[button.dataset.zoom]);
  }, true);

  /* ---------- highlights and switches ---------- */
  const show = (event) => {
    const panel = event.target.closest?.("[data-see]"), shown = one(".human_resources-see > .is-seen");
    const next = panel && document.getElementById(`hr-see-${panel.dataset.see}`);
    if (shown === next) return;
    shown?.classList.remove("is-seen");
    next?.classList.add("is-seen");
    reveal(next);
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("change", (event) => {
    const keep = event.target.dataset?.switch;
    if (keep) remembered(`human_resources-${keep}`, event.target.checked ? "1" : "0");
  });

  let latest = ""; // the newest cubicles as they have been shown: a board that comes again moves nobody's view

  /** Run once for the page, and again for each new board from the socket. */
  function begin(old = null) {
    for (const box of all("[data-switch]")) box.checked = (remembered(`human_resources-${box.dataset.switch}`) ?? (box.defaultChecked ? "1" : "0")) === "1";
    all(".human_resources-face").forEach((face, count) => face.setAttribute("tabindex", count ? "-1" : "0"));
    const floor = one(".human_resources-floor");
    room.disconnect();
    if (floor) {
      pinch(floor);
      room.observe(floor);
    }
    size(null, old);
    const fresh = one(".human_resources-fresh"), isNew = fresh?.outerHTML !== latest;
    latest = fresh?.outerHTML ?? "";
    if (!old) reveal(one("#hr-cells"), true);
    if (!old || isNew) reveal(fresh);
    if (!old) finish();
  }

  let old = null; // the view of the board that is being replaced
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".human_resources-floor")) event.preventDefault(); });
  document.addEventListener("human_resources:frame", () => size());
  document.addEventListener("human_resources:lit", (event) => reveal(event.target));
  document.addEventListener("table:swap", (event) => {
    const [, plan] = parts();
    if (event.target.id === "t-board" && plan) old = corner(plan);
  });
  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-board") begin(old); });
  begin();
})();
