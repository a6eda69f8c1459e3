// Animates pieces from their old to their new place when a move arrives or a match is replayed. Attributes on parts of the
// picture, all optional (see docs/adding-a-game.md, "The table"):
//   data-piece="card/7"   a piece, by name; several pieces may share a name       data-at="3,4"  tells those apart
//   data-from="deck"      where a new piece comes from, data-to="discard" where one goes that is gone: the name of a
//   data-zone="deck"      place (or a data-ref); data-to="off": swept off the table
//   data-path="a b c"     places that a piece passes on its way, from its data-at  data-fall  a new piece falls like a stamp
(() => {
  "use strict";
  const LONGEST = 600, MOST = 60; // milliseconds for one piece; with more pieces, nothing is animated
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
  /** What lies in a closed fold has a box, too. */
  const isShown = ({ node, box }) => box.width > 0 && node.checkVisibility();
  const isSeen = (box) => box.width > 0 && box.bottom > -200 && box.top < innerHeight + 200;

  const table = document.getElementById("table");

  /** The current position of everything, to pass to after() once the page has changed. */
  function before() {
    skip();
    if (still.matches || document.hidden || !pace()) return null;
    const pieces = all("[data-piece]", table).map(pieceAt);
    const zones = new Map(all("[data-zone], [data-ref]", table).map((node) => [node.dataset.zone ?? node.dataset.ref, boxOf(node)]));
    return { pieces: pieces.filter(isShown), zones };
  }

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

  /** The names of the places that a piece lies in, or is itself; my tray is my seat. */
  function zonesOf(node) {
    const found = [];
    for (let part = node; part && part.id !== "table"; part = part.parentElement) {
      const name = part.dataset.zone ?? part.dataset.ref ?? (part.id === "t-decision" ? `seat/${mySeat()}` : "");
      if (name) found.push(name);
    }
    return found;
  }

  const faceOf = (node) => node.querySelector(".is-held") ?? node; // of a card in the hand, whose label may be narrower
  const pieceAt = (node) => ({ node, box: boxOf(faceOf(node)), name: node.dataset.piece, at: node.dataset.at, to: node.dataset.to, from: node.dataset.from, isMine: Boolean(node.closest("#t-decision")), zones: zonesOf(node) });
  const tail = ({ name }) => name.slice(name.indexOf("/") + 1);

  /** What I have played leaves my hand for the table, under another name: "hand/7" becomes "meld-0/7". */
  function played(gone, fresh) {
    const mine = `seat/${mySeat()}`, found = [];
    for (const to of fresh.filter((piece) => !piece.isMine && piece.from === mine)) {
      const place = gone.findIndex((piece) => piece.isMine && tail(piece) === tail(to));
      if (place >= 0) found.push([gone.splice(place, 1)[0], to]);
    }
    return found;
  }

  /** What has changed, as acts: { what: "move", piece, old }, { what: "enter", piece } or { what: "leave", piece }. */
  function changes(was, now) {
    const [old, fresh] = [was, now].map((pieces) => Map.groupBy(pieces, (one) => one.name)), moved = [], entered = [], gone = [];
    for (const name of new Set([...old.keys(), ...fresh.keys()])) {
      const matched = pairs(old.get(name) ?? [], fresh.get(name) ?? []);
      moved.push(...matched.found);
      entered.push(...matched.fresh);
      gone.push(...matched.gone);
    }
    moved.push(...played(gone, entered));
    const isNew = (piece) => !moved.some(([, to]) => to === piece);
    return [
      ...moved.map(([from, piece]) => ({ what: "move", piece, old: from })),
      ...entered.filter(isNew).map((piece) => ({ what: "enter", piece })),
      ...gone.map((piece) => ({ what: "leave", piece })),
    ];
  }

  function after(was) {
    if (!was) return;
    const acts = changes(was.pieces, all("[data-piece]", table).map(pieceAt).filter(isShown));
    if (acts.length > MOST) return;
    const beatOf = window.motion.plan?.(acts) ?? new Map(), ways = { move, enter, leave };
    const taken = new Set(acts.filter(({ what, piece }) => what === "enter" && piece.isMine).map((act) => beatOf.get(act)));
    const isTaken = (act) => act.what === "leave" && beatOf.has(act) && taken.has(beatOf.get(act)); // it comes into my hand
    for (const act of acts.filter((one) => !isTaken(one))) ways[act.what](act, was, beatOf.get(act) ?? {});
  }

  /** Let the pieces travel from where they are to where this puts them. */
  function change(act) {
    const was = before();
    act();
    after(was);
  }

  /** Converts a screen vector to the node's own units. */
  function scaled(node, dx, dy) {
    const matrix = node instanceof SVGElement && !(node instanceof SVGSVGElement) ? node.getScreenCTM() : null;
    return matrix ? `${dx / (matrix.a || 1)}px ${dy / (matrix.d || 1)}px` : `${dx}px ${dy}px`;
  }

  /** A tray that has grown may cover where a piece of the table lay: the piece comes from its edge. */
  function onTable(box, { isMine }) {
    const tray = isMine ? null : document.getElementById("t-decision")?.getBoundingClientRect(), x = box.x + box.width / 2;
    const isUnder = tray && box.y + box.height / 2 > tray.top && box.y < tray.bottom && x > tray.left && x < tray.right;
    return isUnder ? new DOMRect(box.x, tray.top - box.height, box.width, box.height) : box;
  }

  const vector = (from, to) => [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];

  function play(node, frames, options = {}) {
    const rate = pace() * window.motion.hurry, { duration = 420, delay = 0, ...more } = options;
    const one = node.animate(frames, { easing: "cubic-bezier(.3, .1, .2, 1)", fill: "backwards", ...more, duration: duration * rate, delay: delay * rate });
    running.push(one);
    return one;
  }

  function zoneBox(name, was) {
    if (!name) return null;
    const node = table.querySelector(`[data-zone="${CSS.escape(name)}"], [data-ref="${CSS.escape(name)}"]`);
    const box = node ? boxOf(node) : was?.zones.get(name);
    return box?.width ? box : null;
  }

  const timed = ({ at = 0, lasts }, duration) => ({ delay: at, duration: lasts ? Math.min(lasts, LONGEST) : duration });

  /** Would something around this piece cut it off on its way from there? */
  function isCut(node, from) {
    for (let part = node.parentElement; part && part.id !== "table"; part = part.parentElement) {
      const box = boxOf(part);
      if ((from.y > box.bottom || from.right < box.x || from.x > box.right) && getComputedStyle(part).overflow !== "visible") return true;
    }
    return false;
  }

  /** A copy goes over everything else from my hand to the place where the piece then appears. */
  function carry(old, node, to, times) {
    const [dx, dy] = vector(to, old.box), ghost = ghostOf(old.node, old.box);
    play(node, { opacity: [0, 0, 1] }, times);
    play(ghost, { translate: ["0px 0px", `${dx}px ${dy}px`], scale: [1, to.width / old.box.width], opacity: [1, 1, 0.6] }, times).onfinish = () => ghost.remove();
  }

  function move({ piece: { node, box: to, isMine }, old }, was, beat) {
    const { at } = old, from = isMine ? old.box : onTable(old.box, old), [dx, dy] = vector(from, to);
    if (Math.hypot(dx, dy) < 3 || !(isSeen(from) || isSeen(to))) return;
    const path = (node.dataset.path ?? "").split(" "), isOnIt = path.includes(at);
    const names = isOnIt ? path.slice(path.indexOf(at)) : at === undefined ? path : []; // pieces from elsewhere go straight
    const way = names.map((name) => zoneBox(name)).filter(Boolean).map((box) => scaled(node, ...vector(box, to)));
    const start = isOnIt ? [] : [scaled(node, dx, dy)];
    if (old.isMine && !isMine && isCut(node, from)) return carry(old, node, to, timed(beat, 420));
    const size = Math.min(6, from.width / to.width), large = Math.max(1, size);
    const scale = beat.kind === "stamp" ? [large, large * 1.4, 0.9, 1] : old.isMine && !isMine && [size, 1];
    play(node, { translate: [...start, ...way, "0px 0px"], zIndex: [5, 5], ...(scale && { scale }) }, timed(beat, way.length ? LONGEST : 420));
  }

  function enter({ piece: { node, box, isMine } }, was, beat) {
    if (!isSeen(box)) return;
    const start = beat.from || node.dataset.from, isFromMe = start === `seat/${mySeat()}` && !isMine;
    const source = isFromMe ? boxOf(document.getElementById("t-decision")) : zoneBox(start, was);
    if (beat.kind === "reveal") return play(node, { scale: ["0 1", "0 1", "1 1"] }, timed(beat, 420));
    if ("fall" in node.dataset || (beat.kind === "stamp" && !beat.from)) return play(node, { scale: [1.8, 0.94, 1], opacity: [0, 1, 1] }, { ...timed(beat, 380), easing: "ease-in" });
    const seen = beat.at ? [0, 1, 1] : [0.3, 1]; // one that waits for its beat is not there yet
    if (source) return play(node, { translate: [scaled(node, ...vector(source, box)), "0px 0px"], opacity: seen, zIndex: [5, 5] }, timed(beat, 420));
    play(node, { opacity: [0, 1] }, timed(beat, 300));
  }

  function ghostOf(node, box) {
    const ghost = faceOf(node).cloneNode(true);
    ghost.removeAttribute("id");
    ghost.dataset.piece = node.dataset.piece;
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, { position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, margin: 0, zIndex: 20, pointerEvents: "none" });
    ghost.style.setProperty("--w", `${box.width}px`); // what is measured by the width of a card
    document.querySelector("main").append(ghost);
    ghosts.push(ghost);
    return ghost;
  }

  /** A removed piece stays as a copy until its beat, and flies off if the beat or the page says where to. */
  function leave({ piece }, was, beat) {
    const { node, to, zones } = piece, box = onTable(piece.box, piece), isSwept = to === "off" && !beat.to;
    const isTurned = beat.kind === "reveal" || (beat.to && zones.includes(beat.to)), target = isTurned ? null : zoneBox(beat.to || to, was);
    if (!(target || isTurned || isSwept) || !isSeen(box) || node instanceof SVGElement) return;
    const ghost = ghostOf(node, box);
    const [dx, dy] = target ? vector(target, box) : [-box.right - 40, 60];
    const frames = isSwept ? { translate: ["0px 0px", `${dx}px ${dy}px`], rotate: ["0deg", "-28deg"] } : isTurned ? { scale: ["1 1", "0 1", "0 1"] } : { translate: ["0px 0px", `${dx}px ${dy}px`], scale: [1, Math.min(1, target.height / box.height)], opacity: [1, 0.2] };
    play(ghost, frames, timed(beat, 420)).onfinish = () => ghost.remove();
  }

  // plan: gives acts their beats while an update with beats is shown; hurry: shortens everything when updates pile up (beats.js)
  window.motion = { change, skip, play, plan: null, hurry: 1 };
  document.addEventListener("pointerdown", skip, true);
  for (const kind of ["click", "pointercancel"]) document.addEventListener(kind, () => setTimeout(letGo, 0), true);
  document.addEventListener("keydown", skip, true);

  let was = null;
  document.addEventListener("table:news", () => { was = before(); });
  document.addEventListener("table:shown", () => { after(was); was = null; });
})();
