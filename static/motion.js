// Animates pieces from their old to their new place when a move arrives or a match is replayed. Attributes on parts of the
// picture, all optional (see docs/adding-a-game.md, "The table"):
//   data-piece="card/7"   a piece, by name; several pieces may share a name       data-at="3,4"  tells those apart
//   data-from="deck"      where a new piece comes from, data-to="discard" where one goes that is gone: the name of a
//   data-zone="deck"      place (or a data-ref)
//   data-path="a b c"     places that a piece passes on its way, from its data-at  data-fall  a new piece falls like a stamp
(() => {
  "use strict";
  const LONGEST = 600, MOST = 60; // milliseconds for a whole move; with more pieces, nothing is animated
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const mySeat = () => document.querySelector(".stage")?.dataset.mySeat;
  const pace = () => Number(document.documentElement.dataset.speed || 1); // 0: nothing moves
  let running = [], ghosts = [], pressed = [];

  /** Ends all animation, on any key or touch and before the next move. A piece touched in flight stays in place until the
      touch ends, so that it does not slip away from under the finger. */
  function skip(event) {
    letGo();
    const touched = event?.type === "pointerdown" ? event.composedPath() : [];
    pressed = running.filter((one) => one.playState === "running" && touched.includes(one.effect.target));
    for (const one of running) pressed.includes(one) ? one.pause() : one.finish();
    for (const ghost of ghosts) ghost.remove();
    running = [];
    ghosts = [];
  }

  function letGo() {
    for (const one of pressed) one.finish();
    pressed = [];
  }

  const boxOf = (node) => node.getBoundingClientRect();
  const isSeen = (box) => box.width > 0 && box.bottom > -200 && box.top < innerHeight + 200;

  /** The current position of everything, to pass to after() once the page has changed. */
  function before(root) {
    skip();
    if (still.matches || document.hidden || !pace()) return null;
    const pieces = [...root.querySelectorAll("[data-piece]")].map(pieceAt);
    const zones = new Map([...root.querySelectorAll("[data-zone], [data-ref]")].map((node) => [node.dataset.zone ?? node.dataset.ref, boxOf(node)]));
    return { pieces: pieces.filter(({ box }) => box.width), zones };
  }

  const groups = (pieces) => Map.groupBy?.(pieces, (one) => one.name) ?? pieces.reduce((all, one) => all.set(one.name, [...(all.get(one.name) ?? []), one]), new Map());

  /** Pairs up old and new pieces with the same name: first those at the same place, then the others in order. */
  function pairs(old, fresh) {
    const rest = [...old], left = [];
    for (const piece of fresh) {
      const same = piece.at === undefined ? -1 : rest.findIndex((one) => one.at === piece.at);
      if (same < 0) left.push(piece);
      else rest.splice(same, 1);
    }
    const found = left.slice(0, rest.length).map((piece, place) => [rest[place], piece]);
    return { found, gone: rest.slice(found.length), fresh: left.slice(found.length) };
  }

  const pieceAt = (node) => ({ node, box: boxOf(node), name: node.dataset.piece, at: node.dataset.at, to: node.dataset.to, from: node.dataset.from, isMine: Boolean(node.closest("#t-decision")) });
  const tail = ({ name }) => name.slice(name.indexOf("/") + 1);

  /** What I have played leaves my hand for the table, under another name: "hand/7" becomes "meld/7". */
  function played(gone, fresh) {
    const mine = `seat/${mySeat()}`, found = [];
    for (const to of fresh.filter((piece) => !piece.isMine && piece.from === mine)) {
      const place = gone.findIndex((piece) => piece.isMine && tail(piece) === tail(to));
      if (place >= 0) found.push([gone.splice(place, 1)[0], to]);
    }
    return found;
  }

  function after(root, was) {
    if (!was) return;
    const now = [...root.querySelectorAll("[data-piece]")].map(pieceAt).filter(({ box }) => box.width);
    const [old, fresh] = [groups(was.pieces), groups(now)];
    const moved = [], entered = [], gone = [];
    for (const name of new Set([...old.keys(), ...fresh.keys()])) {
      const matched = pairs(old.get(name) ?? [], fresh.get(name) ?? []);
      moved.push(...matched.found);
      entered.push(...matched.fresh);
      gone.push(...matched.gone);
    }
    moved.push(...played(gone, entered));
    const isNew = ({ node }) => !moved.some(([, to]) => to.node === node);
    if (moved.length + entered.length + gone.length > MOST) return;
    for (const [from, to] of moved) move(to.node, from.box, to.box, root, from.at);
    for (const piece of entered.filter(isNew)) enter(piece, was, root);
    for (const piece of gone) leave(piece, root);
  }

  /** Converts a screen vector to the node's own units. */
  function scaled(node, dx, dy) {
    const matrix = node instanceof SVGElement && !(node instanceof SVGSVGElement) ? node.getScreenCTM() : null;
    return matrix ? `${dx / (matrix.a || 1)}px ${dy / (matrix.d || 1)}px` : `${dx}px ${dy}px`;
  }

  const vector = (from, to) => [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];

  function play(node, frames, options = {}) {
    const one = node.animate(frames, { easing: "cubic-bezier(.3, .1, .2, 1)", ...options, duration: (options.duration ?? 420) * pace() });
    running.push(one);
    return one;
  }

  function zoneBox(root, name, was) {
    if (!name) return null;
    const node = root.querySelector(`[data-zone="${CSS.escape(name)}"], [data-ref="${CSS.escape(name)}"]`);
    const box = node ? boxOf(node) : was?.zones.get(name);
    return box?.width ? box : null;
  }

  function move(node, from, to, root, at) {
    const [dx, dy] = vector(from, to);
    if (Math.hypot(dx, dy) < 3 || !(isSeen(from) || isSeen(to))) return;
    const path = (node.dataset.path ?? "").split(" "), isOnIt = path.includes(at);
    const names = isOnIt ? path.slice(path.indexOf(at)) : at === undefined ? path : []; // pieces from elsewhere go straight
    const way = names.map((name) => zoneBox(root, name)).filter(Boolean).map((box) => scaled(node, ...vector(box, to)));
    const start = isOnIt ? [] : [scaled(node, dx, dy)];
    play(node, { translate: [...start, ...way, "0px 0px"], zIndex: [5, 5] }, { duration: way.length ? LONGEST : 420 });
  }

  function enter({ node, box }, was, root) {
    if (!isSeen(box)) return;
    const source = zoneBox(root, node.dataset.from, was);
    if ("fall" in node.dataset) return play(node, { scale: [1.8, 0.94, 1], opacity: [0, 1, 1] }, { duration: 380, easing: "ease-in" });
    if (source) return play(node, { translate: [scaled(node, ...vector(source, box)), "0px 0px"], opacity: [0.3, 1] });
    play(node, { opacity: [0, 1] }, { duration: 300 });
  }

  /** A removed piece flies off as a copy, if the page says where to. */
  function leave({ node, box, to }, root) {
    const target = zoneBox(root, to);
    if (!target || !isSeen(box) || node instanceof SVGElement) return;
    const ghost = node.cloneNode(true);
    ghost.removeAttribute("id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, { position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, margin: 0, zIndex: 20, pointerEvents: "none" });
    document.querySelector("main").append(ghost);
    ghosts.push(ghost);
    const [dx, dy] = vector(target, box);
    play(ghost, { translate: ["0px 0px", `${dx}px ${dy}px`], opacity: [1, 0.2] }).onfinish = () => ghost.remove();
  }

  window.motion = { before, after, skip, play };
  document.addEventListener("pointerdown", skip, true);
  for (const kind of ["click", "pointercancel"]) document.addEventListener(kind, () => setTimeout(letGo, 0), true);
  document.addEventListener("keydown", skip, true);

  const table = document.getElementById("table");
  if (!table) return;
  let was = null;
  document.addEventListener("table:news", () => { was = before(table); });
  document.addEventListener("table:shown", () => { after(table, was); was = null; });
})();
