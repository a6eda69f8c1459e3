// Holds updates back from the first move until what shows moves is there (load_later.js), and while a finger, a key or an
// open list is in use, so that the part of the page being used is not replaced in the middle of an action: a few seconds at
// most.
(() => {
  "use strict";
  const LONGEST = 3000, LIST = 8000, TAP = 350; // milliseconds; a click may come a while after the finger is lifted
  const waiting = []; // [socket, words], oldest first
  const press = window.press = { over: null }; // resolved when the press that is under way is over (beats.js)
  let pressed = null, release = null, timer = 0, isReady = false, isTouched = false;

  function begin(what, longest = LONGEST) {
    pressed = what;
    isTouched = true;
    press.over ??= new Promise((done) => { release = done; });
    clearTimeout(timer);
    timer = setTimeout(end, longest);
  }

  /** The press is over: handle what it triggers before the updates. */
  function endSoon(after = 0) {
    clearTimeout(timer);
    timer = setTimeout(end, after);
  }

  function end() {
    clearTimeout(timer);
    pressed = press.over = null;
    release?.();
    if (!isReady) return;
    for (const [socket, words] of waiting.splice(0)) socket.dispatchEvent(new MessageEvent("message", { data: words }));
  }

  /** Nothing moves in this update: of the status it brings nothing, or, when the socket opens, what stands. */
  function isQuiet(words) {
    const { version } = one("#t-status").dataset;
    return !words.includes('id="t-status"') || words.includes(`data-version="${version}"`);
  }

  const connection = window.tableSocket, makeSocket = connection?.make; // a replay has none
  if (connection) connection.ready = () => { isReady = true; if (!pressed) end(); };
  if (connection) connection.make = (address) => {
    const socket = makeSocket(address);
    // This must be the first listener, so that held messages reach no other.
    socket.addEventListener("message", (event) => {
      const mayPass = isReady || (!waiting.length && !isTouched && isQuiet(event.data));
      if (mayPass && !pressed) return;
      event.stopImmediatePropagation();
      waiting.push([socket, event.data]);
      if (!mayPass) document.dispatchEvent(new Event("table:held"));
    });
    return socket;
  };

  const isList = (node) => Boolean(node?.matches?.("select"));
  const on = (kinds, act) => { for (const kind of kinds.split(" ")) document.addEventListener(kind, act, true); };

  on("pointerdown", ({ target }) => begin(target, isList(target) ? LIST : LONGEST));
  on("pointerup", ({ pointerType }) => { if (pressed && !isList(pressed)) endSoon(pointerType === "mouse" ? 0 : TAP); });
  on("click", () => { if (pressed && !isList(pressed)) endSoon(); });
  on("pointercancel compositionend", () => endSoon());
  on("compositionstart", ({ target }) => begin(target, LIST));
  on("keydown", ({ key, target, repeat }) => {
    if (isList(target) && (key === " " || key === "Enter" || key.startsWith("Arrow"))) begin(target, LIST);
    else if (key === " " && !repeat && !target.matches?.("textarea, [type=text]")) begin(target);
    else if (isList(pressed) && ["Escape", "Tab"].includes(key)) endSoon();
    else if (!pressed) begin(target, 0); // other scripts see the key first
  });
  on("keyup", ({ key }) => { if (key === " " && pressed && !isList(pressed)) endSoon(); });
  on("change focusout", ({ target }) => { if (target === pressed && isList(target)) endSoon(); });
})();
