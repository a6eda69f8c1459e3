"""Match records: exported for download, uploaded, checked.

May import `table` and the rooms before it.
Doors: `export` and `uploads`; `games.kernel.verify.verify_record` checks a record.
"""
