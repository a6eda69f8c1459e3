"""The bundled servers (PostgreSQL, Valkey), child processes, and the supervisor behind `manage.py up`.

May import the standard library only.
Doors: `servers` and `supervisor`.
"""
