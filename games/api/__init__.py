"""The public API, version 1: what a person may see and do here, as JSON under /api/v1/.

It may import `lobby`, `records`, `table`, `sockets` and what stands before them, never `views`.
Door: `urls`; each address is a function in `endpoints`, described by `openapi` from the types it answers with.
"""
