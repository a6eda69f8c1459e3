"""Tournaments by email: registration, rounds, tables that the platform makes, standings.

May import the lobby and whatever stands before it. `pairing` and `standings` are pure: numbers in, numbers out, no
Django. Doors: `services` for what people do, `progress.advance` for what follows from matches that ended, `page`."""
