"""Runs a script of the site in V8 without a browser, to test what is pure in it."""

import json
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

STATIC = Path(__file__).resolve().parent.parent / "static"
# As much of a browser as the scripts touch while they load.
PAGE = """
var window = globalThis, all = () => [], addEventListener = () => {};
var document = { addEventListener() {}, dispatchEvent() {}, getElementById: () => null, querySelectorAll: () => [] };
"""
# A socket whose listeners can hold a message back and send another one.
SOCKET = """
class MessageEvent {
  constructor(type, { data }) { this.data = data; }
  stopImmediatePropagation() { this.isHeld = true; }
}
var tableSocket = { make() {
  const listeners = [];
  return {
    addEventListener(type, listener) { listeners.push(listener); },
    dispatchEvent(event) { for (const one of listeners) one(event); if (!event.isHeld) globalThis.heard = event.data; },
  };
} };
"""
HEAR = """
var socket = tableSocket.make("");
function hear(data) { socket.dispatchEvent(new MessageEvent("message", { data })); return heard; }
"""


class Script:
    """A loaded script. `socket`: the page has a socket, and `hear` returns what a message becomes."""

    def __init__(self, name: str, *, socket: bool = False) -> None:
        self._engine = MiniRacer()
        self._engine.eval(PAGE + (SOCKET if socket else ""))
        self._engine.eval((STATIC / name).read_text("utf-8"))
        self._engine.eval(HEAR if socket else "")

    def call(self, function: str, *args: Any) -> Any:
        """Call a function of the page with these JSON values."""
        return json.loads(self._engine.eval(f"JSON.stringify({function}({', '.join(map(json.dumps, args))}))"))
