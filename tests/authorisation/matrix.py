"""Reads and writes matrix.txt. `python -m tests.authorisation.matrix` takes over what failed tests have found."""

import json
import zlib
from pathlib import Path

PLACE = Path(__file__).with_name("matrix.txt")
FOUND = Path(__file__).resolve().parents[2] / "var" / "authorisation"
# The columns. Nobody on this site is called a moderator: the host of a table reads its reports, staff do the rest.
ROLES = (
    "anonymous",
    "guest",
    "member",
    "friend",
    "blocked",
    "invited",
    "spectator",
    "former",
    "player",
    "host",
    "organiser",
    "club",
    "staff",
    "superuser",
)
SITE = "site"  # the scene for addresses that name no table
STATES = ("open", "running", "over", "off")
SCENES = (*STATES, *(f"private-{state}" for state in STATES))
Rows = dict[tuple[str, str], list[str]]
WIDTH = 4 * len(ROLES) + 2  # of the codes; the scenes follow
HEAD = """\
# Who may do what. Under each method and route: the answer to each role, then the scenes in which it holds.
#
# in: to the login. 404: nothing there that this person may know of. 405: any method that has no rows here.
# 409: not now. Forms and bodies are complete, so a 403, 404 or 422 is about the person or the state of the table.
# Scenes: the state of a table that anybody may see, or (private-) of one that only people with its link find. The
# friend is the host's, and in the club; `club` owns that group; the organiser has a tournament, in which the host
# plays; the host has blocked `blocked`; the spectator has the link; the former player lost a seat; `player` waits for
# the host's move; the superuser is not staff, which alone counts.
"""


def read(scene: str) -> Rows:
    """The rows of a scene: {(route, method): a status per role}."""
    return read_all().get(scene, {})


def read_all() -> dict[str, Rows]:
    """The rows of all scenes."""
    found: dict[str, Rows] = {}
    method = route = ""
    for line in PLACE.read_text().splitlines() if PLACE.exists() else ():
        if line[:1].isupper():
            method, route = line.split(" ", 1)
        elif line and not line.startswith("#"):
            for scene in line[WIDTH:].split():
                found.setdefault(scene, {})[route, method] = line[:WIDTH].split()
    return found


def few(row: tuple[str, str], codes: list[str]) -> set[str]:
    """One role for each answer in this row, and not the same ones in all rows."""
    alike = {code: [role for role, its in zip(ROLES, codes, strict=True) if its == code] for code in codes}
    turn = zlib.crc32(" ".join(row).encode())
    return {roles[turn % len(roles)] for roles in alike.values()}


def keep(scene: str, routes: list[str], rows: Rows) -> None:
    """Note what a test has found at these routes, for `write`."""
    FOUND.mkdir(parents=True, exist_ok=True)
    name = f"{scene}-{zlib.crc32(' '.join(routes).encode()):x}.json"
    found = [[*row, codes] for row, codes in rows.items()]
    (FOUND / name).write_text(json.dumps({"scene": scene, "routes": routes, "rows": found}))


def write() -> None:
    """Replace the rows of the scenes and routes that tests have kept."""
    rows = read_all()
    for path in FOUND.glob("*.json"):
        kept = json.loads(path.read_text())
        others = {row: codes for row, codes in rows.get(kept["scene"], {}).items() if row[0] not in kept["routes"]}
        rows[kept["scene"]] = others | {(route, method): codes for route, method, codes in kept["rows"]}
        path.unlink()
    names = sorted({row for scene in rows.values() for row in scene})
    PLACE.write_text(HEAD + columns() + "".join(block(row, rows) for row in names))


def columns() -> str:
    """The names of the roles, each above its column."""
    return "#\n" + "".join(f"#{' ' * (4 * at)}{role}\n" for at, role in enumerate(ROLES))


def block(row: tuple[str, str], rows: dict[str, Rows]) -> str:
    """An address with a method, and its answers; scenes with the same answers share a line."""
    by_codes: dict[str, list[str]] = {}
    for scene in (SITE, *SCENES):
        if codes := rows.get(scene, {}).get(row):
            by_codes.setdefault("".join(f"{code:4}" for code in codes), []).append(scene)
    return f"\n{row[1]} {row[0]}\n" + "".join(f"{codes}  {' '.join(scenes)}\n" for codes, scenes in by_codes.items())


if __name__ == "__main__":
    write()
