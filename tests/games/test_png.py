"""PNG rendering: the same bytes on every machine and in every thread, whatever fonts are installed."""

import struct
import threading

from games.drawing import mail_sheet as paper
from games.mail import png as module
from games.mail.png import MOST_BYTES, png

WORDS = paper.sheet(60, paper.said("Ada’s größte Tür, Привет", 10, 30, 16))


def _size(made: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", made, 16)
    return width, height


def test_two_pixels_per_unit() -> None:
    assert _size(png(WORDS)) == (720, 120)


def test_system_fonts_are_not_needed() -> None:
    assert set(module._RENDERER.options.list_fonts()) == {"PT Sans", "PT Serif"}
    assert len(png(WORDS)) > len(png(paper.sheet(60, ""))) + 1000, "the words are missing"


def test_any_font_family_is_replaced_by_a_bundled_font() -> None:
    other = WORDS.replace(paper.SANS, "var(--sans,system-ui,sans-serif)")
    assert png(other) == png(WORDS)
    assert png(WORDS.replace(paper.SANS, paper.SERIF)) != png(WORDS)


def test_a_character_that_no_font_has_becomes_a_question_mark() -> None:
    assert png(paper.sheet(40, paper.said("山 😀", 10, 30))) == png(paper.sheet(40, paper.said("? ?", 10, 30)))


def test_composed_and_decomposed_characters_render_alike() -> None:
    assert png(paper.sheet(40, paper.said("e\u0301", 10, 30))) == png(paper.sheet(40, paper.said("é", 10, 30)))


def test_css_variables_take_the_light_theme() -> None:
    body = '<path d="M0 0h90v40H0z" fill="{}"/>'
    assert png(paper.sheet(40, body.format("var(--ink,#22252e)"))) == png(paper.sheet(40, body.format("#22252e")))


def test_all_threads_render_the_same_bytes() -> None:
    made: list[bytes] = []
    threads = [threading.Thread(target=lambda: made.append(png(WORDS))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [png(WORDS)] * 4


def test_a_complex_drawing_gets_fewer_pixels() -> None:
    rows = paper.block(["many words that say very little, again and again"] * 24, 8, 24)
    made = png(paper.sheet(400, rows))
    assert len(made) <= MOST_BYTES and _size(made)[0] < 720


def test_text_is_cut_to_fit() -> None:
    assert paper.cut("Wilhelmina", 200) == "Wilhelmina"
    short = paper.cut("Wilhelmina Konstantinopolitanska", 80)
    assert short.endswith("…") and paper.width_of(short, paper.SMALL) <= 80
    assert paper.fold("one two three four five six", 60, most=2)[1].endswith("…")
    assert paper.fold("", 60) == []
