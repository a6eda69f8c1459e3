// Updates of a table are deltas: each part of the page comes in full, or as a list of new text and references to its
// previous HTML (games/sockets/deltas.py). This turns them back into HTML before other listeners see the message.
(() => {
  "use strict";

  const KEPT = 250; // tags remembered per part, or as many as the part has
  const KEPT_OF = { status: 100, decision: 400 };

  function apply(known, made) {
    const old = known.split("<"), tags = [];
    let at = 0; // after the last old tag that was used
    for (let n = 0; n < made.length; n += 1) {
      const part = made[n];
      if (typeof part === "string") tags.push(...part.split("<"));
      else if (typeof part === "number") tags.push(...old.slice(at += part, at += made[n += 1]));
      else {
        const [skip, head, tail, text] = part, tag = old[at += skip];
        tags.push(tag.slice(0, head) + text + tag.slice(tag.length - tail));
        at += 1;
      }
    }
    return tags.join("<");
  }

  function remembered(known, html, most) {
    const tags = html.split("<");
    return tags.length >= most ? html : [...tags, ...known.split("<").slice(0, most - tags.length)].join("<");
  }

  /** Some parts are the same for all viewers, with marks: text for one seat, and text for all others. */
  const readBy = (html, me) => html.replace(/\x02(\d+);([^|\x03]*)(?:\|([^\x03]*))?\x03/g, (_, seat, mine, others) => (Number(seat) === me ? mine : others ?? ""));

  const { make } = window.tableSocket;
  window.tableSocket.make = (address) => {
    const socket = make(address), known = {}; // a new socket starts with all parts in full
    socket.addEventListener("message", (event) => {
      if (event.data[0] !== "{") return undefined;
      event.stopImmediatePropagation();
      const { parts, me, news, reaction, between } = JSON.parse(event.data);
      if (reaction) return document.dispatchEvent(new CustomEvent("table:reaction", { detail: reaction }));
      const written = (made) => Object.entries(made).map(([name, part]) => {
        const whole = typeof part === "string" ? part : apply(known[name], part);
        known[name] = known[name] === undefined ? whole : remembered(known[name], whole, KEPT_OF[name] ?? KEPT);
        return readBy(whole, me);
      });
      const then = written(between ?? {}), names = Object.keys(between ?? {}); // before a deal (beats.js)
      const earlier = between ? [`<template data-between>${then.join("\n")}</template>`] : [];
      const same = then.filter((_, place) => !(names[place] in parts)); // it may not be shown
      return socket.dispatchEvent(new MessageEvent("message", { data: [...same, ...written(parts), readBy(news ?? "", me), ...earlier].join("\n") }));
    });
    return socket;
  };
})();
