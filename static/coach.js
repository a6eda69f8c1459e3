// A tutorial on the stage: a ring around the one thing to click, and one sentence next to it. Each new decision shows the next
// lesson about something that is in sight; once a choice is ready, the ring moves to the button that confirms it.
(() => {
  "use strict";
  const coach = document.getElementById("coach");
  if (!coach) return;
  const NEAR = 12, EDGE = 8; // pixels between ring and text, and to the edge of the window
  const ring = make("div", { className: "coach-ring", ariaHidden: "true" });
  coach.before(ring);
  const lessons = [...coach.querySelectorAll("article")];
  const decision = () => document.getElementById("t-decision")?.dataset.decision ?? "";
  const unsaid = new Set([...lessons.keys()].slice(Number(coach.dataset.due)));
  let asked = "", shown = -1;

  const isSeen = (node) => Boolean(node?.checkVisibility({ checkVisibilityCSS: true }) && node.getBoundingClientRect().width > 4);

  /** The first visible element that a lesson points at. */
  const placeOf = (lesson) => lesson.dataset.point.split(/, (?=[.#[])/).flatMap((point) => [...document.querySelectorAll(point)]).find(isSeen);

  /** Go to the next lesson that has something to point at: an answer may have skipped the one that was due. */
  function turn() {
    unsaid.delete(shown);
    shown = lessons.findIndex((lesson, number) => unsaid.has(number) && placeOf(lesson));
    lessons.forEach((lesson, number) => { lesson.hidden = number !== shown; });
    coach.querySelector("[data-end]").hidden = unsaid.size > 0;
  }

  /** What to click now, and the sentence next to it. */
  function next() {
    const lesson = lessons.find((one) => !one.hidden), ready = document.querySelector("#act [data-main][aria-disabled=false]");
    if (!decision() || !lesson) return [null, ""];
    const more = lesson.dataset.then && document.querySelector(lesson.dataset.then);
    const isChosen = document.querySelector("#act [data-undo]");
    if (isChosen && isSeen(more)) return [more, ""];
    if (isChosen && isSeen(ready)) return [ready, `Now press “${ready.textContent}”.`];
    return [placeOf(lesson) ?? document.getElementById("t-decision"), ""];
  }

  /** Where a card ends for the eye: the next row of the hand lies over it. */
  function endOf(thing, box) {
    const cards = thing.matches("label") ? [...thing.closest(".hand")?.querySelectorAll("label") ?? []].map(boxOf) : [];
    const below = cards.filter((one) => one.top > box.top + box.height / 3 && one.left < box.right && one.right > box.left);
    return Math.min(box.bottom, ...below.map((one) => one.top));
  }

  /** The box of a thing; buttons of the decision bar may extend beyond their row. */
  function boxOf(thing) {
    if (thing.id !== "act" || !thing.firstElementChild) return thing.getBoundingClientRect();
    const range = new Range();
    range.selectNodeContents(thing);
    return range.getBoundingClientRect();
  }

  // What can be chosen; fields are in their labels.
  const CHOICES = ".tray label:has(input:enabled, textarea:enabled), .tray div > button, #t-board [data-touch]";

  /** Put the text below or above the thing, the decision bar or what else it speaks of, or at the top: wherever it covers
      none of these, and the fewest choices. */
  function place(box, keep) {
    const high = coach.offsetHeight, wide = coach.offsetWidth, act = document.getElementById("act");
    const left = Math.min(Math.max(EDGE, box.left + box.width / 2 - wide / 2), innerWidth - wide - EDGE);
    const kept = [box, ...[act, ...(keep ? document.querySelectorAll(keep) : [])].filter(isSeen).map(boxOf)];
    const choices = [...document.querySelectorAll(CHOICES)].filter(isSeen).map(boxOf);
    const covered = (top, boxes) => boxes.filter((one) => top + high > one.top && top < one.bottom && left + wide > one.left && left < one.right).length;
    const above = kept.map((one) => one.top - high - NEAR), below = kept.map((one) => one.bottom + NEAR);
    const free = [...below, ...above, EDGE].filter((top) => top >= EDGE && top + high <= innerHeight - EDGE && !covered(top, kept));
    free.sort((one, other) => covered(one, choices) - covered(other, choices));
    Object.assign(coach.style, { top: `${free[0] ?? Math.max(EDGE, above[0])}px`, left: `${left}px` });
  }

  function show() {
    if (decision() && decision() !== asked) {
      asked = decision();
      turn();
    }
    const [thing, words] = next(), said = lessons.find((one) => !one.hidden)?.querySelector("[data-say]");
    coach.classList.toggle("is-away", !thing && unsaid.size > 0);
    ring.hidden = !thing;
    if (said) {
      said.dataset.first ??= said.textContent;
      const now = words || said.dataset.first;
      if (said.textContent !== now) said.textContent = now;
    }
    if (!thing) return Object.assign(coach.style, { top: "", left: "" });
    const box = boxOf(thing);
    Object.assign(ring.style, { left: `${box.x - 5}px`, top: `${box.y - 5}px`, width: `${box.width + 10}px`, height: `${endOf(thing, box) - box.y + 10}px` });
    place(box, lessons.find((one) => !one.hidden)?.dataset.keep);
  }

  coach.querySelector("[data-close]").addEventListener("click", () => { coach.remove(); ring.remove(); });

  let frame = 0;
  const soon = () => { cancelAnimationFrame(frame); frame = requestAnimationFrame(show); };

  for (const kind of ["table:swapped", "table:chosen", "table:preview", "change", "toggle"]) document.addEventListener(kind, () => setTimeout(soon, 30), true);
  addEventListener("resize", soon);
  addEventListener("scroll", soon, true);
  addEventListener("load", soon);
  new ResizeObserver(soon).observe(coach);
  new MutationObserver(soon).observe(document.getElementById("table"), { childList: true, subtree: true });
  soon();
})();
