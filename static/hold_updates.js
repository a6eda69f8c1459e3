// While something is being pressed, news wait: the part of the page under a finger, a key or an open list may not be
// replaced before what was begun is done, or it would be lost. Nothing waits longer than a few seconds.
(() => {
  "use strict";
  const LONGEST = 3000, LIST = 8000, TAP = 350; // milliseconds; after a finger is lifted its click may take a while to come
  const waiting = []; // [socket, words], oldest first
  let pressed = null, timer = 0;

  function begin(what, longest = LONGEST) {
    pressed = what;
    clearTimeout(timer);
    timer = setTimeout(end, longest);
  }

  /** It is done, or soon will be: whatever a press brings about comes before the news. */
  function endSoon(after = 0) {
    clearTimeout(timer);
    timer = setTimeout(end, after);
  }

  function end() {
    clearTimeout(timer);
    pressed = null;
    for (const [socket, words] of waiting.splice(0)) socket.dispatchEvent(new MessageEvent("message", { data: words }));
  }

  const { make } = window.tableSocket;
  window.tableSocket.make = (address) => {
    const socket = make(address);
    // The first to listen: what is held back here reaches nobody else.
    socket.addEventListener("message", (event) => {
      if (!pressed) return;
      event.stopImmediatePropagation();
      waiting.push([socket, event.data]);
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
  });
  on("keyup", ({ key }) => { if (key === " " && pressed && !isList(pressed)) endSoon(); });
  on("change focusout", ({ target }) => { if (target === pressed && isList(target)) endSoon(); });
})();
