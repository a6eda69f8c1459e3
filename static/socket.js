// The WebSocket of a table: receives parts of the page as HTML and sends forms. Each part replaces the element with its
// id. Events for other scripts:
//   socket:open, socket:closed
//   socket:send, socket:sent     on the form; the first one is cancelable
//   table:news, table:shown      before and after a message is shown; in between, on each part:
//   table:swap, table:swapped    before and after it is replaced
(() => {
  "use strict";
  const table = one("#table");
  const tell = (node, name) => node.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
  const connection = { socket: null, code: 0, make: (address) => new WebSocket(address), open, swap, show };
  window.tableSocket = connection;

  function open() {
    const socket = connection.socket = connection.make(location.origin.replace("http", "ws") + table.dataset.socket);
    socket.addEventListener("open", () => tell(table, "socket:open"));
    socket.addEventListener("close", ({ code }) => {
      connection.code = code;
      tell(table, "socket:closed");
    });
    socket.addEventListener("message", ({ data }) => connection.show(data));
  }

  function show(html) {
    tell(table, "table:news");
    for (const part of [...fromHtml(html).children]) {
      const list = part.dataset.onto && document.getElementById(part.dataset.onto); // new log lines, prepended to a list
      list ? list.prepend(...part.childNodes) : swap(part);
    }
    tell(table, "table:shown");
  }

  function swap(part) {
    const old = document.getElementById(part.id);
    if (!old) return;
    tell(old, "table:swap");
    old.replaceWith(part);
    tell(part, "table:swapped");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("[data-live]")) return;
    event.preventDefault();
    if (connection.socket.readyState !== WebSocket.OPEN) return connection.post(form);
    if (!tell(form, "socket:send")) return;
    const fields = {};
    for (const [name, value] of new FormData(form)) fields[name] = name in fields ? [fields[name], value].flat() : value;
    connection.socket.send(JSON.stringify(fields));
    tell(form, "socket:sent");
  });

  // The form for a standing order opens on the table; without script it has its own page.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-order]");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { "Playpost-Preview": "1" } }).catch(() => null);
    if (!answer?.ok) return location.assign(link.href);
    const order = one("#t-order");
    order.innerHTML = await answer.text();
    tell(order, "table:order");
  });

  document.addEventListener("DOMContentLoaded", open); // once all scripts are listening
})();
