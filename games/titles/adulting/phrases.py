"""Standing words of the table: steps, outcomes, ends. They stand in phrases.toml, which says what each is for."""

from pathlib import Path

from games.kernel import data

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
STEPS: list[tuple[str, list[str]]] = PHRASES["steps"]
DOING: dict[str, str] = PHRASES["doing"]
IN_TURN: dict[str, list[str]] = PHRASES["in_turn"]
OUTCOMES: dict[str, list[str]] = PHRASES["outcomes"]
STAGES: dict[str, str] = PHRASES["stages"]
ENTRIES: dict[str, str] = PHRASES["entries"]
ENDS: dict[str, list[str]] = PHRASES["ends"]
OVER: dict[str, str] = PHRASES["over"]
