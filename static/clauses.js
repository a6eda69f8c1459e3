// Shows the text of a rule, or the meaning of a term, when a link to it is hovered, focused or, for terms, tapped. Without
// script the link goes there. The text comes from the page if it is there, else from the server, once.
(() => {
  "use strict";
  const ID = /^[A-Z]+-\d+$/, known = new Map();
  let box = null, link = null, timer = 0;

  const isOpen = () => Boolean(box?.matches(":popover-open"));

  /** What the server answers, asked once; null if it did not answer. */
  function once(address, read) {
    if (!known.has(address)) known.set(address, fetch(address).then(read).catch(() => { known.delete(address); return null; }));
    return known.get(address);
  }

  /** The meaning of a term, from the page of the glossary. */
  async function meaning(one) {
    const page = await once(one.pathname, (answer) => answer.text().then(fromHtml));
    const term = page?.getElementById(one.hash.slice(1));
    if (!term) return null;
    for (const rule of term.nextElementSibling.querySelectorAll("a.clause")) rule.remove();
    return { name: term.textContent, text: term.nextElementSibling.textContent.trim() };
  }

  function makeBox() {
    box = make("div", { id: "clause-words", className: "clause-words", role: "tooltip", popover: "manual" });
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", hideSoon);
    (document.querySelector("main") ?? document.body).append(box);
  }

  /** The rule on this page: the block that has its number. */
  function nearby(one) {
    const block = one.pathname === location.pathname && document.getElementById(one.hash.slice(1))?.closest(".says, .rule, li");
    if (!block) return null;
    const copy = block.cloneNode(true);
    for (const mark of copy.querySelectorAll(".marks, a.clause")) mark.remove();
    return { text: copy.textContent.trim(), mark: one.matches(".is-ours") ? "our ruling" : "" };
  }

  async function words(one, id) {
    return nearby(one) ?? once(`/r/${id}/words/`, (answer) => (answer.ok ? answer.json() : null));
  }

  function place(one) {
    const at = one.getBoundingClientRect(), edge = 8, wide = document.documentElement.clientWidth;
    box.style.left = `${Math.max(edge, Math.min(at.left, wide - box.offsetWidth - edge))}px`;
    const below = at.bottom + 4;
    const fits = below + box.offsetHeight + edge < innerHeight || at.top < box.offsetHeight + edge;
    box.style.top = `${fits ? below : at.top - box.offsetHeight - 4}px`;
  }

  async function show(one) {
    const id = one.textContent.trim();
    const isTerm = one.matches(".term");
    if (!isTerm && !ID.test(id)) return;
    link = one;
    const found = await (isTerm ? meaning(one) : words(one, id));
    if (!found || link !== one || !one.isConnected) return;
    if (!box) makeBox();
    box.replaceChildren(make("b", {}, [found.name ?? id, found.where, found.mark].filter(Boolean).join(" · ")), ` ${found.text}`);
    box.showPopover();
    one.setAttribute("aria-describedby", box.id);
    place(one);
  }

  function hide() {
    clearTimeout(timer);
    link?.removeAttribute("aria-describedby");
    link = null;
    box?.hidePopover();
  }
  function hideSoon() {
    clearTimeout(timer);
    timer = setTimeout(hide, 180);
  }

  // Tapping a block of a manual shows or hides its rule numbers.
  document.addEventListener("click", (event) => {
    const block = event.target.closest?.(".says");
    if (block && !event.target.closest("a, button, summary, input, select, label") && getSelection().isCollapsed) block.classList.toggle("is-open");
  });

  // A tap on a term shows its card; a second one goes to the glossary. In the drawer of a table it never leaves.
  document.addEventListener("click", (event) => {
    const one = event.target.closest?.("a.term");
    if (!one || opensElsewhere(event)) return;
    const isShown = isOpen() && link === one, isTouched = event.pointerType === "touch";
    if (!one.closest(".drawer") && (!isTouched || (isShown && one.dataset.tapped))) return;
    event.preventDefault();
    one.dataset.tapped = "1";
    if (!isShown) show(one);
  });

  const clauseOf = (event) => event.target.closest?.("a.clause, a.term");
  // React only to a moving pointer. Browsers also send events when the page scrolls or changes under a resting one, and
  // the tooltip would then cover what is to be clicked next.
  let at = "", wanted = null;
  document.addEventListener("pointermove", (event) => {
    const was = at, one = clauseOf(event);
    at = `${event.screenX},${event.screenY}`;
    if (at === was || event.pointerType === "touch" || one === wanted) return;
    wanted = one;
    if (!one) return;
    clearTimeout(timer);
    if (one !== link) timer = setTimeout(() => { hide(); show(one); }, 90);
  });
  document.addEventListener("pointerout", (event) => { if (clauseOf(event)) { wanted = null; hideSoon(); } });
  document.addEventListener("focusin", (event) => {
    const one = clauseOf(event);
    if (one) { hide(); show(one); }
  });
  document.addEventListener("focusout", (event) => { if (clauseOf(event)) hideSoon(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  function follow() {
    if (!isOpen()) return;
    if (link?.isConnected) place(link); else hide();
  }
  if (document.activeElement.matches("a.clause, a.term")) show(document.activeElement); // before this script came
  addEventListener("scroll", follow, { capture: true, passive: true });
  document.addEventListener("table:swapped", follow);
})();
