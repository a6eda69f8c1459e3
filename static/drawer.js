// The rules drawer of a table: opens at the rules of the current decision, or at any rule clicked on the page; also shows
// "Why can't I ...?". Without script the same links go to pages.
(() => {
  "use strict";
  const drawer = document.getElementById("drawer");
  if (!drawer) return;
  const body = drawer.querySelector(".drawer-body"), opener = document.querySelector("a[data-drawer]");
  let shown = "", back = null;

  /** Whether a link leads to a rule of this game, not to one of all tables. */
  const isOfGame = (path) => path.startsWith(`/rules/${drawer.dataset.game}/`) || (path.startsWith("/r/") && !/^\/r\/play-/i.test(path));

  /** The rules of this viewer's current decision, which may have changed since the page was loaded. */
  const rulesNow = () => (document.getElementById("t-decision")?.dataset.rules ?? "").split(" ").filter(Boolean);

  function styles() {
    const addresses = drawer.dataset.styles?.split(" ") ?? [];
    delete drawer.dataset.styles;
    return Promise.all(addresses.map((href) => new Promise((done) => {
      document.head.append(make("link", { rel: "stylesheet", href, onload: done, onerror: done }));
      setTimeout(done, 1500);
    })));
  }

  async function fill(address) {
    if (shown === address) return true;
    const [answer] = await Promise.all([fetch(address), styles()]);
    if (!answer.ok) return false;
    body.innerHTML = await answer.text();
    shown = address;
    return true;
  }

  function open(from) {
    if (drawer.open) return;
    back = from;
    drawer.show();
    history.pushState({ drawer: true }, ""); // Back closes it
  }
  addEventListener("popstate", () => { if (drawer.open) drawer.close(); });
  drawer.addEventListener("close", () => { if (history.state?.drawer) history.back(); });

  function point(id, others = []) {
    for (const old of body.querySelectorAll(".is-here")) old.classList.remove("is-here");
    const anchor = id && body.querySelector(`#drawer-${CSS.escape(id.toLowerCase())}`);
    const rule = anchor && (anchor.closest(".says") ?? anchor);
    if (!rule) { if (!id) body.scrollTop = 0; return; }
    rule.closest("details")?.setAttribute("open", "");
    for (const one of new Set([id, ...others])) {
      const told = body.querySelector(`#drawer-${CSS.escape(one.toLowerCase())}`);
      (told?.closest(".says") ?? told)?.classList.add("is-here");
    }
    body.scrollTop += rule.getBoundingClientRect().top - body.getBoundingClientRect().top - 24;
  }

  // "Show it with my cards": what the rule that is shown allows and forbids in this position.
  const mine = drawer.querySelector("[data-mine]");
  function offer(id) {
    if (!mine) return;
    mine.hidden = !id;
    mine.href = `${mine.dataset.mine}?rule=${encodeURIComponent(id)}`;
  }

  async function showRule(id, from, others = []) {
    const address = opener.dataset.drawer + (id ? `?at=${encodeURIComponent(id)}` : "");
    if (!(await fill(address).catch(() => false))) return location.assign(from.href);
    open(from);
    point(id, others);
    offer(id);
    if (from === opener) body.focus({ preventScroll: true });
  }

  // The search: its results take the place of the manual; a result opens the manual at its rule.
  const search = drawer.querySelector("form[data-drawer-search]");
  async function find() {
    const query = search.elements.q.value.trim();
    if (!query) return showRule(rulesNow()[0] ?? "", opener, rulesNow());
    await fill(`${opener.dataset.drawer}?${new URLSearchParams({ q: query })}`).catch(() => false);
    offer("");
    body.scrollTop = 0;
  }
  let typed = 0;
  search?.addEventListener("input", () => { clearTimeout(typed); typed = setTimeout(find, 250); });
  search?.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(typed); find(); });

  async function showWhy(link) {
    shown = ""; // reload each time, because the table changes
    const address = new URL(link.href);
    address.searchParams.set("part", "1");
    if (!(await fill(address.href).catch(() => false))) return location.assign(link.href);
    shown = "";
    open(link);
    body.scrollTop = 0;
    body.focus({ preventScroll: true });
  }

  function close() {
    if (!drawer.open) return;
    drawer.close();
    if (back?.isConnected) back.focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    if (opensElsewhere(event)) return;
    const link = event.target.closest("a");
    if (event.target.closest("[data-close]") && drawer.contains(event.target)) return close();
    if (!link) return;
    const anchor = link.getAttribute("href") ?? "";
    if (link === opener) { event.preventDefault(); drawer.open ? close() : showRule(rulesNow()[0] ?? "", opener, rulesNow()); }
    else if (link.matches(".plate-link, .drawer-body .reason")) link.target = "_blank"; // keep the table open
    else if (body.contains(link) && link.matches(".doubt")) { link.search = `?match=${opener.dataset.drawer.match(/\d+/)[0]}`; link.target = "_blank"; }
    else if (link.dataset.why || link === mine) { event.preventDefault(); showWhy(link); }
    else if (body.contains(link) && anchor.startsWith("#drawer-") && !document.getElementById(anchor.slice(1))) {
      // a chapter that this table doesn't use: it is in the full manual
      Object.assign(link, { href: `${body.querySelector("[data-page]").dataset.page}#${anchor.slice("#drawer-".length)}`, target: "_blank" });
    }
    else if (body.contains(link) && anchor.startsWith("#drawer-")) { event.preventDefault(); point(anchor.slice("#drawer-".length)); if (link.matches(".clause")) offer(link.textContent.trim()); }
    else if (body.contains(link) && link.closest(".found") && /^#[a-z]+-\d+$/.test(new URL(link.href).hash)) { event.preventDefault(); showRule(new URL(link.href).hash.slice(1).toUpperCase(), link); }
    else if (body.contains(link) && link.closest(".found, .empty")) link.target = "_blank"; // keep the table open
    else if (link.matches("a.clause") && isOfGame(new URL(link.href).pathname)) {
      event.preventDefault();
      showRule(link.textContent.trim(), link);
    }
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
})();
