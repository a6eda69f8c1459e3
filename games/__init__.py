"""Matches: rules, tables, clocks, emails. Each room says in its own `__init__` what it holds.

The rooms stand in one order (tests/contract/test_doors.py): clocks, matches, deadlines, agreements, table, and so on.
At this root is only what Django wants there and what all rooms use.
"""
