"""The stated results of the manuals' examples match the engine."""

import pytest

from games.titles import folder, load_all
from rulebook import examples
from rulebook.examples import Example, Try, faults

FOUND = [
    (slug, example, attempt)
    for slug in load_all()
    for example in examples.read_examples(folder(slug)).values()
    for attempt in example.tries
]


@pytest.mark.parametrize(
    ("slug", "example", "attempt"), FOUND, ids=lambda value: getattr(value, "id", getattr(value, "words", value))
)
def test_stated_results_match_the_engine(slug: str, example: Example, attempt: Try) -> None:
    assert faults(load_all()[slug], example, attempt) == []
