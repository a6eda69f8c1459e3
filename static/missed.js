// "Show me": plays the moves since the last visit on the table itself, from the moments of the replay. A press, a key or
// news end it; then, as at its end, the parts of now are back, untouched. Without this, the link opens the replay.
(() => {
  "use strict";
  const link = document.querySelector("#missed a"), slip = document.getElementById("missed");
  if (!link || !window.beats) return;
  const PARTS = ["t-board", "t-seats", "t-decision"], MOST = 60; // parts that are shown as they were; moves
  const first = Number(new URL(link.href).searchParams.get("at")); // the last move that was seen
  const newest = () => Number(document.getElementById("t-status").dataset.version);
  const line = document.querySelector(".status-last"), news = line?.textContent; // says what has just happened
  let now = null; // the parts of now, while earlier ones are shown

  const put = (parts) => window.motion.change(() => { for (const part of parts) document.getElementById(part.id)?.replaceWith(part); });

  function end() {
    if (!now) return;
    const parts = now;
    now = null;
    put(parts);
    if (line) line.textContent = news;
    slip.remove();
  }

  async function play() {
    now = PARTS.map((id) => document.getElementById(id)).filter(Boolean);
    const words = slip.querySelector("span") ?? slip, last = newest();
    for (let version = first; version <= last && now; version += 1) {
      const then = fromHtml(await fetchPart(`${link.pathname}?at=${version}`));
      if (!now) return;
      const isNext = version > first, tells = isNext && then.querySelector(".moment-told [data-beats]");
      const told = all(".moment-told p", then).map((one) => one.textContent).join(" "), isSaid = line?.checkVisibility({ visibilityProperty: true });
      if (isNext) words.textContent = `Move ${version - first} of ${last - first}` + (isSaid ? "" : `: ${told}`);
      if (line) line.textContent = told;
      await window.beats.showMoment(then, isNext, () => now, () => (version === last ? end() : put(PARTS.map((id) => then.getElementById(id)).filter(Boolean))));
      if (!tells && now) await new Promise((done) => { setTimeout(done, 500); });
    }
  }

  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || document.documentElement.dataset.speed === "0" || newest() - first > MOST) return;
    event.preventDefault();
    link.hidden = true;
    play().catch(() => location.assign(link.href));
  });
  document.addEventListener("table:sent", () => slip.remove()); // the news are wanted now
  for (const kind of ["pointerdown", "keydown", "table:news"]) document.addEventListener(kind, end, true);
})();
