"""The rulebook's gallery shows every card, but nothing that is hidden during a match."""

from games.kernel.data import public_components
from games.titles.adulting import FOLDER
from games.titles.adulting.cards import CARDS
from games.titles.adulting.shown.gallery import gallery


def test_the_gallery_shows_every_card_without_fine_print_and_question() -> None:
    faces = gallery(public_components(FOLDER))
    assert [face.id for face in faces] == list(CARDS)
    shown = repr(faces)
    for card in CARDS.values():
        assert card.prompt in shown
        assert not card.fine_print or card.fine_print not in shown
        assert card.sort_question not in shown
    assert {face.kind for face in faces} == {"Category", "Rank", "Payout", "Challenge"}
    assert all(face.drawing.startswith("<svg") for face in faces)


def test_private_fields_are_those_for_bots_and_dealers() -> None:
    public = public_components(FOLDER)["card"][0]
    assert set(public) == {"id", "job", "prompt", "suits", "effect"}
