// Lazy-loads scripts that a table does not need at first: rule tooltips, the rules drawer, enlarged cards. The event that
// triggered the load is replayed for the loaded scripts. What shows and sounds moves is loaded once the table stands, with
// the first touch (a drag that begins with it is handed on), or with the first update, which waits for it.
(() => {
  "use strict";
  const RULES = "a.clause, [data-drawer], [data-why]", ANY = `${RULES}, .stage :is(.card, [data-enlarge], label:has(.card))`;
  const KINDS = ["pointerover", "pointerdown", "focusin"];
  let clicked = null, pressed = null, isLoading = false; // a link; the current press

  const table = document.getElementById("table");
  const script = (src) => new Promise((done) => { document.head.append(make("script", { src, async: false, onload: done, onerror: done })); });

  async function load(event) {
    if (isLoading || !event.target.closest?.(event.type === "focusin" ? RULES : ANY)) return; // scripts may focus a card
    isLoading = true;
    await Promise.all(table.dataset.later.split(" ").map(script));
    for (const kind of KINDS) document.removeEventListener(kind, load);
    document.removeEventListener("click", click, true);
    if (clicked) return clicked.click();
    if (event === pressed) document.dispatchEvent(new CustomEvent("table:pressed", { detail: event }));
    const again = { pointerover: ["pointerover", "pointermove"], focusin: ["focusin"] }[event.type] ?? [];
    for (const kind of again) event.target.dispatchEvent(new event.constructor(kind, event));
  }

  function click(event) {
    const link = event.target.closest?.(RULES);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = link;
    load(event);
  }

  for (const kind of KINDS) document.addEventListener(kind, load);
  document.addEventListener("click", click, true);
  document.addEventListener("pointerdown", (event) => { pressed = event; }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => { pressed = null; }, true);

  // Milliseconds after the page has loaded; at once for choices in steps (steps.js).
  const SOON = document.querySelector("[name=steps]") ? 0 : 1500;
  const LONGEST = 5000; // milliseconds that updates wait for what shows them; then they come without it
  const GIVEN = ["pointerdown", "keydown", "table:held", "socket:closed"], DRAGGED = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
  let drag = {}; // the last events of a press, by kind, for drag.js, which this press loads
  const remember = (event) => { drag = event.type === "pointerdown" ? { pointerdown: event } : { ...drag, [event.type]: event }; };
  let isShowAsked = false;
  async function loadShow() {
    if (isShowAsked) return;
    isShowAsked = true;
    for (const kind of GIVEN) document.removeEventListener(kind, loadShow, true);
    const addresses = table.dataset.soon.split(" ");
    const styles = addresses.filter((address) => /\.css\b/.test(address));
    document.head.append(...styles.map((href) => make("link", { rel: "stylesheet", href })));
    const late = new Promise((done) => { setTimeout(done, LONGEST); });
    await Promise.race([late, Promise.all(addresses.filter((address) => !styles.includes(address)).map(script))]);
    window.tableSocket.ready();
    for (const kind of DRAGGED) document.removeEventListener(kind, remember, true);
    if (drag.pointerdown) document.dispatchEvent(new CustomEvent("table:dragged", { detail: drag }));
  }
  for (const kind of DRAGGED) document.addEventListener(kind, remember, true);
  for (const kind of GIVEN) document.addEventListener(kind, loadShow, true);
  addEventListener("load", () => setTimeout(loadShow, SOON));
})();
