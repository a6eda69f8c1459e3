// Loads what a table does not need at first: what shows and sounds moves, and ways beside clicking. It
// comes once the table stands, with the first touch or key, or with the first move, which waits for it. A link to a rule
// that is clicked before, a press that begins before, and where the mouse rests are handed on.
(() => {
  "use strict";
  const RULES = "a.clause, [data-drawer], [data-why]", table = one("#table");
  // Milliseconds after the page has loaded; at once for choices in steps (steps.js).
  const SOON = one("[name=steps]") ? 0 : 1500;
  const LONGEST = 5000; // milliseconds that moves wait for what shows them; then they come without it
  const GIVEN = ["pointerdown", "keydown", "table:held"], PRESS = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
  let isAsked = false, clicked = null, pointed = null, press = {}; // a link; the last events of a press, by kind

  const point = (event) => { pointed = event; };
  const remember = (event) => { press = event.type === "pointerdown" ? { pointerdown: event } : { ...press, [event.type]: event }; };
  const script = (src) => new Promise((done) => { document.head.append(make("script", { src, async: false, onload: done, onerror: done })); });

  async function load() {
    if (isAsked) return;
    isAsked = true;
    const addresses = table.dataset.soon.split(" "), styles = addresses.filter((address) => /\.css\b/.test(address));
    document.head.append(...styles.map((href) => make("link", { rel: "stylesheet", href })));
    const late = new Promise((done) => { setTimeout(done, LONGEST); });
    await Promise.race([late, Promise.all(addresses.filter((address) => !styles.includes(address)).map(script))]);
    for (const kind of PRESS) document.removeEventListener(kind, remember, true);
    document.removeEventListener("click", click, true);
    document.removeEventListener("pointerover", point);
    clicked?.click();
    if (pointed?.target.isConnected) for (const kind of ["pointerover", "pointermove"]) pointed.target.dispatchEvent(new PointerEvent(kind, pointed));
    if (press.pointerdown) document.dispatchEvent(new CustomEvent("table:pressed", { detail: press }));
    window.tableSocket.ready(); // updates come last: they replace what was pressed
  }

  function click(event) {
    const link = event.target.closest?.(RULES);
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = link;
    load();
  }

  for (const kind of PRESS) document.addEventListener(kind, remember, true);
  for (const kind of GIVEN) document.addEventListener(kind, load, true);
  document.addEventListener("click", click, true);
  document.addEventListener("pointerover", point);
  addEventListener("load", () => setTimeout(load, SOON));
})();
