// A choice of several touches: a form asks its fields one after another, each with the values that the server says still
// fit (/narrow/). Each value is a button with a data-ref, which choosing.js lights in the picture and can undo. What a
// title writes: docs/adding-a-game.md, "Choices in steps".
(() => {
  "use strict";
  const { choosing, decisionBar } = window;
  const inDecision = (selector) => all(selector, one("#t-decision"));
  const forms = () => inDecision("[name=steps]").map((steps) => steps.form); // the plain use of a thing, then its own
  const submitOf = (form) => form.querySelector("[type=submit]");
  const partOf = (form, name) => form.querySelector(`[data-step="${name}"]`);
  const stepsOf = ({ elements: { steps } }) => (steps.dataset.steps ?? "").split(" ").filter(Boolean);
  const chosen = ({ elements: { steps } }) => new URLSearchParams(steps.value);
  const nextOf = (form) => stepsOf(form).find((name) => !chosen(form).has(name)) ?? "";
  const open = () => forms().findLast((form) => form.elements.steps.value);
  let asked = 0; // the number of the latest request: older answers are dropped

  /* ---------- the forms ---------- */

  /** The thing that is chosen first says what its own form does; the form with steps in hand is the main one. */
  function dress() {
    const [plain, own] = forms(), value = [...chosen(plain)][0]?.[1];
    for (const input of inDecision("[data-first]")) input.checked = input.value === value;
    const input = inDecision("[data-first]:checked")[0], { verb, words, steps = "", idle } = input?.dataset ?? {};
    if (own) {
      const field = own.elements.steps, given = verb ? `${input.dataset.first}=${value}` : "";
      if (!given || !field.value.startsWith(given)) field.value = "";
      own.elements.verb.value = verb ?? "";
      Object.assign(field.dataset, { given, steps, says: idle ?? field.dataset.empty });
      submitOf(own).textContent = words ?? submitOf(own).dataset.plain;
    }
    for (const form of forms()) check(form);
    const main = own?.elements.steps.value || (isAtOnce(own) && [...chosen(plain)].length === 1) ? own : plain;
    for (const form of forms()) form.dataset.main = String(form === main);
    return main;
  }

  /** Can the thing be used without further steps? */
  const isAtOnce = (own) => Boolean(own?.elements.steps.dataset.given) && !stepsOf(own).length;

  /** Write what is chosen into the form; until it is whole, it is invalid and says what is missing. */
  function check(form) {
    const { value, dataset } = form.elements.steps, fields = [...new URLSearchParams(value || dataset.given)], next = nextOf(form);
    form.querySelector("[data-fields]").replaceChildren(...fields.map(([name, word]) => make("input", { type: "hidden", name: `arg.${name}`, value: word })));
    form.elements.steps.setCustomValidity(!fields.length ? dataset.says : value && next ? partOf(form, next).ariaLabel : "");
    if (!value && fields.length && next) form.dataset.next = submitOf(form).textContent;
    else delete form.dataset.next;
  }

  function set(form, fields) {
    form.elements.steps.value = String(fields);
    form.elements.steps.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Choose a value of a step; what was chosen for later steps is open again. */
  function choose(button) {
    const { form } = button, part = button.closest("[data-step]"), name = part.dataset.step, fields = chosen(form);
    const isOn = button.ariaPressed === "true", isMany = "most" in part.dataset;
    if (isOn && !isMany) return choosing.undo();
    const values = isMany ? [...fields.getAll(name).filter((one) => one !== button.value), ...(isOn ? [] : [button.value])] : [button.value];
    const later = "extra" in part.dataset ? [] : [...stepsOf(form).slice(stepsOf(form).indexOf(name)), ...all("[data-extra]", form).map((one) => one.dataset.step)];
    for (const one of [name, ...later]) fields.delete(one);
    for (const one of values) fields.append(name, one);
    set(form, fields);
  }

  /* ---------- what still fits ---------- */

  /** The next step or, if none is left, the last with what may be added; and the one before it if that can be changed. */
  function inSight(form) {
    const names = stepsOf(form), next = nextOf(form), at = next ? names.indexOf(next) : names.length - 1;
    const parts = [names[at - 1], names[at]].filter(Boolean).map((name) => partOf(form, name));
    return [...parts.filter((part, place) => place || parts.length < 2 || "stays" in part.dataset), ...(next ? [] : all("[data-extra]", form))];
  }

  /** What is known in the page, at once. */
  const known = (parts) => (parts.every((part) => part.dataset.values) ? Object.fromEntries(parts.map(({ dataset }) => [dataset.step, dataset.values.split(" ")])) : null);

  async function fitting(form) {
    const fields = new URLSearchParams(new FormData(form));
    for (const name of ["csrfmiddlewaretoken", "steps"]) fields.delete(name);
    const answer = await fetch(`${form.action.replace(/play\/$/, "")}narrow/?${fields}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  const nameOf = (ref) => document.querySelector(`[data-ref="${CSS.escape(ref)}"][data-name]`)?.dataset.name;

  /** Draw the values of a step that fit. A part with data-all always has the same buttons: those that do not fit are grey. */
  function offer(part, values) {
    const now = chosen(part.closest("form")).getAll(part.dataset.step), { all: every, words = "*", prefix = "", unfit } = part.dataset;
    const fit = values.map(String), pairs = every?.split("|").map((one) => one.split(" ")) ?? fit.map((value) => [value, nameOf(prefix + value) ?? value]);
    part.hidden = fit.length <= ("alone" in part.dataset ? 1 : 0);
    part.replaceChildren(...(part.hidden ? [] : pairs).map(([value, ...name]) => {
      const made = makeButton(words.replace("*", name.join(" ")), { value, ariaPressed: String(now.includes(value)), dataset: { ref: prefix + value } });
      if (!fit.includes(value)) Object.assign(made, { ariaDisabled: "true", title: unfit });
      if (part.matches(".only-plain")) made.tabIndex = -1;
      return made;
    }));
  }

  async function show(isNew = false, had = null) {
    const mine = ++asked, form = open(), parts = form ? inSight(form) : [];
    let fits;
    try {
      fits = known(parts) ?? await fitting(form);
    } catch {
      return mine === asked && decisionBar.say("The table did not answer. Try again.");
    }
    if (mine !== asked) return;
    const last = form && partOf(form, nextOf(form)), left = last ? fits[last.dataset.step] ?? [] : [];
    if (left.length === 1 && "alone" in last.dataset) {
      form.elements.steps.value += `&${last.dataset.step}=${left[0]}`;
      return form.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: "undo" })); // not an undo step of its own
    }
    if (last && !left.length) form.elements.steps.setCustomValidity(last.dataset.none ?? "Nothing is possible here. Take it back.");
    for (const part of inDecision("[data-step]")) offer(part, parts.includes(part) ? fits[part.dataset.step] ?? [] : []);
    for (const input of inDecision("[data-first]")) input.parentElement.classList.toggle("is-offered", Boolean(wayOf(input)));
    document.dispatchEvent(new CustomEvent("table:steps", { detail: { form, chosen: form ? chosen(form) : new URLSearchParams(), parts } }));
    choosing.paint();
    document.dispatchEvent(new Event("table:preview"));
    if (!form && isLost(document.activeElement)) had?.focus({ preventScroll: true });
    focusNext(form, last);
    setTimeout(() => { if (mine === asked && document.activeElement?.matches("[data-first]")) focusNext(form, last); }, 0); // a key focuses its thing later
    if (isNew && form && !last && !parts.some((part) => "extra" in part.dataset && !part.hidden)) form.dispatchEvent(new Event("table:enough", { bubbles: true }));
  }

  /** The button of an open step that stands for the same thing. */
  const wayOf = (input) => inDecision(`[data-step] [data-ref="${CSS.escape(input.parentElement.dataset.ref ?? "")}"]`)[0];

  /* ---------- keys and touches ---------- */
  let byKey = Boolean(document.activeElement?.matches("[data-first]:focus-visible")); // before this script came
  document.addEventListener("keydown", ({ key }) => { byKey = /^[1-9]$|^ $|^Enter$/.test(key); }, true);
  document.addEventListener("pointerdown", () => { byKey = false; }, true);

  const isLost = (active) => !active?.isConnected || active.matches("body, #t-decision");

  /** After a key, or if the focus was on what has gone: to the next step in the picture or beside it, else to the bar. */
  function focusNext(form, part) {
    const active = document.activeElement;
    if (!form || !(byKey || isLost(active))) return;
    const ways = part ? all("button:not([aria-disabled=true])", part) : [];
    const drawn = ways.map((way) => document.querySelector(`[data-touch="${CSS.escape(way.dataset.ref)}"]`)).filter(Boolean);
    (drawn.find((key) => key.tabIndex === 0) ?? drawn[0] ?? ways[0] ?? document.querySelector("#act [data-main]"))?.focus({ preventScroll: true });
  }

  // When what had the focus has gone with an update, keys go on at the hand.
  let wasLost = true;
  document.addEventListener("table:news", () => { wasLost = document.activeElement === document.body; });
  document.addEventListener("table:shown", () => {
    const hand = document.getElementById("t-decision");
    if (!hand || wasLost || document.activeElement !== document.body) return;
    hand.tabIndex = -1;
    hand.focus({ preventScroll: true });
  });

  /** A thing of the hand is what an open step asks for, or begins a new choice. */
  function begin(input) {
    const way = wayOf(input), { first } = input.dataset, { value } = input;
    if (way) {
      dress();
      return way.click();
    }
    choosing.startAgain();
    set(forms()[0], new URLSearchParams({ [first]: value }));
  }

  document.addEventListener("change", (event) => {
    const { target } = event;
    if (target.matches?.("[data-first]")) return forms().length && begin(target);
    if (!target.matches?.("[name=steps], form:has([name=steps])")) return;
    const had = inDecision("[data-first]:checked")[0], main = dress();
    show(event.detail !== "undo", had);
    if (open() && !main.elements.steps.value) setTimeout(() => preview(main), 0);
  }, true);
  const preview = (form) => form.querySelector("[data-fields]").dispatchEvent(new Event("change", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step] > button");
    if (button) button.ariaDisabled ? decisionBar.say(button.title) : choose(button);
  });
  document.addEventListener("table:next", ({ target }) => { if (target.elements.steps) set(target, new URLSearchParams(target.elements.steps.dataset.given)); });

  function look() {
    if (!forms().length) return;
    const main = dress();
    show();
    if (open() && main.querySelector("output.preview:empty")) preview(main); // it went with the form that came again
  }
  document.addEventListener("table:swapped", (event) => { if (["t-decision", "t-board"].includes(event.target.id)) queueMicrotask(look); });
  const early = !open() && inDecision("[data-first]:checked")[0]; // touched before this script came
  if (early && forms().length) begin(early);
  else look();
})();
