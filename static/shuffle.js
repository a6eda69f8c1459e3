/* Each player's browser adds a number to the shuffle. While the table waits for players, only the number's seal is shown.
   It reveals the number once all seats are taken and nobody can add another, or when its player leaves the page and may
   miss the start. It stores its numbers and what the table showed, and the proof page compares them. */
(() => {
  "use strict";
  const canSeal = Boolean(window.crypto.subtle); // only available on https:// and localhost
  const form = document.querySelector("[data-add-number]"), match = form?.dataset.addNumber;
  const words = (name) => document.getElementById("seats-now")?.dataset[name].split(" ").filter(Boolean) ?? [];
  const commitment = () => document.getElementById("commitment")?.textContent.trim() ?? "";
  const isStarting = () => "starting" in (document.getElementById("seats-now")?.dataset ?? {});
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  let next = null; // a number and its seal, ready to send
  let maySeal = true; // once per visit to the page
  let comesBack = false; // this table will be loaded again
  const opened = new Set();

  async function sealOf(number) {
    const text = new TextEncoder().encode(`Playpost seals the number ${number}`);
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
  }

  async function draw() {
    const number = hex(crypto.getRandomValues(new Uint8Array(16)));
    return [number, canSeal ? await sealOf(number) : ""];
  }

  const field = ([number, seal]) => (canSeal ? ["number_seal", seal] : ["client_seed", number]);

  function kept(id) {
    const known = JSON.parse(remembered(`shuffle:${id}`));
    return known?.mine ? known : null;
  }

  // What the table shows; `final`: the seals of all numbers when this browser revealed its own.
  function keep(id, pair) {
    const known = kept(id) ?? { mine: [], seen: [], seal: "" };
    if (pair) known.mine.push(pair);
    known.seal ||= commitment();
    known.seen = [...new Set([...known.seen, ...words("numbers"), ...words("seals")])];
    if (isStarting()) known.final ??= words("seals");
    remembered(`shuffle:${id}`, JSON.stringify(known));
    return known;
  }

  async function send(name, value) {
    const body = new FormData(form);
    body.append(name, value);
    await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => null);
  }

  const lookAgain = () => htmx.trigger("#seats-now", "look");

  async function watch() {
    if (!form) return;
    const known = keep(match);
    if (known.seal !== commitment()) return; // the proof page will report it
    if (isStarting()) return openAll();
    const isOpen = (number) => words("numbers").includes(number);
    const isIn = known.mine.some(([number, seal]) => (canSeal ? words("seals").includes(seal) && !isOpen(number) : isOpen(number)));
    if (isIn || !maySeal || !next || document.visibilityState !== "visible") return;
    const pair = next;
    maySeal = false;
    keep(match, pair);
    await send(...field(pair));
    lookAgain();
    next = await draw();
  }

  async function openAll() {
    const closed = (kept(match)?.mine ?? []).filter(([number]) => !words("numbers").includes(number) && !opened.has(number));
    for (const [number] of closed) opened.add(number);
    await Promise.all(closed.map(([number]) => send("client_seed", number)));
    if (closed.length) lookAgain();
  }

  function lookAway() {
    if (form && canSeal && !comesBack) openAll();
  }

  function onSubmit(event) {
    const sent = event.target, [, id, act] = /\/match\/(\d+)\/(\w+)\//.exec(sent.action) ?? [];
    if (!id || event.defaultPrevented) return;
    comesBack = id === match && act !== "leave";
    if ((act !== "join" && act !== "guest") || !next || sent.dataset.adds) return;
    const [name, value] = field(next);
    sent.dataset.adds = "";
    sent.append(make("input", { type: "hidden", name, value }));
    keep(id, next);
  }

  async function compare() {
    const place = document.querySelector("[data-shuffle]"), known = place && kept(place.dataset.shuffle);
    if (!known) return;
    const texts = (query) => all(query).map((one) => one.textContent.trim());
    const numbers = texts("[data-number]"), unopened = texts("[data-unopened]");
    const seals = canSeal ? await Promise.all(numbers.map(sealOf)) : [];
    const isThere = (one) => [...numbers, ...unopened, ...seals].includes(one) || (!canSeal && one.length > 32);
    place.textContent = (known.seal && known.seal !== commitment()) || !known.seen.every(isThere)
      ? "Something is wrong: the seal or a number is not the one that this browser saw before."
      : known.final && !seals.every((seal) => known.final.includes(seal))
        ? "Something is wrong: a number came in after this browser had opened its own."
        : known.mine.some(([number]) => numbers.includes(number))
          ? "This browser remembers its number, the seal and the other numbers it saw: all are here, unchanged."
          : known.mine.some(([, seal]) => unopened.includes(seal))
            ? "This browser\u2019s number is sealed and was never opened, because the page was not there when all seats were taken. Its seal is in the list, but the number is not in the shuffle. The other numbers and seals it saw are all here, unchanged."
            : "This browser\u2019s number never came to the table. What it saw there is all here, unchanged.";
    place.hidden = false;
  }

  document.addEventListener("submit", onSubmit);
  document.addEventListener("htmx:afterSettle", watch);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") lookAway();
    else { maySeal = true; watch(); }
  });
  addEventListener("pagehide", lookAway);
  draw().then((pair) => {
    next = pair;
    document.body.dataset.drawn = "";
    watch();
  });
  compare();
})();
