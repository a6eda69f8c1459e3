"""The rules engine: what a game must provide and what plays it. Standard library and msgspec only."""
