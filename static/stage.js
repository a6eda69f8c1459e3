// The stage around a game: the collapsible side, settings, the log.
(() => {
  "use strict";
  const table = one("#table"), root = document.documentElement;
  if (!table) return;
  const wide = matchMedia("(min-width: 80rem) and (min-aspect-ratio: 1/1)");

  /* ---------- the side ---------- */
  const fold = one("#fold");
  function tellFold() { fold?.setAttribute("aria-expanded", String(root.dataset.side === "open")); }
  function setSide(state) {
    if (wide.matches) window.preferences.set("side", state);
    root.dataset.side = state; // not saved on phones, where the side covers the board
    tellFold();
    if (isCovered()) history.pushState({ side: true }, ""); // Back closes it
    else forget("side");
  }
  const isCovered = () => !wide.matches && root.dataset.side === "open";
  // So does it close the menu. A link in that may have been followed: then nothing is left to close.
  const menu = one(".topline-menu");
  menu.addEventListener("toggle", () => { if (menu.open) history.pushState({ menu: true }, ""); else forget("menu"); });
  let isFollowed = false; // a link has just been followed: going back would stop its page from loading
  for (const kind of ["pointerdown", "click", "keydown"]) document.addEventListener(kind, (event) => { isFollowed = kind !== "keydown" && !opensElsewhere(event) && Boolean(event.target.closest?.("a[href]:not([target])")); }, true);
  function forget(name) { if (history.state?.[name] && !isFollowed) history.back(); }
  function tidy() {
    isFollowed = false;
    if (!menu.open) forget("menu");
    if (!document.getElementById("drawer")?.open) forget("drawer"); // drawer.js comes later
    if (!isCovered()) forget("side");
  }
  addEventListener("pageshow", tidy);
  addEventListener("popstate", () => { if (menu.open) menu.open = false; else if (isCovered()) setSide("folded"); else tidy(); });
  if (table.matches(".has-forms") && !window.preferences.get("side") && !matchMedia("(min-width: 100rem)").matches) root.dataset.side = "folded";
  fold?.addEventListener("click", () => setSide(root.dataset.side === "open" ? "folded" : "open"));
  document.addEventListener("pointerdown", (event) => { if (!wide.matches && root.dataset.side === "open" && !event.target.closest("#side, #fold, dialog")) setSide("folded"); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || wide.matches || root.dataset.side !== "open") return;
    setSide("folded");
    fold.focus();
  });
  tellFold();

  /* A proposal is shown in the side, which opens once for it; anywhere else it would cover the board. */
  let asked = "";
  function showQuestion() {
    const question = one("#t-proposals .notice:has(button)")?.textContent.trim() ?? "";
    if (question && question !== asked && root.dataset.side !== "open") {
      root.dataset.side = "open";
      tellFold();
    }
    asked = question;
  }
  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-proposals") showQuestion(); });

  /* ---------- settings ---------- */
  const form = one("[data-preferences]");
  if (form) {
    form.hidden = false;
    for (const list of all("select", form)) {
      const kept = window.preferences.get(list.name);
      if (kept && [...list.options].some((option) => option.value === kept)) list.value = kept;
      list.addEventListener("change", () => { window.preferences.set(list.name, list.value); });
    }
  }

  /* ---------- slips, result, panels, plan ---------- */
  for (const slip of all("[data-slip]")) {
    const button = makeButton("×", { className: "button is-quiet close", ariaLabel: "Close" });
    button.addEventListener("click", () => slip.remove());
    slip.append(button);
  }
  function dressResult() {
    const result = one("#t-result");
    if (!result?.firstElementChild || result.querySelector(".result-fold")) return;
    const button = makeButton("See the table", { className: "button is-quiet result-fold" });
    button.addEventListener("click", () => { button.textContent = result.classList.toggle("is-folded") ? "Show the result" : "See the table"; });
    result.append(button);
  }
  document.addEventListener("click", (event) => {
    const plate = event.target.closest?.(".seatplate");
    if (plate && !event.target.closest("a, button")) plate.classList.toggle("is-open");
    if (event.target.closest?.("[data-order-close]")) one("#t-order").replaceChildren();
  });
  document.addEventListener("table:order", (event) => {
    const order = one("#t-order");
    if (event.target !== order || !order.firstElementChild || order.querySelector("[data-order-close]")) return;
    const button = makeButton("Close", { className: "button is-quiet order-close", dataset: { orderClose: "" } });
    order.firstElementChild.prepend(button);
    (order.querySelector("input, select") ?? button).focus({ preventScroll: true });
  });

  /* ---------- the log ---------- */
  /** New log lines come in short form (log_news_record.html); add the markup that the page has. */
  function complete(record) {
    const dateTime = new Date(record.dataset.at * 1000).toISOString();
    delete record.dataset.at;
    record.classList.add("log-move");
    for (const line of record.children) line.classList.add("log-line");
    for (const line of record.querySelectorAll("[data-clause]")) {
      const { clause } = line.dataset;
      line.append(" ", make("a", { className: "clause", href: `/r/${clause}/` }, clause));
    }
    record.lastElementChild.append(" ", make("time", { className: "log-at", dateTime, dataset: { local: "time" } }));
  }

  /** Small pictures of the cards named in a line. */
  function picture(line) {
    const row = make("span", { className: "pics", ariaHidden: "true" });
    for (const id of line.dataset.pics.split(",")) {
      const drawn = drawingOf(`${table.dataset.cards}#${id}`);
      drawn.classList.add("pic");
      drawn.dataset.enlarge = "";
      row.append(drawn);
    }
    (line.querySelector(".row-link") ?? line).insertBefore(row, line.querySelector(".clause, .log-at"));
  }

  function dressLog() {
    for (const record of all("#log [data-at]")) complete(record);
    localTimes();
    for (const line of all(".log .log-line:not([data-dressed])")) {
      line.dataset.dressed = "";
      if (/^Round \d/.test(line.textContent.trim())) line.classList.add("log-round");
      if (line.dataset.pics && table.dataset.cards) picture(line);
    }
  }

  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-result") dressResult(); });
  for (const news of ["table:shown", "replay:moved"]) document.addEventListener(news, dressLog);
  dressResult();
  dressLog();
  showQuestion();
})();
