"""How a web process gives memory back. Without glibc there is less to do."""

import ctypes
import gc

_ARENA_MAX = -8  # as in malloc.h


def share_memory() -> None:
    """Let all threads allocate from two arenas of glibc. By default each has its own, and free memory in one is of no
    use to the others, so that the process grows for hours. Python holds a lock most of the time anyway."""
    if (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
        mallopt(_ARENA_MAX, 2)


def give_back() -> None:
    """Collect young cycles, which would wait for hours (config.asgi collects seldom), and give free pages back to the
    system: glibc keeps those that lie below others in use. Takes milliseconds."""
    gc.collect(1)
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
