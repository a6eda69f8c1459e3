"""Matches: rules, tables, clocks, emails. Each room (subpackage) describes itself in its `__init__`.

Rooms only import rooms before them: clocks, matches, deadlines, agreements, table and so on
(tests/contract/test_room_order.py). This root only holds what Django expects there and what all rooms use.
"""
