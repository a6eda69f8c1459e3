// Human Resources: choose a card, then a place in the office or the card's own action with its fields. The server says what
// is possible (/narrow/) and what it would do (/preview/); this script draws it and fills in the forms. See also plan.js.
(() => {
  "use strict";
  const U = 40;
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const ARROW = { N: "↑ north", E: "→ east", S: "↓ south", W: "← west" };
  const ON_PLAN = ["at", "from", "to", "a", "b", "cells"];
  const TOLD = {
    at: "Choose a cubicle: the lit ones are possible.",
    take: "Choose a card from the discard pile.",
    cells: "Choose one, two or three cubicles that touch each other.",
    dir: "Choose another cubicle, or where the group slides.",
    dist: "Choose how far: the possible stops are lit.",
    give: "Choose the card of your hand that you lay in the office.",
    from: "Choose the cubicle to move.",
    to: "Choose its new place.",
    a: "Choose the first of two neighbouring cubicles of different colours.",
    b: "Choose the second one.",
    project: "Choose the project that you take.",
  };
  const one = (selector, root = document) => root?.querySelector(selector);
  const all = (selector, root = document) => [...(root?.querySelectorAll(selector) ?? [])];
  const hand = () => one(".human_resources-hand[data-page]");
  const forms = () => (hand() ? all("form.action", hand().parentElement) : []); // to place, to use
  const strip = () => one(".human_resources-ask:not(.is-order)");
  const cardOf = (id) => one(`.human_resources-hand [data-ref="card/${CSS.escape(id)}"]`);
  const inputOf = (id) => one("input", cardOf(id));
  const nameOf = (id) => one(`[data-ref="card/${CSS.escape(id)}"][data-name]`)?.dataset.name ?? id;
  const xy = (value) => String(value).split(",").map(Number);

  let choice = null; // {verb, steps, args: {name: value or list}}
  let past = []; // earlier choices, for undo
  let asked = 0; // number of the latest request; older responses are dropped
  let overtime = "";
  let stop = ""; // the place that last had the focus: it has it again when the places are drawn anew

  function make(tag, attributes = {}, text = "", space = "") {
    const made = space ? document.createElementNS(space, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text) made.textContent = text;
    return made;
  }

  const nextField = () => choice.steps.find((name) => !(name in choice.args) || (name === "cells" && !choice.args.cells.length)) ?? "";
  const stepsOf = (input) => (input.dataset.steps ?? "").split(" ").filter(Boolean);

  function query(verb = choice.verb, args = choice.args) {
    const data = new URLSearchParams({ verb });
    for (const [name, value] of Object.entries(args)) for (const part of [value].flat()) data.append(`arg.${name}`, part);
    return data;
  }

  async function ask(path, data) {
    const answer = await fetch(`${hand().dataset.page}${path}/?${data}`, { headers: { Accept: "*/*", "Playpost-Preview": "1" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  /* ---------- choosing ---------- */

  function select(id) {
    past = [];
    stop = "";
    choice = { verb: "place", steps: ["at"], args: { card: id } };
    return refresh();
  }

  function choose(args, verb = choice.verb, steps = choice.steps) {
    past.push(choice);
    choice = { verb, steps, args };
    return refresh();
  }

  function useIt() {
    const input = inputOf(choice.args.card);
    return choose({ card: choice.args.card }, input.dataset.verb, stepsOf(input));
  }

  function back() {
    const before = past.pop();
    if (!before) return reset();
    choice = before;
    refresh();
  }

  function reset() {
    const id = choice?.args.card;
    choice = null;
    past = [];
    asked += 1;
    one(".human_resources-targets")?.replaceChildren();
    for (const input of all(".human_resources-hand input")) input.checked = false;
    offer([]);
    frame([]);
    if (strip()) strip().hidden = true;
    if (forms().length) tellForms();
    if (id && document.activeElement === document.body) inputOf(id)?.focus({ preventScroll: true });
  }

  async function refresh() {
    const mine = ++asked;
    overtime = "";
    const input = inputOf(choice.args.card);
    if (input) input.checked = true;
    tellForms();
    let known = { at: beside() };
    if (choice.verb !== "place" || hasOvertime()) try {
      known = await (await ask("narrow", query())).json();
    } catch {
      if (mine === asked) say("The table did not answer. Try again.");
      return;
    }
    if (mine !== asked || !choice) return;
    const stops = known.stops ?? [], far = stops.filter(([dir]) => dir === choice.args.dir);
    if (far.length === 1 && !choice.args.dist) {
      choice.args.dist = String(far[0][1]);
      return refresh();
    }
    draw(known, stops);
    fillStrip(known, stops);
    focusNext();
    setTimeout(() => { if (mine === asked && document.activeElement?.closest(".human_resources-hand")) focusNext(); }, 0); // the key focuses its card later
    await foresee(mine);
    if (mine === asked && choice && past.length && !nextField() && !(known.overtime ?? []).length) mainForm().dispatchEvent(new Event("table:enough", { bubbles: true }));
  }

  /* ---------- the two forms ---------- */

  /** The empty places beside a cubicle, in reading order: known without asking. */
  function beside() {
    const taken = new Set(all("#hr-cells [data-at]").map((cell) => xy(cell.dataset.at).map((n) => n / U).join(",")));
    const near = [...taken].map(xy).flatMap(([x, y]) => Object.values(STEP).map(([dx, dy]) => [x + dx, y + dy]));
    near.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    return [...new Set(near.map(String))].filter((at) => !taken.has(at));
  }

  const hasOvertime = () => Boolean(one('.human_resources-hand [value^="X2"]')); // the server says when it may be revealed
  const isInstant = () => { const input = inputOf(choice.args.card); return Boolean(input?.dataset.verb) && !stepsOf(input).length; };
  function mainForm() {
    const [place, use] = forms();
    return choice && (choice.verb !== "place" || (!choice.args.at && isInstant())) ? use : place;
  }

  function words(form, text) {
    const submit = one("[type=submit]", form);
    if (submit.textContent !== text) submit.textContent = text;
  }

  function fill(form, verb, args) {
    form.elements.verb.value = verb;
    one("[data-fields]", form).replaceChildren(...[...query(verb, args)].filter(([name]) => name !== "verb").map(([name, value]) => make("input", { type: "hidden", name, value })));
  }

  function tellForms() {
    const [place, use] = forms(), input = choice && inputOf(choice.args.card), main = mainForm();
    const isPlaced = choice?.verb === "place" && choice.args.at, extra = overtime ? { overtime } : {};
    words(use, input?.dataset.words ?? "Use");
    words(place, input ? `Place ${one("strong", cardOf(input.value)).textContent}` : "Place");
    if (input) one(".action-go", use).dataset.hint = input.dataset.verb ? TOLD[nextField()] ?? "" : `${nameOf(input.value)}: ${input.dataset.idle ?? "can only be placed now"}.`;
    one(".action-go", place).dataset.hint = choice ? "Choose a lit place in the office." : "Choose a card, then a lit place in the office.";
    place.dataset.ready = isPlaced ? "yes" : "no";
    use.dataset.ready = input?.dataset.verb && (choice.verb === "place" || !nextField()) ? "yes" : "no";
    if (choice) {
      fill(place, "place", isPlaced ? { ...choice.args, ...extra } : { card: choice.args.card });
      if (input?.dataset.verb) fill(use, input.dataset.verb, choice.verb === "place" ? { card: choice.args.card } : { ...choice.args, ...extra });
    }
    for (const form of [place, use]) form.dataset.main = String(form === main);
    one(".human_resources-hand").dataset.does = choice && main === use ? one("[type=submit]", use).textContent : "Place";
    if (!choice) for (const form of [place, use]) one("output", form).textContent = "";
    else say(nextField() && !(choice.verb === "place" && isInstant()) ? TOLD[choice.verb === "place" ? "" : nextField()] ?? `Choose a lit place for ${nameOf(choice.args.card)}.` : "");
    document.dispatchEvent(new CustomEvent("table:chosen", { detail: { form: choice ? main : null } }));
  }

  function say(text) {
    one("output", mainForm()).textContent = text;
    document.dispatchEvent(new Event("table:preview"));
  }

  /** Preview the chosen move, including Overtime. */
  async function foresee(mine) {
    const main = mainForm(), isPlace = main === forms()[0];
    if (isPlace ? !choice.args.at : choice.verb !== "place" && nextField()) return;
    let told = "";
    try {
      told = await (await ask("preview", query(main.elements.verb.value, { ...(choice.verb === "place" && !isPlace ? { card: choice.args.card } : choice.args), ...(overtime ? { overtime } : {}) }))).text();
    } catch { /* the preview is optional */ }
    if (mine !== asked) return;
    const output = one("output", main);
    output.innerHTML = told;
    document.dispatchEvent(new Event("table:preview"));
  }

  /* ---------- the strip above the tray: choices outside the office ---------- */

  function fillStrip(known, stops) {
    const next = nextField(), found = [];
    const button = (text, args, pressed = null, label = "") => {
      const made = make("button", { type: "button", class: "button is-plain" }, text);
      if (label) made.setAttribute("aria-label", label);
      if (pressed !== null) made.setAttribute("aria-pressed", pressed);
      made.addEventListener("click", () => (made.ariaDisabled ? window.decisionBar.say(made.title) : choose(args)));
      return made;
    };
    if (["give", "take", "project"].includes(next)) found.push(...(known[next] ?? []).map((id) => button(nameOf(id), { ...choice.args, [next]: id })));
    if (choice.steps.includes("dir") && choice.args.cells?.length) found.push(...compass(stops, button));
    if (ON_PLAN.includes(next) && next !== "cells" && !(known[next] ?? []).length) found.push(make("p", {}, "Nothing is possible here. Take it back."));
    for (const id of known.overtime ?? []) found.push(switchOf(id));
    offer(["give", "project"].includes(next) ? known[next] ?? [] : []);
    strip().replaceChildren(...found);
    strip().hidden = !found.length;
  }

  function switchOf(id) {
    const label = make("label", { class: "check" });
    label.append(make("input", { type: "checkbox", "data-overtime": "", value: id }), make("span", {}, `Reveal ${nameOf(id)} and take another turn`));
    return label;
  }

  function compass(stops, button) {
    if (!stops.length) return [make("p", {}, "This group cannot slide anywhere. Add a cubicle, or take one away.")];
    const { dir, dist, ...rest } = choice.args;
    const found = Object.keys(ARROW).map((way) => {
      const made = button(ARROW[way], { ...rest, dir: way }, String(way === dir));
      if (!stops.some(([other]) => other === way)) Object.assign(made, { ariaDisabled: "true", title: "This group cannot slide that way." });
      return made;
    });
    const far = stops.filter(([way]) => way === dir && stops.filter(([other]) => other === dir).length > 1);
    return [...found, ...far.map(([way, count]) => button(`by ${count}`, { ...rest, dir: way, dist: String(count) }, String(String(count) === dist), `${ARROW[way]} by ${count}`))];
  }

  /** Cards in hand, or projects beside the office, that can be chosen now. */
  function offer(ids) {
    for (const part of all(".is-offered")) part.classList.remove("is-offered");
    for (const id of ids) one(`[data-ref="card/${CSS.escape(id)}"]`)?.classList.add("is-offered");
  }

  function focusNext() {
    const active = document.activeElement, isLost = active === document.body || !active?.isConnected;
    if (!byKey && !isLost) return;
    const onPlan = ON_PLAN.includes(nextField()) ? one(".human_resources-target[tabindex='0']") : null;
    const go = nextField() ? one(".human_resources-ask:not([hidden]) button:not([aria-disabled=true])") : one("#act [data-main]");
    (onPlan ?? go)?.focus({ preventScroll: true });
  }

  /* ---------- the plan ---------- */
  const square = (x, y, look = "") => make("path", { d: `M${x * U} ${y * U}h40v40h-40z`, ...(look && { class: look }) }, "", SVG);
  const colourAt = ([x, y]) => one(`#hr-cells [data-at="${x * U},${y * U}"]`)?.dataset.piece[0] ?? "";
  const ghost = ([x, y], colour) => (colour ? [make("use", { href: `#hr-${colour}`, x: x * U, y: y * U, class: "human_resources-ghost" }, "", SVG)] : []);

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

  /** Show what the office would look like: cubicles added, removed or moved. */
  function ghosts() {
    const { args } = choice, to = args.at && xy(args.at);
    if (choice.verb === "place") return to ? ghost(to, cardOf(args.card)?.dataset.colour) : [];
    if (args.give && to) return ghost(to, cardOf(args.give)?.dataset.colour);
    if (args.from && args.to) return [...ghost(xy(args.to), colourAt(xy(args.from))), square(...xy(args.from), "human_resources-gone")];
    if (args.a && args.b) return [...ghost(xy(args.a), colourAt(xy(args.b))), ...ghost(xy(args.b), colourAt(xy(args.a)))];
    if (to && choice.steps.join() === "at") return [square(...to, "human_resources-gone")];
    if (!args.dist) return [];
    const slid = args.cells.map(xy), there = ([x, y]) => [x + STEP[args.dir][0] * args.dist, y + STEP[args.dir][1] * args.dist];
    return [...slid.map((at) => square(...at, "human_resources-gone")), ...slid.flatMap((at) => ghost(there(at), colourAt(at)))];
  }

  function draw(known, stops) {
    const layer = one(".human_resources-targets"), { args } = choice, next = nextField(), cells = args.cells ?? [];
    const made = ghosts();
    for (const name of ["at", "from", "to", "a", "b"]) if (args[name]) made.push(square(...xy(args[name]), "human_resources-chosen"));
    if (choice.steps.includes("cells") && !args.dir) {
      for (const at of known.cells ?? []) {
        const isOn = cells.includes(at), group = isOn ? cells.filter((other) => other !== at) : [...cells, at];
        made.push(target([xy(at)], `(${at})${isOn ? ", chosen" : ""}`, { ...args, cells: group }, isOn ? " is-on" : ""));
      }
    } else if (!args.dist) made.push(...cells.map((at) => square(...xy(at), "human_resources-chosen")));
    const shown = [];
    for (const [dir, count] of stops.filter(([way]) => way === args.dir).reverse()) {
      const isHere = args.dist === String(count), there = cells.map(xy).map(([x, y]) => [x + STEP[dir][0] * count, y + STEP[dir][1] * count]);
      if (args.dist && !isHere) continue;
      there.sort((a, b) => b[0] * STEP[dir][0] + b[1] * STEP[dir][1] - a[0] * STEP[dir][0] - a[1] * STEP[dir][1]);
      made.push(target(there, `${ARROW[dir]} by ${count}`, { ...args, dist: String(count) }, isHere ? " is-on" : "", String(count)));
      shown.push(...there);
    }
    // Choosing another place replaces the first, without an undo.
    const open = next || (choice.verb === "place" ? "at" : "");
    if (["at", "to", "from", "a", "b"].includes(open)) made.push(...(known[open] ?? []).filter((at) => at !== args[open]).map((at) => target([xy(at)], `(${at})`, { ...args, [open]: at })));
    layer.replaceChildren(...made);
    (one(`a[data-at="${stop}"]`, layer) ?? one("a", layer))?.setAttribute("tabindex", "0");
    frame([...shown, ...(known[open] ?? []).filter((at) => /^-?\d+,-?\d+$/.test(at)).map(xy)]);
  }

  /** Enlarge the plan to include these places; without any, restore the server's size. */
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
    if (box === plan.getAttribute("viewBox")) return;
    plan.setAttribute("viewBox", box);
    document.dispatchEvent(new Event("human_resources:frame"));
  }

  /* ---------- dragging a card into the office: its places light up as it is lifted ---------- */
  document.addEventListener("table:lift", (event) => {
    const input = event.target.matches(".human_resources-hand[data-page] label") && one("input", event.target);
    if (input && !input.checked) input.click();
  });
  document.addEventListener("table:drop", (event) => {
    const { x, y, input } = event.detail;
    const at = document.elementsFromPoint(x, y).map((node) => node.closest(".human_resources-target")).find(Boolean)?.dataset.at;
    if (at && choice?.verb === "place" && input.value === choice.args.card) choose({ ...choice.args, at });
  });

  /* ---------- clicks ---------- */
  let byKey = false;
  document.addEventListener("keydown", (event) => { byKey = /^[1-9]$|^ $|^Enter$/.test(event.key); }, true);
  document.addEventListener("pointerdown", () => { byKey = false; }, true);
  document.addEventListener("focusin", ({ target: { dataset, classList } }) => { if (classList?.contains("human_resources-target")) stop = dataset.at; });

  document.addEventListener("change", (event) => {
    if ("overtime" in (event.target.dataset ?? {}) && choice) {
      overtime = event.target.checked ? event.target.value : "";
      tellForms();
      return foresee(asked);
    }
    const input = event.target.closest?.(".human_resources-hand[data-page] input");
    if (!input) return;
    if (!choice || !input.closest(".is-offered")) return select(input.value);
    choose({ ...choice.args, give: input.value });
  });

  document.addEventListener("click", (event) => {
    const panel = event.target.closest?.(".human_resources-panel.is-offered");
    if (panel && choice) choose({ ...choice.args, project: panel.dataset.ref.slice(5) });
    if (event.target.closest?.("[data-undo]") && choice) back();
  });

  // A manager with more fields asks for them before submitting.
  document.addEventListener("submit", (event) => {
    if (!choice || event.target !== forms()[1] || choice.verb !== "place" || isInstant()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    useIt();
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && choice && !event.target.closest("details.menu, dialog, .side")) reset();
  });

  /** Restore a choice begun by a link or an email. */
  function begin() {
    const [verb, card] = (hand()?.dataset.begun ?? "").split(" ");
    if (!inputOf(card ?? "")) return;
    select(card);
    if (verb === inputOf(card).dataset.verb && stepsOf(inputOf(card)).length) useIt();
  }

  /** Keep the choice if the decision is the same, else start over. */
  let question = one("#t-decision")?.dataset.decision ?? "";
  function decisionCame() {
    const now = one("#t-decision")?.dataset.decision ?? "", isSame = now && now === question;
    question = now;
    if (isSame && choice && inputOf(choice.args.card)) setTimeout(() => { if (choice && hand()) refresh(); }, 0); // once the tray is set up
    else reset();
  }

  document.addEventListener("table:swapped", (event) => {
    if (event.detail.target.id === "t-decision") decisionCame();
    if (event.detail.target.id === "t-board" && choice && hand()) refresh();
  });
  if (forms().length) tellForms();
  begin();
})();
