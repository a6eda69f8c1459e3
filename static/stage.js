// The stage around a game: the collapsible side, settings, the log in the second person and in colour.
(() => {
  "use strict";
  const table = document.getElementById("table"), root = document.documentElement;
  if (!table) return;
  const wide = matchMedia("(min-width: 64rem) and (min-aspect-ratio: 1/1)");

  /* ---------- the side ---------- */
  const fold = document.getElementById("fold");
  function tellFold() { fold?.setAttribute("aria-expanded", String(root.dataset.side === "open")); }
  function setSide(state) {
    if (wide.matches) window.preferences.set("side", state);
    root.dataset.side = state; // not saved on phones, where the side covers the board
    tellFold();
  }
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
    const question = document.querySelector("#t-proposals .notice:has(button)")?.textContent.trim() ?? "";
    if (question && question !== asked && root.dataset.side !== "open") {
      root.dataset.side = "open";
      tellFold();
    }
    asked = question;
  }
  document.addEventListener("table:swapped", (event) => { if (event.detail.target.id === "t-proposals") showQuestion(); });

  /* ---------- settings ---------- */
  const form = document.querySelector("[data-preferences]");
  if (form) {
    form.hidden = false;
    for (const list of form.querySelectorAll("select")) {
      const kept = window.preferences.get(list.name);
      if (kept && [...list.options].some((option) => option.value === kept)) list.value = kept;
      list.addEventListener("change", () => { window.preferences.set(list.name, list.value); });
    }
  }

  /* ---------- slips, result, panels, plan ---------- */
  function closer(words, className = "button is-quiet close") {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className, textContent: words });
    return made;
  }
  for (const slip of document.querySelectorAll("[data-slip]")) {
    const button = closer("×");
    button.setAttribute("aria-label", "Close");
    button.addEventListener("click", () => slip.remove());
    slip.append(button);
  }
  function dressResult() {
    const result = document.getElementById("t-result");
    if (!result?.firstElementChild || result.querySelector(".result-fold")) return;
    const button = closer("See the table", "button is-quiet result-fold");
    button.addEventListener("click", () => { button.textContent = result.classList.toggle("is-folded") ? "Show the result" : "See the table"; });
    result.append(button);
  }
  document.addEventListener("click", (event) => {
    const plate = event.target.closest?.(".seatplate");
    if (plate && !event.target.closest("a, button")) plate.classList.toggle("is-open");
    if (event.target.closest?.("[data-order-close]")) document.getElementById("t-order").replaceChildren();
  });
  document.addEventListener("table:order", (event) => {
    const order = document.getElementById("t-order");
    if (event.target !== order || !order.firstElementChild || order.querySelector("[data-order-close]")) return;
    const button = closer("Close", "button is-quiet order-close");
    button.dataset.orderClose = "";
    order.firstElementChild.prepend(button);
    (order.querySelector("input, select") ?? button).focus({ preventScroll: true });
  });

  /* ---------- the log ---------- */
  const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // A replay can show other seats, but "you" is still the viewer.
  const mine = document.querySelector(".is-replay .seatplate.is-me");
  const me = mine?.dataset.seat ?? (table.matches(".is-replay") ? undefined : table.dataset.mySeat), myName = nameOn(mine) ?? table.dataset.myName;
  const BARE = { has: "have", is: "are", was: "were", does: "do", goes: "go", doesn: "don", isn: "aren", hasn: "haven", wasn: "weren" };
  // A further verb in the same line. A list of words, because in "cards and stamps" there is none.
  const ALSO = /((?: and|,|:)(?: then)?| then) (adds|chooses|discards|draws|gives|keeps|loses|pays|plays|swaps|takes|wants|wins)(?= )/g;

  // "Their" becomes "your", except where it is somebody else's: "accuses Ben of showing their hand".
  const THEIR = /(?<!showing) their (?=hand|elimination)/g;

  /** "passes" to "pass", "carries" to "carry", "leads" to "lead". */
  function bare(verb) {
    if (BARE[verb]) return BARE[verb];
    if (/(ss|sh|ch|x|zz)es$/.test(verb)) return verb.slice(0, -2);
    if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
    return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
  }

  const also = (rest) => rest.replace(THEIR, " your ").replace(ALSO, (_, link, verb) => `${link} ${bare(verb)}`);

  /** Quoted text is never a name, nor are these words. */
  const apart = (words) => new RegExp(`(${["“[^”]*”", ...words].join("|")})`);

  /** Rewrite a line about me in the second person. Another player's name may equal or contain mine. */
  function toMe(words) {
    if (!myName || !words.includes(myName)) return words;
    const others = [...[...document.querySelectorAll(".seatplate:not(.is-me)")].map(nameOn), ...(table.dataset.figures ?? "").split(" ")];
    if (others.includes(myName)) return words;
    const longer = others.filter((name) => name.includes(myName)).map(escaped);
    return words.split(apart(longer)).map((part, place) => (place % 2 ? part : saidToMe(part))).join("");
  }

  function saidToMe(words) {
    const name = `${escaped(myName)}(?! \\(bot\\))`; // a bot may have the same name
    return words
      .replace(new RegExp(`((?:^|[.;:!?] ))${name} (?!(?:and|or) )(\\p{L}+)([^.;!?]*)`, "gu"), (_, lead, verb, rest) => `${lead}You ${bare(verb)}${also(rest)}`)
      .replace(new RegExp(`(^|[.!?] )${name}[’']s(?!\\p{L})`, "gu"), "$1Your")
      .replace(new RegExp(`(^|[.!?] )${name}(?![\\p{L}\\p{N}])`, "gu"), "$1You")
      .replace(new RegExp(`(?<![\\p{L}\\p{N}])${name}[’']s(?!\\p{L})`, "gu"), "your")
      .replace(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "gu"), "you");
  }

  function nameOn(plate) {
    return plate?.querySelector(".seatplate-name").textContent.replace(" (you)", "").trim();
  }

  function names() {
    const found = new Map();
    for (const plate of document.querySelectorAll(".seatplate")) found.set(nameOn(plate), plate.dataset.seat);
    return found;
  }

  /** New log lines come in short form (log_news_record.html); add the markup that the page has. */
  function complete(record) {
    const at = new Date(record.dataset.at * 1000), time = document.createElement("time");
    Object.assign(time, { className: "log-at", dateTime: at.toISOString(), title: at.toLocaleString(), textContent: at.toLocaleTimeString(undefined, { timeStyle: "short" }) });
    delete record.dataset.at;
    record.classList.add("log-move");
    for (const line of record.children) line.classList.add("log-line");
    for (const line of record.querySelectorAll("[data-clause]")) {
      const mark = document.createElement("a");
      Object.assign(mark, { className: "clause", href: `/r/${line.dataset.clause}/`, textContent: line.dataset.clause });
      line.append(" ", mark);
    }
    record.lastElementChild.append(" ", time);
  }

  /** Small pictures of the cards named in a line. */
  function picture(line) {
    const row = document.createElement("span"), NS = "http://www.w3.org/2000/svg";
    row.className = "pics";
    row.setAttribute("aria-hidden", "true");
    for (const id of line.dataset.pics.split(",")) {
      const drawn = document.createElementNS(NS, "svg"), use = document.createElementNS(NS, "use");
      drawn.setAttribute("class", "pic");
      drawn.dataset.enlarge = "";
      use.setAttribute("href", `${table.dataset.cards}#${id}`);
      drawn.append(use);
      row.append(drawn);
    }
    (line.querySelector(".row-link") ?? line).insertBefore(row, line.querySelector(".clause, .log-at"));
  }

  function dressLog() {
    const seats = names();
    if (me !== undefined) for (const word of ["You", "Your", "you", "your"]) seats.set(word, me);
    const all = [...seats.keys()].filter(Boolean).sort((a, b) => b.length - a.length).map(escaped);
    if (!all.length) return;
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${all.join("|")})(?![\\p{L}\\p{N}])`, "gu");
    for (const record of document.querySelectorAll("#log [data-at]")) complete(record);
    for (const line of document.querySelectorAll(".log .log-line:not([data-dressed])")) {
      line.dataset.dressed = "";
      const text = (line.querySelector(".row-link") ?? line).firstChild;
      if (line.dataset.pics && table.dataset.cards) picture(line);
      if (text?.nodeType !== Node.TEXT_NODE) continue;
      const words = toMe(text.textContent);
      if (/^Round \d/.test(words)) line.classList.add("log-round");
      const coloured = (part, place) => {
        if (place % 2 === 0) return part;
        const by = document.createElement("b");
        by.className = "by";
        by.dataset.seat = seats.get(part);
        by.textContent = part;
        return by;
      };
      text.replaceWith(...words.split(apart([])).flatMap((part, place) => (place % 2 ? [part] : part.split(pattern).map(coloured))));
    }
    const last = document.querySelector("#t-status .status-last");
    if (last) last.textContent = toMe(last.textContent);
    for (const part of document.querySelectorAll("#t-board [data-you], .result-story, .moment-told p")) { // rendered once for all viewers
      for (const text of part.childNodes) if (text.nodeType === Node.TEXT_NODE && text.data.trim()) text.data = toMe(text.data.trim());
    }
  }

  document.addEventListener("table:swapped", (event) => { if (event.detail.target.id === "t-result") dressResult(); });
  for (const news of ["table:shown", "replay:moved"]) document.addEventListener(news, dressLog);
  dressResult();
  dressLog();
  showQuestion();
})();
