"""Live tables: one WebSocket per open page, one channel-layer subscription per process.

May import `table` and the rooms before it.
Doors: `routing` and `consumer`.
"""
