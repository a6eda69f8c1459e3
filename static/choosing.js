// Choosing in the picture: a part with data-ref="x" is a button for the option of the decision with the same data-ref, and
// the plain form below stays in sync. Unfinished choices can be undone one by one, or all at once.
(() => {
  "use strict";
  const boardParts = ":is(#t-board, #t-seats) [data-ref]";
  const decision = () => document.getElementById("t-decision");

  /* ---------- without a page: see tests/test_scripts.py ---------- */

  const pure = window.choosing = {
    /** Which of some ordered lists takes a choice: the first untouched one, else the first; -1 if another has it already. */
    placeFor(lists) {
      const place = Math.max(0, lists.findIndex((list) => !list.isTouched));
      return lists.length > 1 && lists.some((list, at) => at !== place && list.isTouched && list.isSame) ? -1 : place;
    },
    /** Which of the earlier choices have to go, oldest first, so that the newest makes no more than `most`. */
    surplus: (earlier, most) => earlier.slice(0, Math.max(0, earlier.length + 1 - most)),
    /** The index of the point that is nearest to another in a direction; -1 if none lies that way. What is aside counts twice. */
    nearest([x, y], points, [dx, dy]) {
      const far = points.map(([a, b]) => {
        const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
        return along > 1 ? along + 2 * aside : Infinity;
      });
      const least = Math.min(...far);
      return least < Infinity ? far.indexOf(least) : -1;
    },
  };

  /* ---------- the options ---------- */

  /** The ways to choose a thing, by ref. Inputs, labels, options, links and buttons can have a ref. */
  function waysByRef() {
    const found = new Map();
    for (const part of all("[data-ref]", decision())) {
      const way = part.matches("input, option, a, button") ? part : part.querySelector("input");
      if (!way || way.disabled || way.closest("[hidden]")) continue;
      if (!found.has(part.dataset.ref)) found.set(part.dataset.ref, []);
      found.get(part.dataset.ref).push(way);
    }
    return found;
  }

  const isChosen = (way) => (way.matches("option") ? way.selected && "touched" in way.closest("select").dataset : way.checked || way.ariaPressed === "true");
  const isIdle = (way) => !way.closest("fieldset")?.querySelector("input:checked:not([value=''])");

  function choose(ref) {
    const ways = waysByRef().get(ref) ?? [];
    if (!ways.length) return;
    if (ways[0].matches("option")) return chooseInOrder(ways);
    const picked = ways.find((way) => way.type === "radio" && way.checked);
    if (picked) return undo(picked.form); // a second click undoes the choice
    // Several fields may offer the same thing: choose it in the first one without a value.
    (ways.find((way) => !way.checked && isIdle(way)) ?? ways.find((way) => !way.checked) ?? ways[0]).click();
  }

  /** An ordered choice is a row of select lists, filled in the order of the clicks. */
  function chooseInOrder(ways) {
    const lists = ways.map((way) => way.closest("select"));
    const place = pure.placeFor(lists.map((list, at) => ({ isTouched: "touched" in list.dataset, isSame: list.value === ways[at].value })));
    if (place < 0) return;
    lists[place].dataset.touched = "";
    lists[place].value = ways[place].value;
    lists[place].dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** If a field of checkboxes allows only one choice, keep the newest. */
  function keepToMost(input) {
    const field = input.closest("[data-most]");
    if (!field || !input.checked || input.type !== "checkbox") return;
    const chosen = all("input:checked", field).filter((other) => other !== input);
    for (const other of pure.surplus(chosen, Number(field.dataset.most))) other.checked = false;
  }

  /* ---------- the picture ---------- */

  /** The name of a thing: its own data-name, that of its label in the form, else the label's text. */
  const named = (part, way) => {
    const words = part.dataset.name || way.closest("label")?.dataset.name || way.getAttribute("aria-label") || (way.matches("option, a, button") ? way.textContent : way.closest("label")?.textContent);
    return (words || way.value || "").trim().replace(/\s+/g, " ").slice(0, 90);
  };
  const canHold = (part) => part instanceof HTMLElement && !part.matches("img, input, tr");
  const keyOf = (part) => (canHold(part) ? part.querySelector(":scope > .touch") : part);

  function paint() {
    const ways = waysByRef();
    for (const part of all(boardParts)) {
      const mine = ways.get(part.dataset.ref);
      const picked = Boolean(mine?.some(isChosen));
      part.classList.toggle("is-lit", Boolean(mine));
      part.classList.toggle("is-picked", picked);
      if (!part.matches("a, button")) mine ? light(part, mine[0], picked) : darken(part);
    }
    tie();
    rove();
  }

  /** A ribbon on what is chosen says what for: the nearest data-does. */
  function tie() {
    const ways = waysByRef(), parts = all(boardParts).map((part) => [keyOf(part), ways.get(part.dataset.ref)?.find(isChosen)]);
    const cards = [...(decision()?.querySelectorAll("label.is-card > input") ?? [])].map((input) => [input.parentElement, input.checked && input]);
    for (const [part, way] of [...parts, ...cards]) {
      const does = way && way.closest("[data-does]")?.dataset.does;
      if (part && does) part.dataset.ribbon = does;
      else if (part) delete part.dataset.ribbon;
    }
  }
  document.addEventListener("table:preview", tie);

  /** Make the part a button: an overlay if it can contain one, else the part itself (in drawings). */
  function light(part, way, picked) {
    let key = keyOf(part);
    if (!key) {
      key = makeButton("", { className: "touch" });
      if (getComputedStyle(part).position === "static") part.classList.add("has-touch");
      part.append(key);
    } else if (key === part) {
      key.setAttribute("role", "button");
      part.closest("svg[role=img]")?.setAttribute("role", "group"); // an image may not contain buttons
    }
    key.dataset.touch = part.dataset.ref;
    key.setAttribute("aria-label", `Choose ${named(part, way)}`);
    if (way.ariaPressed || !way.matches("a, button")) key.setAttribute("aria-pressed", String(picked));
  }

  function darken(part) {
    const key = keyOf(part);
    if (!key || !("touch" in key.dataset)) return;
    if (key !== part) return key.remove();
    delete key.dataset.touch;
    for (const name of ["role", "aria-label", "aria-pressed", "tabindex"]) key.removeAttribute(name);
  }

  /* Roving tabindex: one tab stop, and the arrow keys move to the nearest thing in their direction. */
  const keys = () => all("[data-touch]");
  let stop = "";

  function rove() {
    const found = keys();
    const at = found.find((key) => key.dataset.touch === stop) ?? found[0];
    for (const key of found) key.setAttribute("tabindex", key === at ? "0" : "-1");
  }

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };

  function walk(from, way) {
    const found = keys();
    found[pure.nearest(middle(from), found.map(middle), way)]?.focus();
  }

  document.addEventListener("focusin", (event) => {
    if (!("touch" in (event.target.dataset ?? {}))) return;
    stop = event.target.dataset.touch;
    rove();
  });

  document.addEventListener("keydown", (event) => {
    const key = event.target.closest?.("[data-touch]");
    if (key && WAYS[event.key]) { event.preventDefault(); return walk(key, WAYS[event.key]); }
    if (key && key.tagName !== "BUTTON" && ["Enter", " "].includes(event.key)) { event.preventDefault(); return choose(key.dataset.touch); }
    if (!event.target.closest?.("#table, body") || event.target.matches("textarea, [type=text], [type=number]")) return;
    if (event.key === "Escape" && past.length && !event.target.closest("details.menu, dialog, .side")) startAgain();
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && past.length) { event.preventDefault(); undo(); }
  });

  document.addEventListener("click", (event) => {
    const part = event.target.closest?.(boardParts);
    const other = event.target.closest?.("a, button:not(.touch), input, label, summary");
    if (part && !(other && part.contains(other))) choose(part.dataset.ref);
  });

  /* ---------- undo ---------- */

  const past = []; // the form values before each choice: {key, fields}
  const held = new Map(); // the current form values by key
  const fieldsOf = (form) => [...form.elements].filter((input) => input.name && input.type !== "hidden");
  const photo = (form) => fieldsOf(form).map((input) => [input.checked, input.value, "touched" in input.dataset]);
  const forms = () => [...(decision()?.querySelectorAll("form.action") ?? [])];
  const aboutOf = (form) => `${form.elements.decision?.value} ${form.dataset.verb}`; // a seat can have several decisions
  /** A decision can offer one verb in several forms: "Pass" next to "Play what I have chosen". */
  const keyOfForm = (form) => `${aboutOf(form)} ${forms().filter((one) => aboutOf(one) === aboutOf(form)).indexOf(form)}`;
  const formOf = (key) => forms().find((form) => keyOfForm(form) === key);

  function noteAll() {
    for (const form of forms()) held.set(keyOfForm(form), photo(form));
  }

  function putBack(form, fields) {
    fieldsOf(form).forEach((input, at) => {
      if (!fields[at]) return;
      if (["checkbox", "radio"].includes(input.type)) input.checked = fields[at][0];
      else input.value = fields[at][1];
      if (!fields[at][2]) delete input.dataset.touched;
    });
    held.set(keyOfForm(form), photo(form));
    form.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: "undo" }));
  }

  function undo() {
    const step = past.pop();
    const form = step && formOf(step.key);
    if (form) putBack(form, step.fields);
    tellUndo();
  }

  function startAgain() {
    const first = new Map(past.toReversed().map((step) => [step.key, step.fields]));
    past.length = 0;
    for (const [key, fields] of first) if (formOf(key)) putBack(formOf(key), fields);
    tellUndo();
  }

  function undoButtons(form) {
    const go = form.querySelector(".action-go");
    if (!go || form.closest(".tray") || go.querySelector("[data-undo]")) return;
    for (const [name, words] of [["undo", "Undo"], ["again", "Start again"]]) {
      go.append(makeButton(words, { className: "button is-quiet", dataset: { [name]: "" } }));
    }
  }

  /** Is something of it chosen? Another player may have taken what was. */
  const isBegun = (form) => fieldsOf(form).some((input) => "touched" in input.dataset || input.checked !== input.defaultChecked || input.value !== (input.defaultValue ?? input.value));

  function tellUndo() {
    const begun = new Set(past.map((step) => step.key));
    for (const button of all("#t-decision [data-undo], #t-decision [data-again]")) button.hidden = !(button.form && begun.has(keyOfForm(button.form)));
    document.dispatchEvent(new CustomEvent("table:chosen", { detail: { form: past.length ? formOf(past.at(-1).key) : null } }));
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-undo]")) undo();
    if (event.target.closest?.("[data-again]")) startAgain();
  });

  // Show the buttons at the first keystroke: on blur, the page would move under the user's finger.
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("#t-decision form.action");
    if (!form || ["checkbox", "radio"].includes(event.target.type)) return;
    undoButtons(form);
    for (const button of all("[data-undo], [data-again]", form)) button.hidden = false;
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("#t-decision input")) keepToMost(event.target);
    const form = event.target.closest?.("#t-decision form.action");
    if (form && event.detail !== "undo") {
      const key = keyOfForm(form), before = held.get(key), now = photo(form);
      if (before && JSON.stringify(before) !== JSON.stringify(now)) past.push({ key, fields: before });
      held.set(key, now);
      undoButtons(form);
      tellUndo();
    }
    paint();
  });

  /* ---------- updates ---------- */

  let asked = decision()?.dataset.decision ?? "", focused = "";
  document.addEventListener("table:swap", () => { focused = document.activeElement?.closest?.("[data-touch]")?.dataset.touch ?? focused; });
  document.addEventListener("table:swapped", (event) => {
    if (event.target.id === "t-decision") {
      const now = decision()?.dataset.decision ?? "";
      if (now !== asked) past.length = 0;
      asked = now;
      setTimeout(() => { noteAll(); if (!forms().some(isBegun)) past.length = 0; for (const { key } of past) if (formOf(key)) undoButtons(formOf(key)); tellUndo(); }, 0);
    }
    paint();
    const key = focused && document.activeElement === document.body && keys().find((one) => one.dataset.touch === focused);
    if (key) key.focus({ preventScroll: true });
    if (document.activeElement !== document.body) focused = "";
  });

  // What was chosen before this script came, and what browsers put back when one comes back to the page, without an event.
  addEventListener("load", () => {
    for (const form of forms()) {
      if (JSON.stringify(photo(form)) !== JSON.stringify(held.get(keyOfForm(form)))) form.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  for (const form of forms()) held.set(keyOfForm(form), fieldsOf(form).map((input) => [input.defaultChecked, input.defaultValue ?? input.value, false]));
  paint();
  Object.assign(pure, { paint, undo, startAgain }); // for steps.js
})();
