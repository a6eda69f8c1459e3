"""A disk that is full for a while: a small tmpfs, which only root may mount. Others are told that it was left out."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTES = 500  # of the disk; a site of its own takes about 150
FULL_FOR = 75.0  # seconds: longer than the minute in which a process may die MAX_DEATHS times on a disk with room
Say = Callable[[str], None]


@contextmanager
def small_disk(folder: Path, is_wanted: bool) -> Iterator[Path | None]:
    """A disk of its own for this folder; None if none is wanted, or this user may not mount one."""
    line = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=711", "tmpfs", str(folder)]
    is_own = is_wanted and os.geteuid() == 0 and subprocess.run(line, capture_output=True, check=False).returncode == 0
    try:
        yield folder if is_own else None
    finally:
        if is_own:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def fill(disk: Path | None, say: Say, meanwhile: Callable[[], None]) -> None:
    """Leave no byte free on this disk for some seconds, and do something at the beginning of them."""
    if disk is None:
        return say("left out: a full disk, as only root may mount one")
    ballast = disk / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            while _fits(file.write, bytes(size)):
                pass
    say(f"the disk is full for {FULL_FOR:.0f} s")
    until = time.monotonic() + FULL_FOR
    meanwhile()
    time.sleep(max(0.0, until - time.monotonic()))
    ballast.unlink()


def _fits(write: Callable[[bytes], int | None], data: bytes) -> bool:
    try:
        return write(data) == len(data)
    except OSError:
        return False
