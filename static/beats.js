// Plays updates one after another, each with its beats (timeline.js): pieces move in order, numbers fly and count up,
// banners are shown. A touch or a key ends the show. What stands at the end is always what the server sent.
(() => {
  "use strict";
  const { read, split, lay, assign, counting, isOverlay, hurry, RESULT } = window.timeline, { motion, press } = window;
  const root = document.documentElement, stage = () => document.querySelector(".stage");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const isOff = () => document.hidden || root.dataset.speed === "0";
  const FLIES = ["play", "draw", "discard", "give", "collect"]; // shown by a token if no piece of the page moves
  const TELLS = ["stamp", "score", "collect", "banner"]; // when a panel changes
  const GAP = 450; // milliseconds between updates without beats
  const EDGE = 4; // pixels that what is shown keeps from the sides of the window
  const queue = [];
  let isRunning = false, isSkipped = false, timers = [], undone = [], overlays = [], wake = null;

  /* ---------- the queue ---------- */
  /** Show an update after those before it. `swap` changes the page. Resolves when its beats are over. */
  function show(beats, swap, least = 0) {
    return new Promise((done) => {
      queue.push({ beats, swap, least, done });
      if (!isRunning) run();
    });
  }

  async function run() {
    isRunning = true;
    isSkipped = false;
    while (queue.length) {
      const { beats, swap, least, done } = queue.shift();
      motion.hurry = hurry(queue.length);
      if (press.over) await press.over;
      await play(beats, swap, least).catch(reportError);
      done();
    }
    motion.hurry = 1;
    isRunning = false;
  }

  async function play(beats, swap, least) {
    const { early, late } = split(beats, still.matches), after = lay(late, least);
    const before = lay(early, late.some(({ kind }) => kind === "deal") ? RESULT : 0);
    const isOver = () => isSkipped || isOff() || !motion.hurry;
    try {
      if (early.length && !isOver()) await perform(before);
      if (press.over) await press.over;
    } finally {
      if (isOver()) swap();
      else await change(after, swap);
    }
  }

  /** Changes the page, and shows the beats that lead there. */
  async function change({ beats, lasts }, swap) {
    const counts = counters(), held = tellers(), hadWinners = winners().length;
    let moved = new Set();
    motion.plan = (acts) => {
      const found = assign(acts, beats);
      moved = new Set(found.values());
      return found;
    };
    swap();
    motion.plan = null;
    const isWon = !hadWinners && winners().length;
    if (!beats.length && !queue.length && !isWon) return;
    if (!still.matches) {
      countUp(counts, beats);
      hold(held, beats);
    }
    if (beats.length || queue.length) await perform({ beats, lasts: lasts || GAP }, moved);
    if (isWon && !isSkipped) await perform(lay(read("victory")));
  }

  const winners = () => all(".seatplate.is-winner");

  /** Runs the overlays and sounds of these beats, and waits until all are over. `moved`: beats in which pieces move. */
  async function perform({ beats, lasts }, moved = new Set()) {
    if (beats.length) root.dataset.beats = "";
    for (const beat of beats) later(beat.at, () => overlay(beat, moved.has(beat)));
    await new Promise((over) => { wake = over; later(lasts, over); });
    clear();
  }

  const rate = () => Number(root.dataset.speed || 1) * motion.hurry;
  const later = (time, act) => timers.push(setTimeout(act, time * rate()));

  function clear() {
    timers.forEach(clearTimeout);
    for (const act of undone) act();
    for (const node of overlays) node.remove();
    timers = [];
    undone = [];
    overlays = [];
    delete root.dataset.beats;
  }

  /** Ends the show: everything that has arrived is there at once. */
  function skip() {
    if (!isRunning) return;
    isSkipped = true;
    clear();
    motion.skip();
    wake?.();
  }

  // Nothing is replaced before the press is over (hold_updates.js).
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, skip, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });

  /* ---------- what a beat shows beside the pieces ---------- */
  const nameOf = (seat) => document.querySelector(`.seatplate[data-seat="${seat}"] .seatplate-name > :is(a, span)`)?.textContent ?? "";
  const names = (words) => words.replace(/@(\d+)/g, (_, seat, place) => (seat !== stage().dataset.mySeat ? nameOf(seat) : place ? "you" : "You"));

  function boxOf(zone) {
    const mine = `seat/${stage().dataset.mySeat}`, found = zone ? all(`[data-zone="${CSS.escape(zone)}"], [data-ref="${CSS.escape(zone)}"]`, stage()) : [];
    if (zone === mine) found.push(document.getElementById("t-decision"));
    return found.map((node) => node?.getBoundingClientRect()).find((box) => box?.width) ?? null;
  }

  function overlay(beat, hasMoved) {
    document.dispatchEvent(new CustomEvent("table:beat", { detail: beat }));
    if (beat.kind === "banner") return banner(beat);
    if (beat.kind === "victory") return victory(beat);
    if (still.matches) return undefined;
    if (beat.kind === "stamp" && isOverlay(beat)) return stamp(beat);
    if (beat.kind === "reveal" && beat.art) return open(beat);
    if (beat.number) return fly(beat, beat.kind === "collect" ? "beat-number is-coin" : "beat-number", beat.number);
    if (beat.kind === "score") return ring(beat);
    if (FLIES.includes(beat.kind) && (beat.art || !hasMoved)) return fly(beat, beat.art ? "beat-art" : "beat-card", "");
    return undefined;
  }

  function put(className, ...parts) {
    const node = make("div", { className, inert: true, ariaHidden: "true" }, ...parts);
    Object.assign(node.style, { left: 0, top: 0 }); // near an edge it would be measured too narrow
    document.querySelector("main").append(node);
    overlays.push(node);
    return node;
  }

  /** Puts a node into the middle of a box, but not over the edge of the window. */
  function centre(node, box) {
    const left = Math.min(box.x + box.width / 2 - node.offsetWidth / 2, innerWidth - node.offsetWidth - EDGE);
    Object.assign(node.style, { left: `${Math.max(EDGE, left)}px`, top: `${box.y + box.height / 2 - node.offsetHeight / 2}px` });
    return node;
  }

  /** A number, a drawing or a card back on its way from place to place; without a start, it rises at its goal. */
  function fly({ from, to, lasts, art }, className, text) {
    const goal = boxOf(to), start = boxOf(from);
    if (!goal || (!start && !text)) return;
    const node = centre(put(className, text, art ? picture(art) : ""), goal);
    const dx = start ? start.x + start.width / 2 - goal.x - goal.width / 2 : 0, dy = start ? start.y + start.height / 2 - goal.y - goal.height / 2 : 34;
    const frames = { translate: [`${dx}px ${dy}px`, `${dx * 0.9}px ${dy * 0.9 - 10}px`, "0px 0px", "0px 0px"], opacity: [0, 1, 1, text ? 1 : 0], scale: [0.7, 1.25, 1, 1] };
    if (art) Object.assign(frames, { translate: [frames.translate[0], frames.translate[0], "0px 0px"], opacity: [0, 1, 1, 1, 0], scale: [0.7, 1, 1, 0.8] });
    motion.play(node, frames, { duration: art ? lasts : Math.min(600, lasts), easing: "ease-in-out", fill: "both" });
  }

  /** A closed hand that opens and shows a number. */
  function open({ art, number, to, lasts }) {
    const goal = boxOf(to);
    if (!goal) return;
    for (const node of overlays.filter((one) => one.matches(".beat-stamp"))) node.remove(); // the votes of before
    const node = centre(put("beat-open", picture(art), picture(`${art}-open`), make("b", {}, number)), goal);
    node.style.setProperty("--lasts", `${lasts * rate()}ms`);
  }

  /** A ring of light around a place. */
  function ring({ to, lasts }) {
    const goal = boxOf(to);
    if (!goal) return;
    const node = put("beat-ring");
    Object.assign(node.style, { left: `${goal.x}px`, top: `${goal.y}px`, width: `${goal.width}px`, height: `${goal.height}px` });
    motion.play(node, { opacity: [0, 1, 1, 0.5], scale: [1.3, 1, 1, 1] }, { duration: Math.min(600, lasts), fill: "both" });
  }

  const picture = (art) => drawingOf(`${stage().dataset.moments}#${art}`, "0 0 160 100");

  /** A picture with a few words over the board; with a `piece`, that part of the page as a scene. */
  function banner({ art, words, to, piece, lasts }) {
    const drawn = art && stage().dataset.moments ? picture(art) : "";
    const scene = piece && stage().querySelector(`[data-ref="${CSS.escape(piece)}"]`);
    const node = overBoard(lasts, "beat-banner", drawn, scene ? scene.cloneNode(true) : "", words && make("b", {}, names(words)));
    if (to.startsWith("seat/")) node.dataset.seat = to.slice(5);
  }

  function overBoard(lasts, ...parts) {
    const node = centre(put(...parts), document.getElementById("t-board").getBoundingClientRect());
    node.classList.toggle("is-still", still.matches);
    node.style.setProperty("--lasts", `${lasts * rate()}ms`);
    return node;
  }

  /** The names of the winners on a ribbon, and their plates lifted: the last moment before the card of the end. */
  function victory({ lasts }) {
    const won = winners(), seats = won.map((plate) => plate.dataset.seat);
    const who = names(new Intl.ListFormat("en-GB").format(seats.map((seat) => `@${seat}`))), isOne = seats.length === 1 && who !== "You";
    const node = overBoard(lasts, "beat-victory", make("b", {}, `${who} ${isOne ? "wins" : "win"}`));
    if (seats.length === 1) node.dataset.seat = seats[0];
    for (const plate of won) plate.classList.add("is-lifted");
    undone.push(() => { for (const plate of won) plate.classList.remove("is-lifted"); });
  }

  /** A stamp that falls onto a place. */
  function stamp({ art, words, to, lasts }) {
    const goal = boxOf(to);
    if (!goal) return;
    const node = centre(put("beat-stamp", art ? picture(art) : names(words)), goal);
    motion.play(node, { scale: [2.4, 0.92, 1, 1], opacity: [0, 1, 1, 1], rotate: ["-14deg", "-8deg", "-8deg", "-8deg"] }, { duration: Math.min(600, lasts), easing: "ease-in", fill: "both" });
  }

  /* ---------- numbers count up ---------- */
  const numberIn = (node) => [...node.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && /\d/.test(part.data));
  const counterNodes = () => all(".seatplate").flatMap((plate) => all(".counter", plate).map((node, place) => [`${plate.dataset.seat}/${place}/${node.className}`, plate.dataset.seat, numberIn(node)]));

  const counters = () => new Map(counterNodes().filter(([, , text]) => text).map(([key, , text]) => [key, text.data]));

  /** Until its beat is over, a counter shows what it showed; then it counts to its new number. */
  function countUp(was, beats) {
    for (const [key, seat, text] of counterNodes()) {
      const old = was.get(key), now = text?.data, beat = counting(beats, now - old, `seat/${seat}`);
      if (!beat || !old || old === now || !/^\s*\d+\s*$/.test(old + now)) continue;
      const steps = Math.min(8, Math.abs(now - old));
      text.data = old;
      undone.push(() => { text.data = now; });
      for (let step = 1; step <= steps; step += 1) later(beat.at + beat.lasts * 0.7 + 40 * step, () => { text.data = step === steps ? now : String(Math.round(Number(old) + ((now - old) * step) / steps)); });
    }
  }

  /** Parts that keep what they showed until a beat tells it, by name: a node and whether a beat is this one. */
  function tellers() {
    const plates = all(".seatplate > :is(.counters, .seatplate-facts)").map((node) => {
      const seat = `seat/${node.parentElement.dataset.seat}`;
      const falls = (piece) => document.querySelector(`[data-ref="${seat}"] [data-piece="${CSS.escape(piece)}"]`); // at that seat
      return [seat + node.className, { node, isTold: ({ kind, from, to, piece }) => TELLS.includes(kind) && ([from, to].includes(seat) || (kind === "stamp" && piece && falls(piece))) }];
    });
    const texts = all("[data-after]").map((node) => {
      const words = node.dataset.after.split(" ");
      return [node.classList[0] + node.dataset.after, { node, isTold: ({ kind, from, to, piece }) => words.every((one) => [kind, from, to, piece].includes(one)) }];
    });
    return new Map([...plates, ...texts]);
  }
  const withoutNumbers = (node) => node.matches(".counters") ? node.innerHTML.replace(/>\s*\d+\s*</g, "><") : node.innerHTML; // those count up

  /** Until it is told, a panel keeps the stamps and the face that it showed, and a text its words. */
  function hold(was, beats) {
    for (const [name, { node: now, isTold }] of tellers()) {
      const old = was.get(name)?.node, beat = beats.find(isTold);
      if (!old || !beat || withoutNumbers(old) === withoutNumbers(now)) continue;
      const tell = () => old.replaceWith(now);
      now.replaceWith(old);
      undone.push(tell);
      later(beat.at + beat.lasts * 0.7, tell);
    }
  }

  /** Show an update that deals a new round. `between` changes the page to what stood before the deal: what led there is
      told first. */
  function showDeal(beats, between, swap) {
    const deal = between && !isOff() ? beats.findIndex(({ kind }) => kind === "deal") : 0;
    if (deal <= 0) return show(beats, swap);
    show(beats.slice(0, deal), between, RESULT);
    return show(beats.slice(deal), () => { swap(); close(); });
  }

  /** Panels that have opened by themselves lie on the new round: they close if it has been told, and at a touch beside them. */
  function close(touched = null) {
    for (const panel of all("[data-passing][open]:not(:has(> [data-touched]))")) panel.open = panel.contains(touched);
  }
  document.addEventListener("click", ({ target }) => { if (target.closest?.("#t-board")) close(target); });

  /* ---------- updates of a live table ---------- */
  const ofRecords = (node) => all("[data-onto] > li", node).reverse().flatMap((record) => [...record.querySelectorAll("[data-beats]")]).flatMap((line) => read(line.dataset.beats));

  const connection = window.tableSocket;
  if (connection) {
    const swap = connection.show;
    connection.show = (html) => {
      const made = html.includes("data-beats") ? fromHtml(html) : null, beats = made ? ofRecords(made) : [], kept = made?.querySelector("[data-between]");
      const tells = beats.length || (html.includes(" is-winner") && !winners().length);
      if (!isRunning && (!tells || isOff())) swap(html);
      else showDeal(beats, kept && (() => swap(kept.innerHTML)), () => swap(html));
    };
  }

  /* ---------- moments of a replay ---------- */
  /** Show a moment; with its beats and what stood before its deal, if it is the next one. `swap` changes the page to it. */
  function showMoment(moment, isNext, isWanted, swap) {
    const beats = isNext ? all(".moment-told [data-beats]", moment).flatMap((line) => read(line.dataset.beats)) : [];
    const kept = isNext && moment.querySelector("[data-between]");
    const between = () => {
      for (const part of [...kept.content.children]) document.getElementById(part.id)?.replaceWith(part);
      document.querySelector("#moment .status")?.replaceWith(moment.querySelector(".status").cloneNode(true)); // the words of this move
    };
    return showDeal(beats, kept && (() => { if (isWanted()) motion.change(between); }), () => { if (isWanted()) swap(); });
  }
  window.beats = { showMoment, isRunning: () => isRunning };
})();
