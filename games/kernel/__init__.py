"""The rules engine: steps ask, check and resolve; answers stay sealed until a step is ready.

No Django, no clock, no chance of its own; it imports nothing of ours.
Doors: `engine` plays, `game` is what a title provides, `types` the words of both, `position` what is kept.
"""
