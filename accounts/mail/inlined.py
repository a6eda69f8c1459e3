"""The HTML of an email as it is sent: the style sheet is written into each element, as many mailboxes drop it.

Only rules for phones and for dark mode stay in the style sheet. They are marked as important, to outweigh the others.
"""

import css_inline

_INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def inlined(html: str) -> str:
    """The HTML with its styles in its elements."""
    return _INLINER.inline(html) if "<style>" in html else html
