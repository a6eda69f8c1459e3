"""The HTML of an email as it is sent: the style sheet is written into each element, as many mailboxes drop it.

Only rules for phones and for dark mode stay in the style sheet. They are marked as important, to outweigh the others.
"""

import re

import css_inline

_TAG = re.compile(r"""<[a-zA-Z][\w:-]*(?:\s+[^\s"<>/=]+="[^"]*")+""")
_VALUE = re.compile(r'="[^"]*"')
_INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def inlined(html: str) -> str:
    """The HTML with its styles in its elements.

    The inliner writes < and > in attributes, such as the words of a picture, as they are. Not every mailbox reads that
    well, so they are escaped again.
    """
    if "<style>" not in html:
        return html
    made = _INLINER.inline(html)
    return _TAG.sub(_escaped, made) if "&lt;" in html or "&gt;" in html else made


def _escaped(tag: re.Match[str]) -> str:
    return _VALUE.sub(lambda value: value[0].replace("<", "&lt;").replace(">", "&gt;"), tag[0])
