"""The laws that every title must keep, and the random matches they are tested on.

May import the rest of the kernel.
Door: `contract`.
"""
