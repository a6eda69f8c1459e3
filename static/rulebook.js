// Enhances the manuals, which work without it: highlights the current section, searches while typing, shows examples and
// the gallery in place, finds rules on other pages, and keeps manuals for offline reading.
(() => {
  "use strict";
  // --- contents: the current section -----------------------------------------------------------------------------
  function followReading() {
    const links = new Map(all("[data-toc] a").map((link) => [link.hash.slice(1), link]));
    const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
    if (!headings.length) return;
    let here = null, isAsked = false;
    function mark() {
      isAsked = false;
      const line = Math.min(160, innerHeight / 3);
      const last = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const above = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
      const link = links.get((last ? headings.at(-1) : above.at(-1) ?? headings[0]).id);
      if (link === here) return;
      here?.removeAttribute("aria-current");
      here = link;
      link.setAttribute("aria-current", "location");
      const box = link.closest("[data-toc]");
      if (box && box.scrollHeight > box.clientHeight) box.scrollTop += link.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    }
    addEventListener("scroll", () => { if (!isAsked) { isAsked = true; requestAnimationFrame(mark); } }, { passive: true });
    mark();
  }

  // On a phone the contents open over the text, so that nobody loses their place; without script they are at the end.
  function openContents(link) {
    const list = document.getElementById("contents");
    link.setAttribute("role", "button");
    link.addEventListener("click", (event) => {
      if (!list) return;
      event.preventDefault();
      const parts = [...list.children].map((part) => part.cloneNode(true));
      const box = openBox("contents-box toc", "Contents", parts, (on) => on.matches("dialog") || on.closest("a, button"));
      box.querySelector("[aria-current=location]")?.focus();
    });
  }

  /** A box over the page with a button to close it; so does a click on whatever `closes` says. */
  function openBox(className, ariaLabel, parts, closes) {
    const box = make("dialog", { className, ariaLabel }, makeButton("Close"), ...parts);
    box.addEventListener("click", ({ target }) => { if (closes(target)) box.close(); });
    box.addEventListener("close", () => box.remove());
    document.querySelector("main").append(box);
    box.showModal();
    return box;
  }

  // --- the switch for rule numbers, if there is no margin for them ------------------------------------
  function keepNumbers(box) {
    box.checked = remembered("rule-numbers") === "1";
    box.addEventListener("change", () => remembered("rule-numbers", box.checked ? "1" : "0"));
  }

  // --- drawings: a click enlarges them; without script the link goes to the file ---------------------------------
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".plate-link");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    const box = openBox("large-picture", link.ariaLabel, [link.querySelector("svg").cloneNode(true)], () => true);
    box.addEventListener("close", () => link.focus({ preventScroll: true }));
  });

  // "/" goes to the search, as on most sites.
  document.addEventListener("keydown", (event) => {
    const box = document.querySelector("[data-search] input[type=search]");
    if (event.key !== "/" || !box || event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });

  // A rule on another page: go there, so that it is shown in context.
  function followRule() {
    const there = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const link = there && there.closest(".elsewhere") && there.querySelector("a");
    if (link) location.replace(link.href);
  }

  // --- examples --------------------------------------------------------------------------------------------------
  async function replaceBox(box, address) {
    box.setAttribute("aria-busy", "true");
    try {
      const fresh = fromHtml(await fetchPart(address)).firstElementChild;
      box.replaceWith(fresh);
      (fresh.querySelector(".example-news") ?? fresh.querySelector("button"))?.focus({ preventScroll: true });
    } catch {
      location.assign(address); // the plain page shows the error
    }
  }
  document.addEventListener("submit", (event) => {
    const box = event.target.closest("[data-example]");
    if (!box) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(event.target, event.submitter));
    const url = new URL(event.target.action);
    url.search = fields;
    replaceBox(box, url);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-example] a[data-reset]");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    replaceBox(link.closest("[data-example]"), link.href);
  });

  // --- search while typing ---------------------------------------------------------------------------------------
  function searchOf(form) {
    const input = form.querySelector("input[type=search]"), page = document.getElementById("found");
    let box = page, timer = 0, asking = null;
    function ownBox() {
      box = make("div", { className: "search-found", role: "region", ariaLabel: "Found in the rules", ariaLive: "polite" });
      form.after(box);
    }
    async function ask() {
      asking?.abort();
      const words = input.value.trim();
      if (!words) { if (box) box.replaceChildren(); return; }
      asking = new AbortController();
      const fields = new URLSearchParams(new FormData(form));
      try {
        const answer = await fetch(`${form.action}?${fields}&part=1`, { signal: asking.signal });
        if (!answer.ok) return;
        if (!box) ownBox();
        box.innerHTML = await answer.text();
        if (box === page) history.replaceState(null, "", `?${fields}`);
      } catch (fault) {
        if (fault.name === "AbortError" || navigator.onLine || !form.dataset.offline) return; // the button still works
        const saved = await import(form.dataset.offline);
        if (!box) ownBox();
        await saved.show(box, words, form.elements.game?.value ?? "");
      }
    }
    form.addEventListener("submit", (event) => { if (!navigator.onLine) { event.preventDefault(); ask(); } });
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 160); });
    input.addEventListener("keydown", (event) => { if (event.key === "Escape" && box && box !== page) box.replaceChildren(); });
    document.addEventListener("click", (event) => { if (box && box !== page && !box.contains(event.target) && event.target !== input) box.replaceChildren(); });
  }

  // --- the gallery: filter and sort in place ---------------------------------------------------------------------
  function setUpGallery(form) {
    let number = 0, timer = 0;
    async function arrange() {
      const mine = ++number;
      const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
      const answer = await fetch(`?${fields}`);
      if (!answer.ok || mine !== number) return;
      const fresh = fromHtml(await answer.text());
      for (const part of ["[data-count]", ".gallery"]) document.querySelector(part).replaceWith(fresh.querySelector(part));
      history.replaceState(null, "", fields.size ? `?${fields}` : location.pathname);
    }
    form.addEventListener("submit", (event) => { event.preventDefault(); arrange(); });
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(arrange, 150); });
  }

  // --- offline reading --------------------------------------------------------------------------------------
  async function keepManual(slug) {
    const worker = navigator.serviceWorker;
    if (!worker || !slug) return;
    const found = await worker.register("/rules/sw.js", { scope: "/rules/" });
    const ready = found.active ?? (await worker.ready).active;
    ready.postMessage({ keep: slug });
    for (const note of all("[data-kept]")) note.hidden = false;
  }

  followRule();
  addEventListener("hashchange", followRule);
  followReading();
  for (const link of all(".to-contents")) openContents(link);
  for (const box of all("#rule-numbers")) keepNumbers(box);
  for (const form of all("[data-search]")) searchOf(form);
  for (const form of all("form[data-auto]")) setUpGallery(form);
  addEventListener("load", () => keepManual(document.body.dataset.manual).catch(() => {}));
})();
