"""Matches: rules, tables, clocks, emails. Each room says in its own `__init__` what it holds.

The rooms stand in one order: clocks, matches, deadlines, agreements, table and so on
(tests/contract/test_room_order.py).
At this root is only what Django wants there and what all rooms use.
"""
