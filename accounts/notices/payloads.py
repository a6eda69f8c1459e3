"""Request bodies for each kind of channel: Discord, Slack, signed JSON, push."""

import hashlib
import hmac
import json
from html import escape
from typing import Any

from django.conf import settings

from accounts.notices.models import Channel
from accounts.notices.registry import NoticeText

SIGNATURE = "Playpost-Signature"


def body_for(channel: Channel, kind: str, news: NoticeText) -> bytes:
    """The JSON of a notice in the format of this kind of channel."""
    address, facts = settings.SITE_URL + news.url, dict[str, Any]()
    if channel.kind == Channel.Kind.DISCORD:
        words = f"**{_no_marks(news.title)}**\n{_no_marks(news.text)}\n<{address}>"
        facts = {"content": words, "allowed_mentions": {"parse": []}}  # a player named @everyone pings nobody
    elif channel.kind == Channel.Kind.SLACK:
        title, text = (escape(words, quote=False) for words in (news.title, news.text))
        facts = {"text": f"*{title}*\n{text}\n<{address}>"}
    elif channel.kind == Channel.Kind.DEVICE:
        facts = {"title": news.title, "text": news.text, "url": news.url, "tag": news.tag, "waiting": news.waiting}
    else:
        due = news.due.isoformat() if news.due else None
        facts = {"event": kind, "title": news.title, "text": news.text, "url": address, "due": due}
    return json.dumps(facts, ensure_ascii=False).encode()


def _no_marks(text: str) -> str:
    return "".join("\\" + character if character in "\\*_~`|>#[]()<@" else character for character in text)


def headers_for(channel: Channel, body: bytes) -> dict[str, str]:
    """The headers of a webhook request. Plain JSON is signed: HMAC-SHA256 (RFC 2104) of the body with its own key."""
    headers = {"Content-Type": "application/json"}
    if channel.kind == Channel.Kind.JSON:
        headers[SIGNATURE] = "sha256=" + sign(channel.secrets["key"], body)
    return headers


def sign(key: str, body: bytes) -> str:
    """The signature of a body, in hexadecimal."""
    return hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
