// "Show me": plays the moves since the last visit on the table itself, from the moments of the replay. Its button is then
// "Stop"; any press, a key or news end it as well. Then, as at its end, the parts of now are back, untouched. Without this,
// the link opens the replay.
(() => {
  "use strict";
  const link = document.querySelector("#missed a"), slip = document.getElementById("missed");
  if (!link || !window.beats) return;
  const PARTS = ["t-board", "t-seats", "t-decision"], MOST = 60; // parts that are shown as they were; moves
  const first = Number(new URL(link.href).searchParams.get("at")); // the last move that was seen
  const newest = () => Number(document.getElementById("t-status").dataset.version);
  const line = document.querySelector(".status-last"), news = line?.textContent; // says what has just happened
  const READS = (words) => Math.min(2500, 500 + 25 * words.length); // milliseconds for which the words of a move stay
  let now = null; // the parts of now, while earlier ones are shown

  const put = (parts) => window.motion.change(() => { for (const part of parts) document.getElementById(part.id)?.replaceWith(part); });

  function end() {
    if (!now) return;
    const parts = now;
    now = null;
    put(parts);
    if (line) line.textContent = news;
    if (slip.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
    slip.remove();
  }

  async function play() {
    now = PARTS.map((id) => document.getElementById(id)).filter(Boolean);
    const words = slip.querySelector("span") ?? slip, last = newest();
    for (let version = first; version <= last && now; version += 1) {
      const then = fromHtml(await fetchPart(`${link.pathname}?at=${version}`));
      if (!now) return;
      const isNext = version > first, began = performance.now();
      const told = all(".moment-told p", then).map((one) => one.textContent).join(" "), isSaid = line?.checkVisibility({ visibilityProperty: true });
      if (isNext) words.textContent = `Move ${version - first} of ${last - first}` + (isSaid ? "" : `: ${told}`);
      if (line) line.textContent = told;
      await window.beats.showMoment(then, isNext, () => now, () => (version === last ? end() : put(PARTS.map((id) => then.getElementById(id)).filter(Boolean))));
      const rest = (isNext ? READS(told) : 500) * Number(document.documentElement.dataset.speed || 1) - (performance.now() - began);
      if (now) await new Promise((done) => { setTimeout(done, rest); });
    }
  }

  link.addEventListener("click", (event) => {
    if (opensElsewhere(event) || document.documentElement.dataset.speed === "0" || newest() - first > MOST) return;
    event.preventDefault();
    const stop = makeButton("Stop", { dataset: { stop: "" } });
    link.replaceWith(stop);
    stop.focus({ preventScroll: true });
    play().catch(() => location.assign(link.href));
  });
  document.addEventListener("table:sent", () => slip.remove()); // the news are wanted now
  for (const kind of ["pointerdown", "keydown", "table:news"]) document.addEventListener(kind, end, true);
})();
