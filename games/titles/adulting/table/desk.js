// Adulting's desk: as high as what it asks, up to a share of the window; what does not fit is asked one step at a time. Bids
// and payments are put together from coins. Without script, the tray scrolls and everything is asked at once.
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table || table.matches(".is-watched")) return;
  const LOW = 30 * 16; // windows below this height are phones in landscape

  /* ---------- the height ---------- */

  const mostHigh = () => innerHeight * (innerHeight >= LOW ? 0.6 : "first" in table.dataset ? 0.47 : 0.52); // with a higher bar

  /** The height of a tray that shows all of the desk. */
  function wanted() {
    const tray = one("#t-decision"), desk = one(".adulting-desk", tray), sheet = one(".adulting-sheet", tray), shelf = one(".adulting-shelf", tray);
    const isAbove = getComputedStyle(one(".adulting-tray", tray)).flexDirection === "column";
    const rest = isAbove ? shelf.offsetHeight + 20 : 18;
    const least = isAbove ? 0 : Math.min(220, innerHeight * 0.34);
    return Math.max(least, rest + (desk.offsetHeight - desk.clientHeight) + sheet.offsetHeight);
  }

  let seen = ""; // the width of the desk and the height of its sheet, as they were measured
  const sizes = () => [one("#t-decision .adulting-desk")?.clientWidth, one("#t-decision .adulting-sheet")?.offsetHeight].join();
  const observer = new ResizeObserver(() => { if (sizes() !== seen) fit(); });

  function fit() {
    if (!one("#t-decision .adulting-sheet")) return;
    const form = stepped();
    begin(form);
    unstep(form);
    let high = wanted();
    pages = form && high > mostHigh() ? paged(form) : [];
    if (pages.length > 1) {
      high = Math.max(...pages.map((_, place) => { step(form, place); return wanted(); }));
      step(form, at = Math.min(at, pages.length - 1));
    } else unstep(form);
    check(form);
    table.style.setProperty("--tray", `${Math.ceil(Math.min(high, mostHigh()))}px`);
    seen = sizes();
  }

  /* ---------- one step at a time ---------- */

  let at = 0, about = ""; // the page in sight, and the decision that it belongs to
  let pages = []; // the steps of the form that are in sight together

  const stepsOf = (form) => all(":scope > .adulting-step", form);
  const stepped = () => all("#t-decision .adulting-main > form.action").find((form) => stepsOf(form).length > 1);
  const fieldsOf = (steps) => steps.flatMap((part) => all("input, select, textarea", part));

  /** Steps of the same group share a page while they fit; every other step has one of its own. */
  function paged(form) {
    pages = [];
    for (const part of stepsOf(form)) {
      const page = pages.at(-1);
      if (part.dataset.group && page?.[0].dataset.group === part.dataset.group) {
        page.push(part);
        step(form, pages.length - 1);
        if (wanted() <= mostHigh()) continue;
        page.pop();
      }
      pages.push([part]);
    }
    return pages;
  }

  function unstep(form) {
    if (!form) return;
    one(".adulting-dots", form)?.remove();
    form.classList.remove("is-stepped", "is-later");
    delete form.dataset.next;
    delete form.dataset.ready;
  }

  /** Show only this page of the form. */
  function step(form, now) {
    unstep(form);
    form.classList.add("is-stepped");
    form.classList.toggle("is-later", now > 0);
    for (const part of stepsOf(form)) part.classList.toggle("is-now", pages[now].includes(part));
    form.prepend(dots(form, now));
    if (now < pages.length - 1) form.dataset.next = "Next";
  }

  /** A new decision begins with its first step. */
  function begin(form) {
    const decision = form?.elements.decision.value ?? "";
    if (about !== decision) [at, about] = [0, decision];
  }

  function dots(form, now) {
    const row = make("div", { className: "adulting-dots", role: "group", ariaLabel: `Step ${now + 1} of ${pages.length}` });
    pages.forEach((page, place) => {
      const button = make("button", { type: "button", className: place < now ? "is-done" : "" });
      const title = "group" in page[0].dataset ? "" : `: ${page[0].dataset.step}`;
      button.append(make("span", {}, `${place + 1} of ${pages.length}${title}`));
      if (place === now) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => go(form, place));
      row.append(button);
    });
    return row;
  }

  /** Whether the step in sight is complete. */
  function check(form) {
    if (form && "next" in form.dataset) form.dataset.ready = fieldsOf(pages[at]).every((field) => field.validity.valid) ? "yes" : "no";
    document.dispatchEvent(new Event("table:preview"));
  }

  function go(form, place) {
    at = place;
    fit();
    one("#t-decision .adulting-desk").scrollTop = 0;
    const now = one(".is-now", form);
    (one("input:checked, textarea, input:not([type=hidden]), button", now) ?? one(".adulting-dots [aria-current]", form)).focus({ preventScroll: true });
  }

  document.addEventListener("table:next", (event) => { if (event.target.matches(".is-stepped")) go(event.target, at + 1); });
  document.addEventListener("keydown", (event) => {
    const form = event.target.matches?.("input:not([type=radio], [type=checkbox])") && event.target.closest(".is-stepped[data-next]");
    if (event.key !== "Enter" || event.isComposing || event.defaultPrevented || !form) return;
    event.preventDefault();
    if (form.dataset.ready !== "no") go(form, at + 1);
  });
  // A grey button of the last step leads to what is missing.
  document.addEventListener("click", (event) => {
    const grey = event.target.closest?.("#act [data-go][aria-disabled=true]");
    if (!grey) return;
    for (const fold of all("#t-decision .adulting-beside details:not([open])")) if (all("[type=submit]", fold).some((submit) => submit.textContent.trim() === grey.textContent)) fold.open = true;
    const form = grey.matches("[data-main]") ? stepped() : null;
    const missing = form?.matches(".is-stepped") ? pages.findIndex((page) => fieldsOf(page).some((field) => !field.validity.valid)) : -1;
    if (missing >= 0 && missing !== at) go(form, missing);
  });

  /* ---------- coins for amounts ---------- */

  function mint() {
    for (const input of all("#t-decision [data-coins]:not([data-minted])")) {
      input.dataset.minted = "";
      const row = make("span", { className: "adulting-purse-row" });
      for (const coin of input.dataset.coins.split(" ").map(Number)) row.append(coinButton(input, `+${coin}`, (now) => now + coin));
      row.append(coinButton(input, "All", () => Number(input.max)), coinButton(input, "None", () => 0, " is-plain"));
      input.closest(".adulting-fist, .adulting-till").append(row);
    }
  }

  function coinButton(input, words, next, more = "") {
    const button = make("button", { type: "button", className: `adulting-coin${more}` }, words);
    button.addEventListener("click", () => {
      input.value = Math.min(Number(input.max), Math.max(Number(input.min), next(Number(input.value))));
      for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    });
    return button;
  }

  /* ---------- the same example twice ---------- */

  /** Nearly the normal form of the rules: only a hint while one writes. */
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    .filter((word, place, words) => place || words.length < 2 || !/^(a|an|the|my|your|our|some|any)$/.test(word))
    .map((word) => (word.length > 3 && !/(ss|us|is)$/.test(word) ? word.replace(/ies$/, "y").replace(/s$/, "") : word)).join("");

  function markTwins() {
    for (const list of all("#t-decision [data-list]")) {
      const inputs = all("input", list), words = inputs.map((input) => plain(input.value));
      inputs.forEach((input, place) => {
        const twin = words[place] ? words.findIndex((other, also) => also !== place && other === words[place]) : -1;
        const fault = twin < 0 ? "" : `The same as example ${twin + 1}.`;
        input.setCustomValidity(fault);
        input.ariaInvalid = fault ? "true" : null;
        input.parentElement.dataset.same = fault;
      });
    }
  }

  /* ---------- ordering performances ---------- */

  const ranked = (form) => all(":scope > [data-group=ranks]", form);

  function rank() {
    for (const lists of all("#t-decision [data-plain]")) {
      for (const part of ranked(lists.form)) arm(part);
      number(lists.form);
      lists.remove();
    }
  }

  /** Arrows, a hidden field and a handle for one performance. */
  function arm(part) {
    const row = one(".adulting-ranked", part), moves = make("span", { className: "adulting-moves" });
    for (const [way, sign, words] of [[-1, "↑", "up"], [1, "↓", "down"]]) {
      const button = make("button", { type: "button", className: "button is-plain", ariaLabel: `Move ${part.dataset.step} ${words}` }, sign);
      button.addEventListener("click", () => { move(part, way); button.focus({ preventScroll: true }); });
      moves.append(button);
    }
    row.append(make("input", { type: "hidden", name: "arg.order", value: row.dataset.seat }), moves);
    row.draggable = true;
  }

  const number = (form) => ranked(form).forEach((part, place) => { one(".adulting-ranked", part).dataset.place = `${place + 1}.`; });

  function move(part, way) {
    const other = way < 0 ? part.previousElementSibling : part.nextElementSibling;
    if (other?.dataset.group !== part.dataset.group) return;
    way < 0 ? other.before(part) : other.after(part);
    follow(part);
  }

  /** Show the page on which a performance is now. */
  function follow(part) {
    number(part.parentElement);
    fit();
    const page = pages.findIndex((some) => some.includes(part));
    if (page < 0 || page === at) return;
    at = page;
    fit();
  }

  let held = null;
  document.addEventListener("dragstart", (event) => {
    held = event.target.closest?.("[data-group=ranks]") ?? null;
    if (held) event.stopPropagation(); // drag.js would forbid it
  }, true);
  document.addEventListener("dragover", (event) => {
    const part = event.target.closest?.("[data-group=ranks]");
    if (!held || !part || part === held) return;
    event.preventDefault();
    const box = part.getBoundingClientRect();
    event.clientY < box.top + box.height / 2 ? part.before(held) : part.after(held);
  });
  document.addEventListener("dragend", () => {
    if (!held) return;
    follow(held);
    held = null;
  });

  /* ---------- updates ---------- */

  let isOpen = false;
  const sheet = () => document.getElementById("adulting-legal");

  function look() {
    mint();
    rank();
    markTwins();
    fit();
    observer.disconnect();
    for (const part of all("#t-decision :is(.adulting-desk, .adulting-sheet)")) observer.observe(part);
    if (isOpen && sheet()) sheet().showPopover();
  }
  document.addEventListener("table:swap", (event) => { if (event.target.id === "t-decision") isOpen = Boolean(sheet()?.matches(":popover-open")); });
  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-decision") look(); });
  document.addEventListener("input", (event) => {
    if (!event.target.closest?.("#t-decision")) return;
    if (event.target.closest("[data-list]")) markTwins();
    check(event.target.closest("form"));
  });
  document.addEventListener("change", (event) => { if (event.detail === "undo") check(event.target.closest("form")); });
  window.addEventListener("resize", fit);
  look();
})();
