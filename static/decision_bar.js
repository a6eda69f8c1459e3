// The decision bar: one button for each possible answer in the tray, and Undo, always in the same place. Its buttons press
// those of the forms, which are what is sent. Enter confirms, Escape undoes (choosing.js), number keys choose.
(() => {
  "use strict";
  const table = one("#table"), bar = one("#act");
  if (!table || !bar) return;
  const MOST = 3;
  const decision = () => one("#t-decision");
  const isTray = () => Boolean(decision()?.matches(".tray"));
  const said = make("output", { className: "act-said", ariaLive: "polite" });
  table.append(said); // below the board, in place of the last move
  let begun = null; // the form of the newest choice
  let lonely = null; // the form of an answer without an alternative, which is about to be given
  let early = null; // the form whose grey button has been pressed, until something is chosen
  let sure = null; // the form whose costly move has been asked about
  let answeredAt = -Infinity; // when a press last asked or sent

  const submitOf = (form) => form.querySelector("[type=submit]");
  const goOf = (form) => form.querySelector(".action-go")?.dataset ?? {}; // data-quiet: no button until the form is begun; data-hint
  // data-next: the form is asked step by step; these are the words of its button until the last step.
  const isWhole = (form) => form.dataset.ready !== "no" && ("next" in form.dataset || form.checkValidity());

  /** What the form's choice costs dearly: data-costly on what is chosen, in a sentence. Rated games, and players who confirm moves, are asked again. */
  const costOf = (form) => form.querySelector("[data-costly]:is(:checked, [type=hidden])")?.dataset.costly ?? "";
  const isUnsure = (form) => form !== sure && Boolean(costOf(form)) && ("rated" in table.dataset || wantsConfirming());

  /** All forms of a tray; otherwise only the one that has been begun, because the others show their own buttons. */
  function shown() {
    const forms = [...(decision()?.querySelectorAll("form.action") ?? [])].filter((form) => submitOf(form) && !("quiet" in goOf(form) && form !== begun && form !== sure));
    const open = sure ?? begun;
    if (isTray()) return forms.filter((form, place) => place < MOST || form === open);
    return open && forms.includes(open) && isWhole(open) ? [open] : [];
  }

  const targets = new WeakMap(); // button: its form

  const undo = makeButton("Undo", { className: "button is-quiet", dataset: { undo: "" } }), plan = makeButton("", { dataset: { plan: "" } });

  function button(place) {
    if (!bar.querySelectorAll("[data-go]")[place]) bar.append(makeButton("", { dataset: { go: "" } }));
    return bar.querySelectorAll("[data-go]")[place];
  }

  function show() {
    const forms = shown();
    const isFirst = [(form) => form === sure, (form) => form.dataset.main === "true", (form) => form === begun, (form) => "alone" in goOf(form), () => true];
    const main = isFirst.map((fits) => forms.find(fits)).find(Boolean);
    for (const input of all(".only-plain :is(input, select)", decision())) input.tabIndex = -1;
    forms.forEach((form, place) => {
      const go = button(place), submit = submitOf(form), isReady = isWhole(form);
      targets.set(go, form);
      const words = `${form === sure ? "Yes: " : ""}${form.dataset.next ?? submit.dataset.words ?? submit.textContent.trim()}`;
      if (go.textContent !== words) go.textContent = words;
      go.className = `button${form === main ? "" : " is-plain"}`;
      go.toggleAttribute("data-main", form === main);
      go.setAttribute("aria-disabled", String(!isReady));
      go.title = isReady ? "" : missing(form);
    });
    for (const go of [...bar.querySelectorAll("[data-go]")].slice(forms.length)) go.remove();
    if (!forms.includes(begun)) undo.remove();
    else if (!undo.isConnected) bar.querySelector("[data-go]").before(undo);
    const link = isTray() && !forms.length && decision().querySelector(".tray-plan a"); // to standing orders
    plan.textContent = link ? link.textContent : "";
    if (!link) plan.remove();
    else if (!plan.isConnected) bar.append(plan);
    const isEarly = early?.isConnected && !isWhole(early);
    const words = isEarly ? missing(early) : main && main === sure ? `${costOf(main)} Do you want that?` : begun && main ? foreseen(main) || (isWhole(main) ? "" : missing(main)) : lonely ? goOf(lonely).alone : "";
    say(words, begun && main && main !== sure && !isEarly ? [...main.querySelectorAll("output.preview .preview-no .clause")] : []);
    fit();
  }

  function fit() {
    table.style.setProperty("--act", `${bar.offsetWidth}px`);
    said.classList.remove("is-long");
    said.classList.toggle("is-long", said.offsetHeight > bar.offsetHeight); // no room next to the buttons on a phone
    table.style.setProperty("--said", `${said.offsetHeight}px`); // the board makes room for it
  }

  /** Say something beside the buttons; a refusal with links to its rules. */
  function say(words, rules = []) {
    const whole = [words, ...rules.map((rule) => rule.textContent.trim())].join(" ");
    if (said.textContent !== whole) said.replaceChildren(words, ...rules.flatMap((rule) => [" ", rule.cloneNode(true)]));
  }

  /** What the choice would do, or why it is not allowed, without the rule number. */
  function foreseen(form) {
    const told = form.querySelector("output.preview")?.cloneNode(true);
    for (const mark of told?.querySelectorAll(".clause") ?? []) mark.remove();
    const lines = [...(told?.querySelectorAll("span") ?? [])].map((line) => line.textContent.trim());
    const words = lines.length ? lines.map((line, place) => (place ? (/[.!?:]$/.test(lines[place - 1]) ? " " : "; ") : "") + line).join("") : told?.textContent.trim() ?? "";
    return words && `${words[0].toUpperCase()}${words.slice(1)}${/[.!?:]$/.test(words) ? "" : "."}`;
  }

  /** What a form still needs, in the title's words, else by its first field that doesn't fit. */
  function missing(form) {
    const field = [...form.elements].find((one) => one.willValidate && !one.validity.valid), { hint } = goOf(form);
    if (hint || !field) return hint || "Choose first.";
    const box = field.closest(field.type === "radio" ? "fieldset" : "label");
    const name = nameOf(box?.querySelector("legend") ?? box) || field.getAttribute("aria-label") || waysOf(form, field);
    if (field.type === "radio") return `Choose first: ${name}`;
    if (field.type === "checkbox") return `Tick this first: ${name}`;
    if (field.type === "number") return `${name}: enter a number from ${field.min} to ${field.max}.`;
    return field.validity.valueMissing ? `${name || "Your text"}: write something first.` : field.validationMessage;
  }

  /** What a group of choices without a legend offers: "I allow the case / I dismiss it". */
  const waysOf = (form, field) => [...form.elements].filter((one) => one.name === field.name).map((one) => nameOf(one.closest("label"))).join(" / ");

  /** The words of a label or legend, without its notes and fields. */
  function nameOf(node) {
    const copy = node?.cloneNode(true);
    for (const part of copy?.querySelectorAll("small, input, textarea, select, span:has(input)") ?? []) part.remove();
    return copy?.textContent.trim().replace(/\s+/g, " ") ?? "";
  }

  function ask(form) {
    sure = form;
    answeredAt = performance.now();
    show();
  }
  // A form's own button asks too.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#t-decision form.action") || !isUnsure(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(event.target);
  }, true);

  function confirm(form) {
    if ("next" in form.dataset && isWhole(form)) return form.dispatchEvent(new Event("table:next", { bubbles: true }));
    if (isWhole(form)) {
      if (isUnsure(form)) return ask(form);
      window.decisionBar.sentAt = answeredAt = performance.now();
      document.dispatchEvent(new Event("table:sent"));
      return form.requestSubmit(submitOf(form));
    }
    // No reportValidity(): it focuses fields that script has moved out of sight, and scrolls the table to them.
    early = form;
    say(missing(form));
    for (const field of form.elements) if (field.willValidate && !field.validity.valid) field.setAttribute("aria-invalid", "true");
  }
  document.addEventListener("input", ({ target }) => {
    for (const field of target.form?.elements ?? []) if (field.validity?.valid) field.removeAttribute("aria-invalid");
  });

  // At a live table, an answer without an alternative (data-alone: why) is given by itself, after a pause that hides that
  // there was no choice.
  let alone = 0;
  function answerAlone() {
    clearTimeout(alone);
    const mayBe = "live" in table.dataset && window.preferences?.get("alone") !== "no";
    lonely = (mayBe && shown().find((form) => "alone" in goOf(form))) || null;
    if (lonely) alone = setTimeout(() => { if (lonely?.isConnected && !lonely.dataset.sent) confirm(lonely); }, 1000 + 2500 * Math.random());
    show();
  }

  /** Does a complete choice need confirmation? By this person's setting, else by the match's default. */
  const wantsConfirming = () => (window.preferences?.get("confirm") || table.dataset.confirm || "yes") === "yes";

  // A long press on a button opens the plan of a tray that offers one while it asks.
  let pressed = 0, isPlanned = false;
  bar.addEventListener("pointerdown", ({ target }) => {
    const link = target.closest("[data-go]") && decision()?.querySelector(".tray-plan a");
    isPlanned = false;
    if (link) pressed = setTimeout(() => { isPlanned = true; link.click(); }, 500);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) bar.addEventListener(kind, () => clearTimeout(pressed));

  /** Is this still the double click that asked or sent? It neither says yes to the question nor answers the next decision. */
  const hasJustAnswered = () => performance.now() - answeredAt < 600;

  bar.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]");
    if (go && !isPlanned && !(event.detail > 1 && hasJustAnswered())) confirm(targets.get(go));
    if (event.target === plan) decision().querySelector(".tray-plan a")?.click();
  });
  document.addEventListener("table:chosen", (event) => { begun = event.detail.form ?? null; sure = early = null; show(); });
  document.addEventListener("table:preview", show);
  // Keys that move through a group of cards choose each on their way, so that only a finger or mouse plays at once.
  let isTouched = false;
  document.addEventListener("pointerdown", () => { isTouched = true; }, true);
  document.addEventListener("keydown", () => { isTouched = false; }, true);
  // A title or form says that one choice is enough: send it at once, unless this person wants to confirm.
  document.addEventListener("table:enough", (event) => {
    if (isTouched && !wantsConfirming() && !hasJustAnswered() && isWhole(event.target)) setTimeout(() => { if (event.target.isConnected) confirm(event.target); }, 0);
    else show();
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#t-decision.tray form.action[data-one-choice]");
    if (form && event.detail !== "undo" && isWhole(form)) form.dispatchEvent(new Event("table:enough", { bubbles: true }));
  });
  // A finger or mouse that comes just after another question was meant for the button that was there before.
  let asked = decision()?.dataset.decision, settled = 0;
  function settle() {
    if (asked === decision().dataset.decision) return;
    asked = decision().dataset.decision;
    bar.dataset.new = "";
    clearTimeout(settled);
    settled = setTimeout(() => { delete bar.dataset.new; }, 400);
  }
  document.addEventListener("table:swapped", (event) => {
    if (event.target.id !== "t-decision") return;
    begun = sure = null; // choosing.js will report it again
    settle();
    answerAlone();
  });

  const isTyping = (node) => Boolean(node.matches?.("textarea, select, [type=text], [type=number], input:not([type]), [contenteditable]"));
  const isBusy = (node) => isTyping(node) || Boolean(node.closest?.("dialog, .menu, .side, #t-order, .result"));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isTray() || isBusy(event.target)) return;
    if (event.key === "Enter" && !event.target.matches("a, button:not([aria-pressed=true]), summary, [role=button]:not([aria-pressed=true])")) {
      const main = bar.querySelector("[data-main]");
      if (!main) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) confirm(targets.get(main)); // a key held down answers once
    }
    if (/^\d$/.test(event.key)) number(event.key);
  }, true);

  /** The coin or thing labelled with this number, else the thing with this index. */
  function number(key) {
    const coin = decision().querySelector(`.coins [value="${key}"]:enabled`);
    if (coin) {
      coin.click();
      return coin.focus({ preventScroll: true });
    }
    const named = all(`[data-key="${key}"]`, decision()).filter((input) => !input.disabled);
    const any = decision().querySelector("[data-key]");
    const input = any ? named.find((one) => !one.checked) ?? named[0] : decision().querySelectorAll("form.action :is([type=checkbox], [type=radio]):enabled")[Number(key) - 1];
    input?.click();
    input?.focus({ preventScroll: true });
  }

  // Double-clicking a card plays it at once.
  document.addEventListener("dblclick", (event) => {
    const input = event.target.closest?.("#t-decision.tray label")?.querySelector("input");
    if (!input?.form || !document.contains(input) || hasJustAnswered()) return;
    if (!input.checked) input.click();
    if (isWhole(input.form)) confirm(input.form);
  });

  window.decisionBar = { confirm, wantsConfirming, isWhole, say, sentAt: -Infinity };
  const sizes = new ResizeObserver(fit);
  for (const box of [bar, table]) sizes.observe(box);
  answerAlone();
})();
