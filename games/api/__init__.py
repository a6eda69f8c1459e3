"""The public API, version 1: what a person may see and do, as JSON under /api/v1/.

May import `lobby`, `records`, `table`, `sockets` and the rooms before them, never `views`.
Door: `urls`. Each endpoint is a function in `endpoints`; `openapi` describes it from its types and docstring.
"""
