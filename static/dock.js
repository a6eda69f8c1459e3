// My decision is always in reach: a bar at the foot of the window names it. On a phone the decision itself is a sheet above
// the bar; on a large screen the bar shows only while the decision is out of sight. A finished choice is confirmed here too.
(() => {
  "use strict";
  const table = document.getElementById("table"), dock = document.getElementById("dock");
  if (!table || !dock) return;
  const small = matchMedia("(max-width: 63.99rem)");
  const [toggle, ask, time, said, undo, go] = ["[data-toggle]", "[data-ask]", "[data-time]", "[data-said]", "[data-undo]", "[data-go]"].map((part) => dock.querySelector(part));
  const decision = () => document.getElementById("t-decision");
  const isAsked = () => Boolean(decision()?.dataset.decision);
  let isOpen = !document.getElementById("coach"), isInSight = true, form = null; // the form of the newest choice: complete, it can be confirmed from the bar

  function show() {
    const asked = isAsked();
    const isSheet = small.matches && asked;
    table.classList.toggle("has-sheet", isSheet);
    table.classList.toggle("is-small", small.matches);
    table.toggleAttribute("data-open", isOpen);
    dock.hidden = !asked || !(small.matches || !isInSight);
    // The bar keeps its room while it is hidden: else the page would jump as the decision comes into sight.
    document.body.classList.toggle("has-dock", asked);
    if (dock.hidden) return;
    ask.textContent = decision().querySelector("h2")?.textContent ?? "Your decision";
    tell(document.querySelector("#t-status[data-mine] [data-clock]"));
    toggle.setAttribute("aria-expanded", String(isSheet && isOpen));
    toggle.querySelector("[data-way]").textContent = !isSheet ? "Go to it" : isOpen ? "Hide" : "Decide";
    const isWhole = Boolean(form?.checkValidity());
    const inSight = isSheet && isOpen && form && isSeen(form.querySelector("[type=submit]"));
    go.hidden = !isWhole || inSight;
    if (isWhole) go.textContent = form.querySelector("[type=submit]").textContent;
    undo.hidden = !form || inSight;
    said.textContent = form && !inSight ? form.querySelector("output.preview")?.textContent ?? "" : "";
  }

  /** The clock of the status is shown here, too (site.js makes it go). */
  function tell(clock) {
    time.hidden = !clock;
    if (!clock || time.dateTime === clock.dateTime) return;
    Object.assign(time.dataset, { clock: "", total: clock.dataset.total });
    time.dateTime = clock.dateTime;
    time.textContent = clock.textContent;
  }

  function isSeen(button) {
    const box = button.getBoundingClientRect(), sheet = decision().getBoundingClientRect();
    return box.top >= sheet.top && box.bottom <= sheet.bottom;
  }

  toggle.addEventListener("click", () => {
    if (small.matches) isOpen = !isOpen;
    else {
      decision().scrollIntoView({ block: "center" });
      decision().querySelector("input, button, a, select, textarea")?.focus({ preventScroll: true });
    }
    show();
  });
  go.addEventListener("click", () => form?.requestSubmit(form.querySelector("[type=submit]")));

  const sight = new IntersectionObserver(([entry]) => { isInSight = entry.isIntersecting; show(); }, { rootMargin: "-40px 0px" });
  function watch() {
    sight.disconnect();
    if (decision()) sight.observe(decision());
  }

  let asked = decision()?.dataset.decision;
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "t-decision") return;
    if (decision().dataset.decision !== asked) isOpen = !document.getElementById("coach"); // a lesson is read first
    if (decision().querySelector(".refusal")) { isOpen = true; decision().scrollTop = 0; }
    asked = decision().dataset.decision;
    form = null; // choosing.js says again which it is
    watch();
    show();
  });
  document.addEventListener("table:chosen", (event) => { form = event.detail.form ?? null; show(); });
  document.addEventListener("table:preview", show);
  document.addEventListener("scroll", (event) => { if (event.target === decision()) show(); }, true);
  // A key that goes to something behind the sheet makes it visible.
  document.addEventListener("focusin", (event) => {
    if (!table.classList.contains("has-sheet") || !isOpen || !event.target.closest("#t-board, .side")) return;
    const cover = decision().getBoundingClientRect().top, box = event.target.getBoundingClientRect();
    if (box.bottom > cover) scrollBy({ top: box.bottom - cover + 24, behavior: "instant" });
  });
  small.addEventListener("change", show);
  new ResizeObserver(() => { if (dock.offsetHeight) document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`); }).observe(dock);
  watch();
  show();
})();
