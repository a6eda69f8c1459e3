"""The rules engine: steps ask, check and resolve; answers stay sealed until a step is ready.

No Django, no clock, and no randomness except from the seed of the match. Imports no other room.
Doors: `engine` plays, `game` is what a title provides, `types` the data they exchange, `position` what is stored.
"""
