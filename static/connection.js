// The connection of a table: says when it is lost, and sends moves by plain form meanwhile.
(() => {
  "use strict";
  const SIGNED_OUT = 4401, NO_MATCH = 4404, OLD_PAGE = 4426, TOO_MANY_PAGES = 4429, connection = window.tableSocket;
  const notice = one("#offline");

  function say(words) {
    if (!notice) return;
    if (words) notice.textContent = words;
    notice.hidden = !words;
  }

  // Reconnect delays in milliseconds, with jitter so that pages do not all reconnect at once. In a rolling restart the next
  // process is there at once, and a restarted server is back in seconds; after that, back off. A connection that closes as
  // soon as it has opened counts as a failed try: the server could not serve it.
  const SOON_TRIES = 12, LONGEST = 30000, STAYED = 5000;
  const isOpen = () => connection.socket?.readyState === WebSocket.OPEN;
  let wasOpen = false, openedAt = 0, tries = 0;
  connection.delay = () => {
    if (wasOpen && Date.now() - openedAt > STAYED) tries = 0;
    tries += 1;
    const most = tries === 1 ? 600 : tries <= SOON_TRIES ? 1500 : Math.min(LONGEST, 1500 * 2 ** (tries - SOON_TRIES));
    return most * (0.2 + 0.8 * Math.random());
  };

  /** Would loading the page again lose something? */
  const isWriting = connection.isWriting = () => all("textarea, input").some((input) => input.value !== input.defaultValue);
  const GONE = notice?.textContent ?? "";

  document.addEventListener("socket:open", () => {
    wasOpen = true;
    openedAt = Date.now();
    if (kept) tryAgain();
    else if (Date.now() > toldUntil) say("");
  });
  document.addEventListener("socket:closed", () => {
    const { code } = connection;
    if (code !== SIGNED_OUT && code !== NO_MATCH) setTimeout(() => (code === OLD_PAGE && !isWriting() ? location.reload() : connection.open()), connection.delay());
    wasOpen = false;
    const why = { [SIGNED_OUT]: "You are signed out. Load the page again to go on.",
      [NO_MATCH]: "This match is closed. Load the page again.", [OLD_PAGE]: "The site was updated. Load the page again.",
      [TOO_MANY_PAGES]: "You have too many tables open. Close some to see new moves here at once." };
    say(why[code] ?? GONE);
  });
  // The device knows at once that it is offline; the socket may take minutes to notice.
  addEventListener("offline", () => say(GONE));
  addEventListener("online", () => { if (isOpen() && !kept) say(""); });

  // While a device sleeps or changes its network, the other end can go without a word. Ask it, and open another line if it
  // does not answer.
  const SLEPT = 60000, PATIENCE = 4000; // milliseconds
  let hiddenAt = 0, heard = 0;
  for (const news of ["table:news", "table:held"]) document.addEventListener(news, () => { heard += 1; });
  function knock() {
    const { socket } = connection, before = heard;
    if (!isOpen()) return;
    socket.send("{}"); // all of the table
    setTimeout(() => { if (heard === before) socket.close(); }, PATIENCE);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SLEPT) knock();
  });
  addEventListener("online", knock);

  let refusal = null; // the newest one shown: { node, key, until }

  // Without a connection the form is posted; a second click while that is under way does nothing. A move that was sent by
  // socket but not answered is posted again: the same move counts once.
  connection.post = (form) => {
    post({ form, fields: new URLSearchParams(new FormData(form)).toString(), what: form.matches(".action") ? "Your move" : "What you wrote" });
  };

  // A move made while offline is kept and sent when the connection is back, or the page says that it could not be sent.
  const AGAIN = 2500; // milliseconds
  const AWAY = [502, 503, 504]; // the site or its database is briefly down
  const TOLD = 4000; // milliseconds that one can read what became of it
  let kept = null, isTrying = false, toldUntil = 0;

  async function post(sent) {
    const answer = await fetch(sent.form.action, { method: "POST", body: new URLSearchParams(sent.fields) }).catch(() => null);
    if (!answer || AWAY.includes(answer.status)) {
      if (!kept) setTimeout(tryAgain, AGAIN);
      kept = sent;
      return say(`No connection. ${sent.what} is kept here and goes out when it is back. Leave this page open.`);
    }
    const wasKept = kept === sent;
    kept = null;
    const page = fromHtml(await answer.text());
    if (answer.ok) return settled(sent, wasKept, page);
    const refused = page.querySelector(".refusal, main h1"), fresh = page.getElementById("t-decision");
    if (refused?.matches(".refusal") && fresh) connection.swap(fresh);
    if (wasKept || !fresh) say((wasKept ? `${sent.what} was not sent. ` : "") + (refused?.textContent.trim() ?? "The server could not take it."));
  }

  /** The server has the move. The socket brings the result; without a socket, the page that has answered. */
  function settled({ form, what }, wasKept, page) {
    if (!form.matches(".action")) form.reset();
    if (wasKept) {
      toldUntil = Date.now() + TOLD;
      say(`The connection is back. ${what} was sent.`);
      setTimeout(() => { if (isOpen()) say(""); }, TOLD);
      if (isOpen()) return null;
    }
    const parts = all("[id^=t-]", page);
    if (!parts.length) return location.reload(); // it is no table
    if (!wasKept) say(isOpen() ? "" : GONE);
    return connection.show(parts.map((part) => part.outerHTML).join("\n"));
  }

  async function tryAgain() {
    if (!kept || isTrying) return;
    isTrying = true;
    await post(kept);
    isTrying = false;
    if (kept) setTimeout(tryAgain, AGAIN);
  }
  addEventListener("online", tryAgain);
  addEventListener("beforeunload", (event) => { if (kept) event.preventDefault(); });

  document.addEventListener("socket:send", (event) => {
    const form = event.target;
    if (form.dataset.sent && Date.now() - Number(form.dataset.sent) < 1500) {
      event.preventDefault();
    } else {
      const sent = form.dataset.sent = String(Date.now());
      refusal = null; // the next one will be the answer to this
      if (form.matches(".action")) setTimeout(() => sendAgain(form, sent), PATIENCE);
    }
  });
  /** The answer may have come, and wait until the table has shown what happened before. */
  function sendAgain(form, sent) {
    if (!form.isConnected || form.dataset.sent !== sent) return;
    if (window.beats?.isRunning()) setTimeout(() => sendAgain(form, sent), 500);
    else connection.post(form);
  }
  document.addEventListener("input", (event) => { if (event.target.form) delete event.target.form.dataset.sent; });

  // Keep a refusal visible for a while when updates are swapped in, or when the socket opens after a form.
  const SHOWN = 20000;
  function note(section) {
    const node = section?.querySelector(".refusal");
    if (node && node !== refusal?.node) refusal = { node, key: section.dataset.decision ?? "", until: Date.now() + SHOWN };
  }
  note(one("#t-decision"));
  document.addEventListener("table:swapped", () => {
    const section = one("#t-decision");
    note(section);
    if (!refusal || section.querySelector(".refusal")) return;
    if ((section.dataset.decision ?? "") !== refusal.key || Date.now() > refusal.until) refusal = null;
    else if (section.querySelector(":scope > h2")) section.querySelector(":scope > h2").after(refusal.node);
    else section.prepend(refusal.node);
  });
})();
