"""The laws that each title keeps, and the random matches on which they are tried.

It may import the kernel.
Door: `contract`.
"""
