// When each beat of a move is shown, and which piece moves in which beat. Pure functions: static/beats.js plays the result.
// A beat is written kind|from|to|piece|number|art|words (games/table/beats.py).
(() => {
  "use strict";
  // Milliseconds that a beat lasts, and after how many the next one of the same kind follows.
  const LASTS = { play: 420, draw: 340, discard: 380, give: 440, reveal: 560, score: 620, move: 600, stamp: 520, collect: 620, deal: 520, banner: 1700, victory: 2000 };
  const STEPS = { play: 160, draw: 110, discard: 90, give: 160, reveal: 0, score: 240, move: 90, stamp: 320, collect: 200, deal: 70, banner: 1700 }, RING = 90;
  const SCENE = 2800, OPENING = 1500, JOURNEY = 1200; // a banner with a part of the page, hands that open, a drawing on its way
  const RESULT = 1200, LONGEST = 4200; // the least time for a result before a new deal, the most time for all beats

  const read = (text) => text.split(";").filter(Boolean).map((one) => {
    const [kind, from = "", to = "", piece = "", number = "", art = "", words = ""] = one.split("|");
    return { kind, from, to, piece, number, art, words };
  });

  /** Drawn over the table, and moves none of its pieces. */
  const isOverlay = ({ kind, number, art, words }) => ["score", "banner", "victory"].includes(kind) || Boolean(number) || (kind === "stamp" && Boolean(art || words));

  /** A banner that shows a part of the new page. */
  const isScene = ({ kind, piece }) => kind === "banner" && Boolean(piece);
  const lengthOf = (beat) => (isScene(beat) ? SCENE : beat.kind === "reveal" && beat.art ? OPENING : beat.kind === "collect" && beat.art ? JOURNEY : LASTS[beat.kind] ?? 400);

  /** A closed hand that opens, a thumb that turns. */
  const isSecret = ({ kind, art }) => Boolean(art) && (kind === "reveal" || kind === "stamp");

  /** What is told of the old state: before a new deal, or secrets that the new page would give away. Then what follows. */
  function split(beats, isStill = false) {
    const deal = beats.findIndex(({ kind }) => kind === "deal"), moved = beats.findIndex((beat) => !isOverlay(beat) || isScene(beat));
    const first = isStill ? [] : beats.slice(0, moved < 0 ? undefined : moved), opened = first.findLastIndex(isSecret);
    const stays = ({ kind, to }) => kind === "banner" || to.startsWith("seat/"); // what it is shown at is on the new page, too
    const isLater = (beat, place) => isScene(beat) || (stays(beat) && place > moved); // its cause is seen first
    const early = beats.filter((beat, place) => place <= opened || (place < deal && isOverlay(beat) && !isLater(beat, place)));
    return { early, late: beats.filter((beat) => !early.includes(beat)) };
  }

  /** Give each beat its start and length: one kind after another, beats of one kind close together. */
  function lay(beats, least = 0) {
    const laid = [];
    let end = 0, start = 0;
    beats.forEach((beat, place) => {
      const isRing = beat.kind === "score" && !beat.number, lasts = lengthOf(beat);
      start = place && beats[place - 1].kind === beat.kind ? start + (isRing ? RING : isScene(beats[place - 1]) ? SCENE : STEPS[beat.kind]) : end;
      end = Math.max(end, start + lasts);
      laid.push({ ...beat, at: start, lasts });
    });
    const rate = end > LONGEST ? LONGEST / end : 1;
    for (const beat of laid) { beat.at *= rate; beat.lasts *= rate; }
    return { beats: laid, lasts: laid.length ? Math.max(least, end * rate) : 0 };
  }

  /** Is this change of a piece part of this beat? `act`: { what: enter | leave | move, piece, old }, pieces with name,
      from, to and the zones they lie in. */
  function fits({ what, piece, old = piece }, beat) {
    if (beat.piece) return [piece.name, old.name].includes(beat.piece);
    const comes = (zone) => piece.zones.includes(zone), left = (zone) => old.zones.includes(zone);
    if (beat.kind === "reveal") return what !== "move" && (comes(beat.to) || left(beat.to));
    if (what === "enter") return beat.to ? comes(beat.to) : Boolean(beat.from) && piece.from === beat.from;
    if (what === "leave") return beat.from ? left(beat.from) : Boolean(beat.to) && piece.to === beat.to;
    return Boolean(beat.from && beat.to) && comes(beat.to) && left(beat.from) && !left(beat.to);
  }

  /** The beat of each act (a Map): what comes has come from where it was last. Acts without one happen at once, or with the new deal if there is one. */
  function assign(acts, beats) {
    const found = new Map(), deal = beats.find(({ kind }) => kind === "deal");
    for (const act of acts) {
      const fitting = beats.filter((one) => (one.piece || !isOverlay(one)) && fits(act, one));
      const beat = fitting.find(({ piece }) => piece) ?? fitting.at(act.what === "enter" ? -1 : 0) ?? (deal && act.what !== "move" && { ...deal, from: "", to: "" });
      if (beat) found.set(act, beat);
    }
    return found;
  }

  /** In which beat the counter of a seat changes by so much: the one that says this number, or ends its sum; else the first
      that brings or takes something. */
  function counting(all, change, seat) {
    const beats = all.filter(({ from, to }) => [from, to].includes(seat));
    const told = beats.filter(({ number }) => Number(number));
    const sum = told.reduce((so, { number }) => so + Number(number), 0);
    return told.find(({ number }) => Number(number) === change) ?? (sum === change ? told.at(-1) : undefined) ?? beats.find((one) => !Number(one.number) && one[change > 0 ? "to" : "from"] === seat) ?? beats[0];
  }

  /** How long everything takes, as a part of its usual time, if so many updates wait; 0: show nothing of them. */
  const hurry = (waiting) => (waiting < 3 ? 1 : waiting < 5 ? 0.4 : waiting < 7 ? 0.15 : 0);

  globalThis.timeline = { read, split, lay, assign, counting, isOverlay, hurry, RESULT };
})();
