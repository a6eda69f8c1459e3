// The open line of a table: says when it is gone, sends moves by plain form while it is, asks what a choice would do.
(() => {
  "use strict";
  const SIGNED_OUT = 4401;
  const notice = document.getElementById("offline");
  const table = document.getElementById("table");
  if (!table) return;

  function say(words) {
    if (!notice) return;
    if (words) notice.textContent = words;
    notice.hidden = !words;
  }

  const isOpen = (wrapper) => wrapper?.socket?.readyState === WebSocket.OPEN;
  const GONE = notice?.textContent ?? "";

  document.addEventListener("htmx:wsOpen", () => say(""));
  document.addEventListener("htmx:wsClose", (event) => {
    const code = event.detail.event?.code;
    say(code === SIGNED_OUT ? "You are signed out. Load the page again to go on." : GONE);
  });

  // Without a line the form goes the ordinary way; a second click while one is under way does nothing.
  document.addEventListener("htmx:wsConfigSend", (event) => {
    const form = event.target.closest?.("form");
    if (!form) return;
    if (!isOpen(event.detail.socketWrapper)) {
      event.preventDefault();
      form.submit();
    } else if (form.dataset.sent && Date.now() - Number(form.dataset.sent) < 1500) {
      event.preventDefault();
    } else {
      form.dataset.sent = String(Date.now());
    }
  });
  document.addEventListener("input", (event) => { if (event.target.form) delete event.target.form.dataset.sent; });

  // A form for a standing order stays while others move; it goes when it was kept or the own turn has come.
  document.addEventListener("htmx:oobAfterSwap", () => {
    const decision = document.getElementById("t-decision");
    const order = document.getElementById("t-order");
    const words = decision?.textContent ?? "";
    const isDone = !decision?.querySelector(".refusal") && (decision?.dataset.decision || words !== order?.dataset.was);
    if (order?.firstChild && isDone) order.replaceChildren();
    if (order) order.dataset.was = words;
  });

  // What would this choice do? Asked once the form is complete; the answer comes from what the seat may know.
  let timer = 0;
  async function ask(form, output) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrfmiddlewaretoken");
    const address = form.action.replace(/play\/$/, "preview/");
    try {
      const answer = await fetch(`${address}?${fields}`, { credentials: "same-origin" });
      if ([200, 422].includes(answer.status) && document.contains(form)) output.innerHTML = await answer.text();
    } catch { output.textContent = ""; }
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#t-decision form.action");
    const output = form?.querySelector("output.preview");
    if (!output) return;
    clearTimeout(timer);
    output.textContent = "";
    if (form.checkValidity()) timer = setTimeout(() => ask(form, output), 180);
  });
})();
