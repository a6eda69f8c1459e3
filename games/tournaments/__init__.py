"""Tournaments by email: registration, rounds, their tables, standings.

May import `lobby` and the rooms before it. `pairing` and `standings` are pure functions of numbers, without Django.
Doors: `services` for what people do, `progress.advance` when matches have ended, `outlook`
for emails, `page`."""
