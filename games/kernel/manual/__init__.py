"""What serves manuals: examples to play, galleries of cards, drawings, and why something cannot be done.

It may import the kernel.
Doors: `examples`, `gallery`, `why_not`.
"""
