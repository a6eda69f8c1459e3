// Replay: steps through a match without reloading, animates the pieces, and plays automatically. All links work without it.
(() => {
  "use strict";
  const moment = () => document.getElementById("moment");
  const bar = document.getElementById("replay"), said = document.getElementById("said");
  const [button, speed, jump, viewAs] = ["[data-play]", "#speed", "#jump", "#view-as"].map((part) => bar.querySelector(part));
  const ready = new Map(); // URL: promise of its HTML
  let timer = 0, turn = 0, until = Infinity;

  function load(address) {
    if (!ready.has(address)) {
      if (ready.size > 30) ready.clear();
      const answer = fetchPart(address);
      answer.catch(() => ready.delete(address));
      ready.set(address, answer);
    }
    return ready.get(address);
  }

  const switches = () => all("[data-switch]", moment()); // of the view, in some titles
  function swap(part) {
    const reads = moment().querySelector("[data-words]")?.open, ticked = switches().filter((box) => box.checked).map((box) => box.dataset.switch);
    moment().replaceWith(part);
    moment().querySelector("[data-words]")?.toggleAttribute("open", Boolean(reads));
    for (const box of switches()) box.checked = ticked.includes(box.dataset.switch);
  }

  async function show(address, isPlaying = false) {
    if (!isPlaying) stop();
    const mine = ++turn;
    let html;
    try {
      html = await load(address);
    } catch {
      location.assign(address); // the page itself shows the error
      return;
    }
    if (mine !== turn) return;
    const part = fromHtml(html).firstElementChild, isNext = Number(part.dataset.version) === Number(moment().dataset.version) + 1;
    await window.beats.showMoment(part, isNext, () => mine === turn, () => arrive(address, part));
  }

  function arrive(address, part) {
    const way = document.activeElement?.dataset?.go;
    window.motion.change(() => swap(part));
    if (way) (moment().querySelector(`[data-go="${way}"]`) ?? moment().querySelector(".travel a"))?.focus({ preventScroll: true });
    tell();
    history.replaceState(null, "", address);
    const next = moment().querySelector('[data-go="next"]');
    if (next) load(next.href);
    document.dispatchEvent(new Event("replay:moved"));
  }

  function tell() {
    const told = [moment().querySelector("h1"), ...moment().querySelectorAll(".moment-told p:not(.faint)")].map((part) => part.textContent.trim());
    said.textContent = told.join(". ");
    jump.value = Number(moment().dataset.version) - 1;
    const tryIt = bar.querySelector("[data-try]");
    if (tryIt) tryIt.elements.at.value = moment().dataset.version;
  }

  /* ---------- playing ---------- */
  function stop() {
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Play";
    button.setAttribute("aria-pressed", "false");
  }

  async function step() {
    const next = moment().querySelector('[data-go="next"]');
    if (!next || Number(moment().dataset.version) >= until) return stop();
    await show(next.href, true);
    const isQuiet = !moment().querySelector(".moment-told [data-visible]"); // nothing to see: go on at once
    if (timer) timer = setTimeout(step, isQuiet ? 0 : Number(speed.value));
  }

  function play() {
    if (timer) return stop();
    button.textContent = "Pause";
    button.setAttribute("aria-pressed", "true");
    timer = 1;
    const first = moment().querySelector('[data-go="first"]');
    if (moment().querySelector('[data-go="next"]')) return step();
    if (first) show(first.href, true).then(() => { if (timer) timer = setTimeout(step, Number(speed.value)); });
  }

  button.addEventListener("click", play);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#moment a[data-go]");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    show(link.href);
  });

  function go(move) {
    const to = new URL(location.pathname, location.href);
    to.searchParams.set("at", Math.max(0, Math.min(Number(move) || 0, Number(moment().dataset.newest) - 1)) + 1);
    if (viewAs.selectedIndex) to.searchParams.set("as", viewAs.value); // the first option is the viewer's own view, so links to it need no parameter
    show(to.href);
  }
  bar.querySelector("[data-jump]").addEventListener("submit", (event) => { event.preventDefault(); go(jump.value); });
  viewAs.addEventListener("change", () => go(jump.value));

  const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", PageUp: "round-before", PageDown: "round-after" };
  document.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (!way || event.target.closest("input, select, textarea, pre, [role=region], .log") || event.ctrlKey || event.metaKey || event.altKey) return;
    const link = moment().querySelector(`[data-go="${way}"]`);
    event.preventDefault();
    if (link) show(link.href);
  });

  const asked = new URLSearchParams(location.search);
  if (asked.has("play")) { until = Number(asked.get("until")) || Infinity; play(); }
})();
