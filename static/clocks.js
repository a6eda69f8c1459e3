// Counts clocks down, shows times in the reader's time zone, and sets the window title. Pages work without it.
(() => {
  "use strict";
  // Use the server's time, because the device's clock may be wrong. Compare it with the moment when the page began to
  // arrive, not with now: a busy device may run this script seconds later.
  const arrived = performance.getEntriesByType("navigation")[0]?.responseStart || performance.now();
  const then = (Date.now() - (performance.now() - arrived)) / 1000;
  const skew = (Number(document.body.dataset.now) || then) - then;
  const drift = Math.abs(skew) > 1 ? skew : 0;
  const secondsTo = (moment) => (Date.parse(moment) - Date.now()) / 1000 - drift;

  function words(seconds) {
    if (seconds < 0) return "time is up";
    if (seconds < 120) return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    if (minutes < 60) return `${minutes} min`;
    if (hours < 10) return `${hours} h ${minutes % 60} min`;
    if (hours < 48) return `${hours} h`;
    return `${days} d ${hours % 24} h`;
  }

  function tickClocks() {
    for (const clock of all("[data-clock]")) {
      const due = secondsTo(clock.dateTime);
      if (Number.isNaN(due)) continue;
      // First the time for the move counts down, then the reserve; the label next to the clock says which.
      const own = secondsTo(clock.dataset.drains), left = own > 0 ? own : due;
      const runs = clock.nextElementSibling;
      if (runs?.dataset.before) runs.textContent = own > 0 ? runs.dataset.before : runs.dataset.after;
      const text = words(left);
      if (clock.textContent !== text) clock.textContent = text;
      const total = Number(clock.dataset.total) || 18000;
      clock.classList.toggle("is-soon", due >= 0 && due < Math.min(total / 5, 3600));
      clock.classList.toggle("is-over", due < 0);
    }
  }

  /* My own clock is running out: announce it once per deadline, and count down in the window title, also in the background. */
  let warned = "", hurry = "";
  function warn() {
    const clock = one("#t-status[data-mine] [data-clock]");
    const left = clock ? secondsTo(clock.dateTime) : Infinity;
    const span = Math.min(60, (Number(clock?.dataset.total) || 300) / 4);
    hurry = left > 0 && left < span ? `${words(left)} \u00b7 ` : "";
    if (!hurry || warned === clock.dateTime) return;
    warned = clock.dateTime;
    document.dispatchEvent(new Event("table:hurry"));
    const said = one("#said");
    if (said) said.textContent = `Your time is nearly up: ${Math.round(left)} seconds left.`;
  }

  const date = { dateStyle: "medium" }, time = { timeStyle: "short" };
  const written = (at, shape) => new Intl.DateTimeFormat(undefined, shape).format(at);
  /** In a log or chat, today's lines have their time, earlier ones their day. */
  function shapeOf(kind, at) {
    const now = new Date();
    if (kind !== "time") return kind === "date" ? date : { ...date, ...time };
    if (at.toDateString() === now.toDateString()) return time;
    return at.getFullYear() === now.getFullYear() ? { day: "numeric", month: "short" } : date;
  }
  /** Times in the reader's time zone. */
  window.localTimes = () => {
    for (const mark of all("time[data-local]")) {
      const at = new Date(mark.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      mark.title = written(at, { dateStyle: "full", timeStyle: "short" });
      mark.textContent = written(at, shapeOf(mark.dataset.local, at));
      delete mark.dataset.local;
    }
  };

  // On the table page, the window title says when it is my turn.
  const mine = "Your turn \u00b7 ";
  const title = document.title.replace(mine, "");
  function markTitle() {
    const status = one("#t-status");
    if (status) document.title = hurry + ("mine" in status.dataset ? mine : "") + title;
  }

  function tick() {
    warn();
    markTitle();
    if (document.hidden) return;
    tickClocks();
    localTimes();
  }

  document.addEventListener("visibilitychange", tick);
  for (const name of ["htmx:afterSettle", "table:shown", "table:swapped"]) document.addEventListener(name, tick);
  tick();
  setInterval(tick, 1000);
})();
