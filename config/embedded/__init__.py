"""The servers that come along (PostgreSQL, Valkey), their processes, and the supervisor of `manage.py up`.

It may import the standard library only.
Doors: `servers` and `supervisor`.
"""
