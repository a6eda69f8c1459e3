"""Email layouts: plain text is not escaped, HTML is, and both have unsubscribe links."""

import pytest
from jinja2 import ChoiceLoader, DictLoader

from accounts.mail import templates, unsubscribe
from accounts.mail.email import Email, write
from accounts.mail.inlined import inlined
from accounts.models import OutgoingMail, User

pytestmark = pytest.mark.django_db
OURS = {
    "mail/probe/body.txt": "{% extends 'mail/base.txt' %}{% block content %}Hello {{ friend }}{% endblock %}",
    "mail/probe/body.html": "{% extends 'mail/base.html' %}{% block content %}<p>Hello {{ friend }}</p>{% endblock %}",
}


@pytest.fixture
def email(player: User, monkeypatch: pytest.MonkeyPatch) -> Email:
    """An email about match 4 with a name that needs escaping."""
    engine = templates.engine()
    monkeypatch.setattr(engine, "loader", ChoiceLoader([DictLoader(OURS), engine.loader]))
    row = OutgoingMail(key="k1", kind="turn", user=player, match_id="4")
    values = {"subject": "Backgammon\nwith Ben <b>& Co", "friend": "Ben <b>& Co"}
    return write(row, "probe", values, headers={"References": "<r@x>"}, url="/match/4/")


def test_the_subject_is_one_line(email: Email) -> None:
    assert email.subject == "Backgammon with Ben <b>& Co"


def test_plain_text_is_not_escaped_and_html_is(email: Email) -> None:
    assert email.text.startswith("Hello Ben <b>& Co\n")
    assert "Hello Ben &lt;b&gt;&amp; Co" in email.html and "<b>&" not in email.html


def test_each_email_has_unsubscribe_links(email: Email, player: User) -> None:
    for body in (email.text, email.html):
        assert unsubscribe.url(player.pk, "4") in body and unsubscribe.url(player.pk) in body
        assert "/people/me/mail/settings/" in body


def test_html_loads_nothing_from_the_network(email: Email) -> None:
    for word in ("src=", "url(", "@import", "<script", "style="):
        assert word not in email.html


def test_headers_and_links_are_passed_on(email: Email) -> None:
    assert email.headers == {"References": "<r@x>"} and email.url == "/match/4/"


def test_attributes_stay_escaped_in_the_html_that_is_sent() -> None:
    html = '<style>p{color:red}</style><p title="&lt;b&gt; &quot;it&quot; &amp;lt;">1 &lt; 2</p>'
    assert '<p title="&lt;b&gt; &quot;it&quot; &amp;lt;" style="color: red;">1 &lt; 2</p>' in inlined(html)
