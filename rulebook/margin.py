"""Clause numbers in the margin: `{PC-14 PC-15}` in a block names the rules behind it.

They are shown next to the text, like verse numbers. In a paragraph, list item or heading, the braces follow a sentence
or end the block. For a table, picture, list or example, they are on their own line after it.
"""

import re
from collections.abc import Mapping, Sequence

from markdown_it.token import Token

from rulebook.errors import ManualError
from rulebook.headings import LINE_ENDS

IDS = r"\{((?:[A-Z]+-\d+[\s,]*)+)\}"
MARK = re.compile(rf"\s*{IDS}")
NAME = re.compile(r"[A-Z]+-\d+")
CELLS = {"td_open", "th_open"}


def ids_in_text(text: str) -> list[str]:
    """The ids in braces in a manual's source."""
    return [id for marks in re.findall(IDS, text) for id in NAME.findall(marks)]


def gather(tokens: list[Token]) -> list[Token]:
    """The tokens with braces removed, and a margin token at the start of each block that had them.

    Raises ManualError for all misplaced braces.
    """
    done: list[Token] = []
    faults: list[str] = []
    for place, token in enumerate(tokens):
        done.append(token)
        if token.type != "inline" or not (ids := _taken(token)):
            continue
        try:
            _put(done, tokens[place - 1], token, ids)
        except ManualError as error:
            faults.append(f"{line_of(token)}: {error}")
    if faults:
        raise ManualError(*faults)
    return _without_empty(done)


def line_of(token: Token) -> int:
    """The line of a block in the manual's source, from 1; 0 if it is not known."""
    return token.map[0] + 1 if token.map else 0


def _put(done: list[Token], before: Token, token: Token, ids: list[str]) -> None:
    """Give these rules to the block with this text, or to the preceding one if there is no text."""
    if before.type in CELLS:
        raise ManualError(f"{{{' '.join(ids)}}} is inside a table. Leave an empty line before it.")
    if token.children:
        is_item = done[-2].hidden and done[-3].type == "list_item_open"  # its paragraph has no <p>
        _mark(done[-3] if is_item else done[-2], token, ids)
    else:
        del done[-2:]  # a line with only braces: drop the paragraph
        _wrap(done, before.level, ids)


def ids_of(tokens: Sequence[Token]) -> list[str]:
    """The rules of these tokens, or of the margin tokens inside them."""
    return [id for token in tokens for part in [token, *(token.children or [])] for id in part.meta.get("rules", ())]


def write(ids: Sequence[str], rulings: Mapping[str, str]) -> str:
    """The HTML of the numbers in the margin, each an anchor and a link.

    `rulings`: where our rulings are explained, by rule; "" for one that is not.
    """
    own = {id: " is-ours" if id in rulings else "" for id in ids}
    reasons = dict.fromkeys(rulings[id] for id in ids if rulings.get(id))
    whys = "".join(f' <a class="reason" href="{url}">Our ruling</a>' for url in reasons)
    marks = (f'<span id="{id.lower()}"><a class="clause{own[id]}" href="#{id.lower()}">{id}</a></span>' for id in ids)
    return f'<span class="marks">{" ".join(marks)} {doubt(ids[0])}{whys}</span> '


def doubt(id: str) -> str:
    """The link to tell the staff that a rule is unclear or wrong."""
    return f'<a class="doubt" href="/r/{id.lower()}/report/" rel="nofollow">Unclear? Wrong?</a>'


def _taken(inline: Token) -> list[str]:
    """Remove the braces from an inline token and return their ids."""
    found: list[str] = []
    for part in inline.children or []:
        if part.type == "text":
            found += ids_in_text(part.content)
            part.content = MARK.sub("", part.content)
    parts = (inline.children or []) if found else []
    while parts and (parts[-1].type in LINE_ENDS or (parts[-1].type == "text" and not parts[-1].content.strip())):
        parts.pop()  # trailing line breaks and white space
    return found


def _mark(block: Token, words: Token, ids: list[str]) -> None:
    if known := ids_of([words]):
        raise ManualError(f"{{{' '.join(ids)}}} is on a block that already has rules: {', '.join(known)}.")
    block.attrJoin("class", "says")
    words.children = [Token("margin", "", 0, meta={"rules": ids}), *(words.children or [])]


def _wrap(done: list[Token], level: int, ids: list[str]) -> None:
    """Wrap the preceding block in a <div> with these rules."""
    begins = [place for place, token in enumerate(done) if token.level == level and token.nesting >= 0]
    start = begins[-1] if begins else None
    if start is None or done[-1].level != level or done[-1].type in ("heading_close", "said_close"):
        marks = " ".join(ids)
        raise ManualError(f"{{{marks}}} belongs to no block. Put it after a paragraph, a table or a picture.")
    if done[-1].type == "paragraph_close" and not done[start].hidden:
        _mark(done[start], done[start + 1], ids)
        return
    done.insert(start, Token("said_open", "div", 1, meta={"rules": ids}, level=level, map=done[start].map))
    done.append(Token("said_close", "div", -1, level=level))


def _without_empty(tokens: list[Token]) -> list[Token]:
    """Drop the closing tokens of paragraphs that had only braces."""
    done: list[Token] = []
    for token in tokens:
        if token.type == "paragraph_close" and (not done or done[-1].type != "inline"):
            continue
        done.append(token)
    return done
