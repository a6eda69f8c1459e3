// Human Resources: choosing step by step on the office plan, with a preview. Everything here also works as links and
// forms without script; this asks /narrow/ and /preview/ instead of loading the page anew. plan.js moves the plan itself.
(() => {
  "use strict";
  const U = 40;
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const ARROW = { N: "↑ north", E: "→ east", S: "↓ south", W: "← west" };
  const WAYS = { place: "place as a cubicle", project: "put in play", quota: "score", hire: "hire" };
  const ON_PLAN = ["at", "from", "to", "a", "b", "cells"];
  const TOLD = {
    place: "Choose a place in the office: the lit places share a wall with a cubicle.",
    at: "Choose a cubicle in the office: the lit ones are possible.",
    take: "Choose a card of the discard pile.",
    cells: "Choose one, two or three cubicles that touch each other.",
    dir: "Choose another cubicle, or where the group slides. Arrow buttons show where it can stop.",
    dist: "Choose how far: the possible stops are lit.",
    give: "Choose the card that you lay in the office.",
    from: "Choose the cubicle to move.",
    to: "Choose its new place.",
    a: "Choose the first of two neighbouring cubicles of different colours.",
    b: "Choose the second one.",
    project: "Choose the project that you take.",
  };
  const one = (selector, root = document) => root?.querySelector(selector);
  const all = (selector, root = document) => [...(root?.querySelectorAll(selector) ?? [])];
  const root = () => one(".human_resources-choose");
  const xy = (value) => String(value).split(",").map(Number);

  /* ---------- the choice so far ---------- */
  let choice = null; // {verb, steps, args: {name: value or list}}
  let asked = 0; // number of the newest question to the server; older answers are dropped

  function make(tag, attributes = {}, text = "", space = "") {
    const made = space ? document.createElementNS(space, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text) made.textContent = text;
    return made;
  }

  function query(extra = {}) {
    const data = new URLSearchParams({ verb: choice.verb });
    for (const [name, value] of Object.entries({ ...choice.args, ...extra })) for (const part of [value].flat()) data.append(`arg.${name}`, part);
    return data;
  }

  const nextField = () => choice.steps.find((name) => !(name in choice.args) || (name === "cells" && !choice.args.cells.length)) ?? "";

  function read(link) {
    const data = new URL(link.href).searchParams;
    const args = {};
    for (const [name, value] of data) {
      const field = name.slice(4);
      if (!name.startsWith("arg.")) continue;
      if (field === "cells") (args.cells ??= []).push(value);
      else args[field] = value;
    }
    const steps = (link.dataset.steps ?? one(".human_resources-step").dataset.steps).split(" ").filter(Boolean);
    return { verb: data.get("verb"), steps, args };
  }

  async function ask(path, data) {
    const answer = await fetch(`${root().dataset.page}${path}/?${data}`, { headers: { Accept: "*/*", "Playpost-Preview": "1" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  async function refresh(focusFirst = true) {
    const mine = ++asked;
    const step = one(".human_resources-step");
    if (!step) return;
    step.hidden = false;
    step.dataset.steps = choice.steps.join(" ");
    one(".human_resources-hand").open = false;
    for (const card of all(".human_resources-choose .human_resources-card")) card.classList.toggle("is-picked", card.dataset.ref === `card/${choice.args.card}`);
    let known = {};
    try {
      known = await (await ask("narrow", query())).json();
    } catch {
      if (mine === asked) say(step, "The table did not answer. Try again.");
      return;
    }
    if (mine !== asked || !choice) return;
    const stops = known.stops ?? [];
    if (choice.args.dir && !choice.args.dist) {
      const far = stops.filter(([dir]) => dir === choice.args.dir);
      if (far.length === 1) return choose({ ...choice.args, dist: String(far[0][1]) });
    }
    tell(step, known, stops);
    draw(known, stops);
    await confirm(step, known, mine);
    if (focusFirst) focusNext(step);
  }

  function choose(args, focusFirst = true) {
    choice = { ...choice, args };
    return refresh(focusFirst);
  }

  function say(step, words) {
    one(".human_resources-told", step).textContent = words;
  }

  const nameOf = (id) => one(`[data-ref="card/${CSS.escape(id)}"][data-name]`)?.dataset.name ?? id;

  /* ---------- the panel ---------- */
  function tell(step, known, stops) {
    const next = nextField();
    one(".human_resources-said b", step).textContent = `${nameOf(choice.args.card)}: ${WAYS[choice.verb]}`;
    say(step, next ? TOLD[next === "at" && choice.verb === "place" ? "place" : next] : "Everything is chosen.");
    const options = one(".human_resources-options", step);
    options.replaceChildren();
    const button = (words, args, label = "", pressed = null) => {
      const made = make("button", { type: "button", class: "button is-plain" }, words);
      if (label) made.setAttribute("aria-label", label);
      if (pressed !== null) made.setAttribute("aria-pressed", pressed);
      made.addEventListener("click", () => choose(args));
      return made;
    };
    if (["give", "take", "project"].includes(next)) options.append(...known[next].map((id) => button(nameOf(id), { ...choice.args, [next]: id })));
    if (choice.steps.includes("dir") && choice.args.cells?.length) options.append(...compass(stops, button));
    if (["at", "to", "b"].includes(next) && !(known[next] ?? []).length) say(step, "Nothing is possible here. Start again.");
  }

  function compass(stops, button) {
    if (!stops.length) return [make("p", {}, "This group cannot slide anywhere. Add a cubicle, or take one away.")];
    const { dir, dist, ...rest } = choice.args;
    const found = Object.keys(ARROW).map((way) => {
      const made = button(ARROW[way], { ...rest, dir: way }, "", String(way === dir));
      made.disabled = !stops.some(([other]) => other === way);
      return made;
    });
    const far = stops.filter(([way]) => way === dir && (stops.filter(([other]) => other === dir).length > 1));
    return [...found, ...far.map(([way, count]) => button(`by ${count}`, { ...rest, dir: way, dist: String(count) }, `${ARROW[way]} by ${count}`, String(String(count) === dist)))];
  }

  async function confirm(step, known, mine) {
    const box = one(".human_resources-confirm", step);
    const isWhole = !nextField();
    box.hidden = !isWhole;
    if (!isWhole) return;
    const form = box.closest("form");
    form.elements.verb.value = choice.verb;
    form.dataset.verb = choice.verb;
    one("[data-fields]", box).replaceChildren(...[...query()].filter(([name]) => name !== "verb").map(([name, value]) => make("input", { type: "hidden", name, value })));
    one("[data-overtime]", box).replaceChildren(...(known.overtime ?? []).map((id) => {
      const label = make("label", { class: "check" });
      label.append(make("input", { type: "checkbox", name: "arg.overtime", value: id }), make("span", {}, `Reveal ${nameOf(id)} and take another turn`));
      return label;
    }));
    one("[data-plain]", box)?.remove();
    await foresee(box, mine);
  }

  /** What the move as chosen would do, Overtime included. */
  async function foresee(box, mine) {
    const preview = one(".human_resources-preview", box);
    const overtime = one("[data-overtime] input:checked", box)?.value;
    let words = "";
    try {
      words = await (await ask("preview", query(overtime ? { overtime } : {}))).text();
    } catch { /* the move can be made without it */ }
    if (mine === asked) preview.innerHTML = words;
  }

  function focusNext(step) {
    const target = nextField() && ON_PLAN.includes(nextField()) ? one(".human_resources-target[tabindex='0']") : null;
    const option = one(".human_resources-options button:not(:disabled)", step);
    const go = one(".human_resources-confirm:not([hidden]) button[type=submit]", step);
    (target ?? (nextField() ? option : go) ?? step).focus({ preventScroll: true });
    const plan = one(".human_resources-floor");
    const seen = plan.getBoundingClientRect();
    const covered = getComputedStyle(step).position === "fixed" ? step.offsetHeight : 0;
    if (target && (seen.top < 0 || seen.bottom > innerHeight - covered)) plan.scrollIntoView({ block: "start" });
  }

  function reset(focusHand = true) {
    choice = null;
    asked += 1;
    one(".human_resources-targets")?.replaceChildren();
    frame([]);
    const step = one(".human_resources-step");
    if (!step) return;
    step.hidden = true;
    one(".human_resources-hand").open = true;
    for (const card of all(".human_resources-choose .is-picked")) card.classList.remove("is-picked");
    if (focusHand) one(".human_resources-hand a")?.focus();
  }

  /* ---------- the plan ---------- */
  const square = (x, y, look = "") => make("path", { d: `M${x * U} ${y * U}h40v40h-40z`, ...(look && { class: look }) }, "", SVG);

  function target(places, label, args, look = "", sign = "") {
    const made = make("a", { class: `human_resources-target${look}`, href: `?${query()}`, role: "button", "aria-label": label, tabindex: "-1", "data-at": places[0].join(",") }, "", SVG);
    if (look) made.setAttribute("aria-pressed", "true");
    made.append(...places.map(([x, y]) => square(x, y)));
    if (sign) made.append(make("text", { x: places[0][0] * U + 20, y: places[0][1] * U + 26 }, sign, SVG));
    made.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      choose(args);
    });
    return made;
  }

  function draw(known, stops) {
    const layer = one(".human_resources-targets");
    const { args } = choice;
    const next = nextField();
    const cells = args.cells ?? [];
    const made = [];
    for (const name of ["at", "from", "to", "a", "b"]) if (args[name]) made.push(square(...xy(args[name]), "human_resources-chosen"));
    if (next === "" && choice.verb === "place") made.push(...ghost(xy(args.at)));
    if (choice.steps.includes("cells") && !args.dir) {
      for (const at of known.cells ?? []) {
        const isOn = cells.includes(at);
        const group = isOn ? cells.filter((other) => other !== at) : [...cells, at];
        made.push(target([xy(at)], `(${at})${isOn ? ", chosen" : ""}`, { ...args, cells: group }, isOn ? " is-on" : ""));
      }
    } else if (cells.length) made.push(...cells.map((at) => square(...xy(at), "human_resources-chosen")));
    const shown = [];
    for (const [dir, count] of stops.filter(([dir]) => dir === args.dir).reverse()) {
      const there = cells.map(xy).map(([x, y]) => [x + STEP[dir][0] * count, y + STEP[dir][1] * count]);
      const isHere = args.dist === String(count);
      if (args.dist && !isHere) continue;
      there.sort((a, b) => b[0] * STEP[dir][0] + b[1] * STEP[dir][1] - a[0] * STEP[dir][0] - a[1] * STEP[dir][1]);
      made.push(target(there, `${ARROW[dir]} by ${count}`, { ...args, dist: String(count) }, isHere ? " is-on" : "", String(count)));
      shown.push(...there);
    }
    if (["at", "from", "to", "a", "b"].includes(next)) made.push(...(known[next] ?? []).map((at) => target([xy(at)], `(${at})`, { ...args, [next]: at })));
    layer.replaceChildren(...made);
    one("a", layer)?.setAttribute("tabindex", "0");
    frame([...shown, ...(known[next] ?? []).filter((at) => /^-?\d+,-?\d+$/.test(at)).map(xy)]);
  }

  function ghost([x, y]) {
    const colour = one(`.human_resources-choose [data-ref="card/${CSS.escape(choice.args.card)}"]`)?.dataset.colour;
    return colour ? [make("use", { href: `#hr-${colour}`, x: x * U, y: y * U, class: "human_resources-ghost" }, "", SVG)] : [];
  }

  /** Let the plan grow so that these places are on it; without any it is as the server drew it. */
  function frame(places) {
    const plan = one(".human_resources-office");
    if (!plan) return;
    plan.dataset.box ??= plan.getAttribute("viewBox");
    let [left, top, width, height] = plan.dataset.box.split(" ").map(Number);
    const right = Math.max(left + width, ...places.map(([x]) => (x + 1) * U));
    const bottom = Math.max(top + height, ...places.map(([, y]) => (y + 1) * U));
    left = Math.min(left, ...places.map(([x]) => x * U - 20));
    top = Math.min(top, ...places.map(([, y]) => y * U - 20));
    const box = [left, top, right - left, bottom - top].join(" ");
    if (box !== plan.getAttribute("viewBox")) {
      plan.setAttribute("viewBox", box);
      document.dispatchEvent(new Event("human_resources:frame"));
    }
  }

  /* ---------- clicks ---------- */
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("a[data-choose], a[data-reset]");
    if (!link) return;
    event.preventDefault();
    if (link.matches("[data-reset]")) return reset();
    choice = read(link);
    refresh();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && choice && event.target.closest(".human_resources-step, .human_resources-floor")) reset();
  });
  document.addEventListener("change", (event) => {
    if (choice && event.target.closest?.("[data-overtime]")) foresee(event.target.closest(".human_resources-confirm"), asked);
  });

  function decisionIsNew() {
    choice = null;
    asked += 1;
    const link = root()?.dataset.verb ? new URL(location.href) : null;
    if (!link) return;
    choice = read({ href: link.href, dataset: { steps: one(".human_resources-step").dataset.steps } });
    refresh(false);
  }

  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id === "t-decision") reset(false);
    if (event.detail.target.id === "t-board" && choice && root()) refresh(false);
  });
  decisionIsNew();
})();
