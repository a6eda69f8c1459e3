// Company at the table: a new chat line is a bubble at its author's plate for some seconds; six quick reactions.
(() => {
  "use strict";
  const table = document.getElementById("table"), connection = window.tableSocket;
  if (!table || !connection) return;
  const SPOKEN = 6000, SHOWN = 2600, PAUSE = 2500, LONGEST = 90; // milliseconds; letters in a bubble
  const NAMES = ["Well done", "Ha ha", "Oh", "Oh no", "Thinking", "Greetings"];
  const drawings = table.dataset.reactions;

  const plateOf = (seat) => document.querySelector(`.seatplate[data-seat="${seat}"]`); // null for spectators: their seat is ""
  const isMuted = (seat) => document.querySelector(`#t-chat form[data-seat="${seat}"]`) !== null;

  function bubble(plate, time, ...parts) {
    const box = plate.getBoundingClientRect();
    if (!box.width) return;
    document.querySelector(`.bubble[data-seat="${plate.dataset.seat}"]`)?.remove();
    // The chat itself is read out.
    const node = make("div", { className: "bubble", ariaHidden: "true", dataset: { seat: plate.dataset.seat } }, ...parts);
    document.querySelector("main").append(node);
    const isBeside = box.right < innerWidth / 3; // plates in a column at the left, or in a row on top
    const left = isBeside ? box.right + 6 : Math.min(Math.max(4, box.x), innerWidth - node.offsetWidth - 4);
    Object.assign(node.style, { left: `${left}px`, top: `${isBeside ? box.y : box.bottom + 4}px` });
    setTimeout(() => node.remove(), time);
  }

  const drawing = (number) => drawingOf(`${drawings}#r${number}`, "0 0 48 48");

  /* ---------- chat ---------- */
  const lines = () => all("#t-chat [data-line]");
  let newest = Math.max(0, ...lines().map((line) => Number(line.dataset.line)));
  document.addEventListener("table:swapped", (event) => {
    if (event.target.id !== "t-chat") return;
    for (const line of lines().filter((one) => Number(one.dataset.line) > newest)) {
      newest = Number(line.dataset.line);
      const plate = plateOf(line.dataset.seat), words = line.querySelector("bdi")?.textContent.trim() ?? "";
      if (plate) bubble(plate, SPOKEN, words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words);
    }
  });

  /* ---------- another player has my seat, or I am back in it: the page around the parts is another one ---------- */
  function followSeat() {
    const isSeated = document.querySelector("#t-seats .is-me") !== null;
    if (isSeated !== (table.dataset.mySeat !== undefined) && !connection.isWriting()) location.reload();
  }
  document.addEventListener("table:shown", followSeat);
  followSeat();

  /* ---------- reactions ---------- */
  document.addEventListener("table:reaction", ({ detail: [seat, number] }) => {
    const plate = plateOf(seat);
    if (plate && window.preferences.get("reactions") !== "no" && !isMuted(seat)) bubble(plate, SHOWN, drawing(number));
  });

  const row = one(".reactions");
  if (!row) return;
  NAMES.forEach((name, place) => {
    const button = makeButton(drawing(place + 1), { className: "", title: name, ariaLabel: name });
    button.addEventListener("click", () => {
      if (connection.socket?.readyState !== WebSocket.OPEN) return;
      connection.socket.send(JSON.stringify({ reaction: String(place + 1) }));
      for (const one of row.children) one.disabled = true;
      setTimeout(() => { for (const one of row.children) one.disabled = false; }, PAUSE);
    });
    row.append(button);
  });
})();
