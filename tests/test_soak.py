"""What `make soak` calls a problem. `make test-slow` and .ci/run let ten minutes of it play beside their tests."""

from tests.soak import problems


def line(minute: float, web: float, **more: int) -> dict[str, float]:
    return {"minute": minute, "web": web} | more


def test_growth_and_errors_are_problems() -> None:
    assert problems([line(1, 100), line(60, 180), line(61, 182), line(62, 185)]) == []
    assert problems([line(1, 100), line(5, 180)]) == [], "caches fill in the first hour"
    assert problems([line(minute, 100 + 2 * minute) for minute in range(1, 11)]) == []
    assert len(problems([line(minute, 100 + 4.4 * minute) for minute in range(1, 11)])) == 1, "305 MB in 69 minutes"
    assert len(problems([line(1, 100), line(60, 150), line(90, 160), line(120, 190)])) == 1
    assert len(problems([line(1, 310), line(2, 310), line(3, 310)])) == 1
    assert problems([line(1, 100), line(2, 100, ERROR=2)]) == ["2 lines of level ERROR."]
