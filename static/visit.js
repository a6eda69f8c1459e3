// Tells the server now and then what this page has shown, so that the next visit can say what was missed.
(() => {
  "use strict";
  const address = document.getElementById("table")?.dataset.seen;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!address || !token) return;
  const PAUSE = 30000;
  let told = "";

  function look() {
    const version = document.getElementById("t-status")?.dataset.version ?? "0";
    const lines = document.querySelectorAll("#t-chat [data-line]");
    return new URLSearchParams({ version, said: lines[lines.length - 1]?.dataset.line ?? "0" });
  }

  /** Only what was on the screen counts: a page in the background shows nothing to anybody. */
  function tell() {
    const now = look();
    if (now.toString() === told) return;
    told = now.toString();
    fetch(address, { method: "POST", body: now, keepalive: true, credentials: "same-origin", headers: { "X-CSRFToken": token } }).catch(() => { told = ""; });
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) tell(); });
  addEventListener("pagehide", () => { if (!document.hidden) tell(); });
  setInterval(() => { if (!document.hidden) tell(); }, PAUSE);
  setTimeout(() => { if (!document.hidden) tell(); }, 3000);
})();
