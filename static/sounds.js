// Eight short sounds, synthesised in the page: card, flip, stamp, coin, my turn, time short, won, lost. Off until the player
// wants them; asked once, at the first live table. A phone vibrates when it is my turn.
(() => {
  "use strict";
  const VOLUMES = { quiet: 0.35, on: 0.7, loud: 1.2 };
  const OF_BEATS = { play: "card", draw: "card", discard: "card", give: "card", deal: "card", reveal: "flip", stamp: "stamp", score: "coin", collect: "coin" };
  const SOFT = { draw: 0.5, deal: 0.4 }, AGAIN = 70; // milliseconds before the same sound is heard again
  const table = document.getElementById("table"), heard = {};
  let air = null, noise = null;

  const volume = () => VOLUMES[window.preferences.get("sounds")] ?? 0;

  function ready() {
    if (!navigator.userActivation?.hasBeenActive) return false;
    air ??= new AudioContext();
    if (!noise) {
      noise = air.createBuffer(1, air.sampleRate * 0.4, air.sampleRate);
      const data = noise.getChannelData(0);
      for (let place = 0; place < data.length; place += 1) data[place] = Math.random() * 2 - 1;
    }
    if (air.state === "suspended") air.resume();
    return true;
  }

  function envelope(at, loud, lasts) {
    const gain = air.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    gain.connect(air.destination);
    return gain;
  }

  /** A tone that slides from one pitch to another. */
  function tone(at, from, to, lasts, loud, type = "sine") {
    const one = air.createOscillator();
    one.type = type;
    one.frequency.setValueAtTime(from, at);
    one.frequency.exponentialRampToValueAtTime(to, at + lasts);
    one.connect(envelope(at, loud, lasts));
    one.start(at);
    one.stop(at + lasts + 0.02);
  }

  /** A breath of noise around a pitch: paper. */
  function paper(at, pitch, lasts, loud) {
    const one = air.createBufferSource(), filter = air.createBiquadFilter();
    one.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    one.connect(filter).connect(envelope(at, loud, lasts));
    one.start(at, Math.random() * 0.2, lasts + 0.02);
  }

  const SOUNDS = {
    card: (at, loud) => { paper(at, 2600, 0.09, 0.5 * loud); tone(at, 210, 120, 0.06, 0.12 * loud); },
    flip: (at, loud) => { paper(at, 1800, 0.07, 0.4 * loud); paper(at + 0.07, 3200, 0.09, 0.5 * loud); },
    stamp: (at, loud) => { tone(at, 130, 48, 0.2, 0.5 * loud, "triangle"); paper(at, 500, 0.12, 0.6 * loud); },
    coin: (at, loud) => { tone(at, 1320, 1310, 0.14, 0.12 * loud); tone(at + 0.05, 1980, 1970, 0.22, 0.1 * loud); },
    turn: (at, loud) => { tone(at, 523, 523, 0.2, 0.16 * loud, "triangle"); tone(at + 0.13, 784, 784, 0.32, 0.16 * loud, "triangle"); },
    hurry: (at, loud) => { for (const beat of [0, 0.16, 0.32]) tone(at + beat, 880, 870, 0.08, 0.14 * loud, "square"); },
    won: (at, loud) => { [523, 659, 784, 1047].forEach((pitch, place) => tone(at + place * 0.13, pitch, pitch, 0.4, 0.16 * loud, "triangle")); },
    lost: (at, loud) => { [392, 330, 262].forEach((pitch, place) => tone(at + place * 0.2, pitch, pitch * 0.98, 0.45, 0.14 * loud, "triangle")); },
  };

  function play(name, part = 1) {
    const loud = volume() * part, now = performance.now();
    if (!loud || document.hidden || now - (heard[name] ?? -AGAIN) < AGAIN) return;
    heard[name] = now;
    try {
      if (ready()) SOUNDS[name](air.currentTime + 0.01, loud);
    } catch { /* no sound available */ }
  }

  /* ---------- when ---------- */
  const status = () => document.getElementById("t-status");
  const isMine = () => "mine" in (status()?.dataset ?? {});
  let wasMine = isMine(), isOver = Boolean(document.querySelector("#t-result")?.firstElementChild), version = status()?.dataset.version, hasBeats = false;
  document.addEventListener("table:beat", ({ detail }) => {
    hasBeats = true;
    if (detail.kind === "victory") outcome();
    if (OF_BEATS[detail.kind]) play(OF_BEATS[detail.kind], SOFT[detail.kind]);
  });
  document.addEventListener("table:hurry", () => play("hurry"));
  document.addEventListener("table:shown", () => {
    const mine = isMine(), over = Boolean(document.querySelector("#t-result")?.firstElementChild), now = status()?.dataset.version;
    if (over && !isOver && !isTold()) outcome();
    else if (mine && !wasMine && !over) myTurn();
    else if (now !== version && !hasBeats) play("card");
    [wasMine, isOver, version, hasBeats] = [mine, over, now, false];
  });

  // The sound of the end comes with the beat of the victory, if there is one.
  const isTold = () => window.beats?.isRunning() && document.querySelector(".seatplate.is-winner");
  const outcome = () => play(document.querySelector(".is-winner.is-me") || table?.dataset.mySeat === undefined ? "won" : "lost");

  function myTurn() {
    play("turn");
    if (window.preferences.get("vibrate") !== "no" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  }

  /* ---------- asked once ---------- */
  const slips = document.querySelector(".slips");
  if (table && "live" in table.dataset && slips && !window.preferences.get("asked-sound")) {
    const slip = make("p", { className: "notice is-info row" }, "Play with sound? ");
    for (const [words, value] of [["Yes", "on"], ["No", ""]]) {
      const button = makeButton(words, { className: value ? "button" : "button is-plain" });
      button.addEventListener("click", () => {
        window.preferences.set("sounds", value);
        window.preferences.set("asked-sound", "yes");
        const list = document.querySelector("[data-preferences] [name=sounds]");
        if (list) list.value = value;
        slip.remove();
        play("turn");
      });
      slip.append(button, " ");
    }
    slips.append(slip);
  }
  document.querySelector("[data-preferences] [name=sounds]")?.addEventListener("change", () => play("turn"));
  window.sounds = { play };
})();
