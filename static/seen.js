// Reports to the server what this page has shown, so that the next visit can say what was missed. The response says
// whether another match has a decision, and whether a move that has just been made can be undone.
(() => {
  "use strict";
  const table = document.getElementById("table"), address = table?.dataset.seen;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!address || !token) return;
  const PAUSE = 30000, OLD = 120000, AWAKE = 300000; // milliseconds
  let told = "", toldAt = 0, read = Number(table.dataset.read) || 0;

  /* Chat: mark and count lines that have not been on screen yet. */
  const badge = document.querySelector("[data-unread]");
  const lines = () => all("#t-chat [data-line]");

  function mark() {
    const fresh = lines().filter((line) => Number(line.dataset.line) > read && !("mine" in line.dataset));
    for (const line of lines()) line.classList.toggle("is-unread", fresh.includes(line));
    badge.hidden = !fresh.length;
    badge.textContent = fresh.length || "";
  }

  let watched = null, timer = 0;
  const sight = new IntersectionObserver(([entry]) => {
    clearTimeout(timer);
    if (entry.isIntersecting) timer = setTimeout(() => {
      if (document.hidden) return;
      read = Math.max(read, ...lines().map((line) => Number(line.dataset.line)));
      setTimeout(mark, 2500); // keep the mark visible for a moment
    }, 800);
  }, { threshold: 0.3 });
  function watch() {
    const box = document.querySelector("#t-chat .chat-lines");
    if (box === watched) return;
    sight.disconnect();
    if (box) sight.observe(box);
    watched = box;
    mark();
  }
  document.addEventListener("table:swapped", (event) => { if (event.target.id === "t-chat") watch(); });
  watch();

  /* Save notes without leaving the page. */
  document.querySelector("[data-notes]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, button = form.querySelector("button");
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
      button.textContent = answer.type === "opaqueredirect" ? "Saved" : answer.status === 401 ? "Not saved: you are signed out" : "Not saved: try again";
    } catch { button.textContent = "Not saved: try again"; }
  });
  document.querySelector("[data-notes]")?.addEventListener("input", (event) => { event.currentTarget.querySelector("button").textContent = "Save"; });

  /* A line whose answer is that I am signed out was not taken: give it back. */
  document.addEventListener("socket:send", ({ target }) => {
    const say = target.elements.chat, { value } = say ?? {};
    if (say) setTimeout(() => { if (window.tableSocket.code === 4401) say.value ||= value; }, 1500);
  });

  /* A visible page that has not been used for some minutes is forgotten: it must not hold back emails. */
  let touchedAt = Date.now();
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) {
    addEventListener(kind, () => { touchedAt = Date.now(); }, { passive: true, capture: true });
  }

  /** Only count what was on screen, not on a page in the background. */
  function tell(isLeaving, hasMoved) {
    const now = new URLSearchParams({ version: one("#t-status")?.dataset.version ?? 0, said: read });
    if (isLeaving) now.set("left", "1");
    else if (hasMoved) now.set("moved", "1");
    else if (Date.now() - touchedAt > AWAKE) return;
    if (now.toString() === told && Date.now() - toldAt < OLD) return;
    told = now.toString();
    toldAt = Date.now();
    fetch(address, { method: "POST", body: now, keepalive: true, headers: { "X-CSRFToken": token } })
      .then(async (answer) => {
        if (!answer.ok) return;
        const { elsewhere, undo } = await answer.json();
        table.toggleAttribute("data-elsewhere", elsewhere);
        if (undo) offerUndo(undo);
      })
      .catch(() => { told = ""; });
  }

  /* For some seconds my own move can be undone, if the server says so. */
  const bar = document.getElementById("act");
  function offerUndo(seconds) {
    bar.querySelector("[data-takeback]")?.remove();
    const button = makeButton("Undo move", { className: "button is-quiet", dataset: { takeback: "" } });
    button.addEventListener("click", () => { button.remove(); takeBack(); });
    bar.prepend(button);
    setTimeout(() => button.remove(), 1000 * seconds);
  }
  async function takeBack() {
    const body = new URLSearchParams({ what: "at_once" });
    const answer = await fetch(table.dataset.ask, { method: "POST", body, redirect: "manual", headers: { "X-CSRFToken": token } }).catch(() => null);
    if (answer?.type === "opaqueredirect") return;
    const refused = answer && fromHtml(await answer.text()).querySelector(".refusal, main h1");
    table.querySelector(".act-said").textContent = refused?.textContent.trim() ?? "No connection.";
  }

  // After my own move: can it be undone at once?
  let asked = 0;
  document.addEventListener("table:swapped", (event) => {
    const { sentAt } = window.decisionBar;
    if (event.target.id !== "t-status" || sentAt === asked || performance.now() - sentAt > 4000) return;
    asked = sentAt;
    tell(false, true);
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) touchedAt = Date.now();
    tell(document.hidden);
  });
  addEventListener("pagehide", () => { if (!document.hidden) tell(true); });
  setInterval(() => { if (!document.hidden) tell(); }, PAUSE);
  setTimeout(() => { if (!document.hidden) tell(); }, 3000);
})();
