"""No page, email, manual or doc uses the words that docs/writing.md bans. `python -m tests.test_writing` prints all."""

import ast
import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "writing.md"  # it shows bad examples

START = r"(?:^|(?<=[.!?:;(“\"] )|(?<=[(“\"]))"  # of a sentence
# Each phrase of the table "Words we don't use", and what finds it.
BANNED = {
    "Who likes to may": r"\bwho(?:ever)? likes? to\b",
    "asks you to a table": r"\bask(?:s|ed)? you to (?:a|the|this|that|their) (?:table|game|match)\b",
    "the own": r"\bthe own\b",
    "We know nobody of this name": r"\bknows? (?:nobody|no one|nothing) (?:of|by) th(?:is|at) name\b",
    "as usual": r"\bas usual\b",
    "What is agreed": r"\bwhat is agreed\b",
    "Through whose eyes": r"\bwhose eyes\b",
    "Nothing waits to be sent": r"\bnothing waits\b",
    "you are asked nothing": r"\basked nothing\b",
    "decisions for you": r"\bdecisions? for you\b",
    "stood still, stands still": r"\b(?:stands?|stood|standing) still\b",
    "lay a card": r"\b(?:lays?|laid|laying) (?!.{0,30}\bdown\b)(?:[\w’'-]+ ){0,3}cards?\b"
    r"|\b(?:has|have) laid \w|\bcards? (?:(?:is|are|was|were) |ha(?:s|ve) been )?laid\b(?! (?:face )?down)",
    "letter (an email)": r"\bletters?\b",
    "by post": r"\bby post\b",
    "Who passes takes": START + r"Who [^.?!:\n]*[.!]",
    "for who": r"(?<!as )\b(?:for|to|from|with|than) who\b",
    "e-mail": r"\be-mails?\b",
    "a mail, mails": r"\b(?:a|one|each|every|the next) mail\b(?! (?:service|server|backend|key|provider)s?\b)"
    r"|(?<!\.)\bmails\b(?! (?:you|them|it|us)\b)",
    "his or her, he or she": r"\b(?:his or her|he or she|him or her|s/he)\b",
}
PATTERNS = {phrase: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for phrase, pattern in BANNED.items()}
PATTERNS["Who passes takes"] = re.compile(BANNED["Who passes takes"], re.MULTILINE)  # with a capital
# Letters of the alphabet, and those that the games themselves are about.
NO_EMAIL = re.compile(
    r"letters? (?:[A-Z]\b|a-z|(?:or|and) digits?|that is)|letters, digits"
    r"|(?:large|bold|capital|doubled|fourteen|digits? (?:or|and)|symbol and(?: its)?|says the same in) letters?"
    r"|(?:pension|official-looking|bill or|stamps and|key in) letters?|[Aa]ny letters\?|[Tt]hese letters are not yours"
    r"|[Ll]etter tubes?|Letters(?=\s+Hatching)"
)


# --- what people read in a file -----------------------------------------------------------------------------------

INLINE = re.compile(r"</?(?:a|b|i|em|strong|span|code|small|time|abbr|bdi|kbd|mark|tspan)\b[^>]*>")
SPOKEN = re.compile(r"""\b(?:alt|title|aria-label|placeholder|content|data-name)=(["'])(.*?)\1""")
COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->|\{% ?comment.*?endcomment ?%\}", re.DOTALL)
QUOTED = re.compile(r'"([^"]* [^"]*)"|\'([^\']* [^\']*)\'')


def of_template(text: str) -> str:
    """The words between the tags, those of attributes that are read, and quoted ones in tags of the template."""
    text = COMMENT.sub("", text)
    spoken = [words for _, words in SPOKEN.findall(text)]
    quoted = ["".join(pair) for tag in re.findall(r"\{[{%](.*?)[}%]\}", text) for pair in QUOTED.findall(tag)]
    text = re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "{}", text), flags=re.DOTALL)
    text = re.sub(r"<(script|style)\b.*?</\1>", "\n", re.sub(r"[ \t]*\n\s*", " ", text))
    text = re.sub(r"<[^>]*>", "\n", INLINE.sub("", text))
    return "\n".join([text, *spoken, *quoted])


def of_plain(text: str) -> str:
    """A template of plain text: its lines without tags."""
    return re.sub(r"\{%.*?%\}", "", re.sub(r"\{\{.*?\}\}", "{}", COMMENT.sub("", text)), flags=re.DOTALL)


def of_toml(text: str) -> str:
    """The values that are sentences or phrases."""
    return "\n".join(_strings(tomllib.loads(text)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def of_python(text: str) -> str:
    """String constants with a space in them, docstrings left out; the holes of an f-string are {}."""
    tree = ast.parse(text)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
            found.append("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            found.append(node.value)
    return "\n".join(words for words in found if " " in words.strip())


def of_docstrings(text: str) -> str:
    """What authors read: the docstrings."""
    return "\n\n".join(re.findall(r'(?ms)^ *"""(.*?)"""', text))


def of_script(text: str) -> str:
    """String literals with a space in them."""
    text = re.sub(r"/\*.*?\*/|(?:^|\s)//[^\n]*", "", text, flags=re.DOTALL)
    return "\n".join("".join(found) for found in re.findall(r'"([^"\n]* [^"\n]*)"|`([^`]* [^`]*)`', text))


def of_markdown(text: str) -> str:
    """Paragraphs, without code."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "{}", text).replace("**", "").replace("|", "\n")
    return re.sub(r"(?<!\n)\n(?![\n#*+:-]|\d+\.| *[-*] )", " ", text)


READ: dict[str, Callable[[str], str]] = {
    ".html": of_template,
    ".txt": of_plain,
    ".toml": of_toml,
    ".py": of_python,
    ".js": of_script,
    ".md": of_markdown,
}
WHERE = (
    *(
        "templates/**/*.html",
        "templates/**/*.txt",
        "templates/pages/*.md",
        "static/*.js",
        "rulebook/*.js",
        "docs/**/*.md",
        "*.md",
    ),
    *(f"{app}/**/*.{ending}" for app in ("accounts", "config", "games", "rulebook") for ending in ("py", "toml")),
    *(f"games/titles/*/table/*.{ending}" for ending in ("html", "txt", "js")),
    "games/titles/*/manual/*.md",
)


# Docstrings speak of letters of the alphabet, and say in a phrase what a function gives: "Who sits where."
NOT_IN_DOCSTRINGS = {"letter (an email)", "Who passes takes"}


def files() -> Iterator[Path]:
    for path in sorted({path for pattern in WHERE for path in ROOT.glob(pattern)} - {PAGE}):
        if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
            yield path


def modules() -> Iterator[Path]:
    """All Python files, those of tests too; this one shows bad examples."""
    for app in ("accounts", "clients", "config", "games", "rulebook", "tests"):
        yield from (path for path in sorted((ROOT / app).rglob("*.py")) if path != Path(__file__).resolve())


def faults_in(words: str, allowed: Collection[str] = ()) -> list[str]:
    """The banned phrases in these words, each with what stands around it."""
    words = NO_EMAIL.sub("sign", words)
    return [
        f"{phrase}: … {' '.join(words[max(0, hit.start() - 40) : hit.end() + 40].split())} …"
        for phrase, pattern in PATTERNS.items()
        if phrase not in allowed
        for hit in pattern.finditer(words)
    ]


@cache
def words_of(path: Path) -> str:
    return READ[path.suffix](path.read_text(encoding="utf-8"))


def faults_of(path: Path) -> list[str]:
    return faults_in(words_of(path))


def faults_for_authors(path: Path) -> list[str]:
    return faults_in(of_docstrings(path.read_text(encoding="utf-8")), NOT_IN_DOCSTRINGS)


def found() -> dict[str, list[str]]:
    """All faults, by file; of Python files also those of docstrings, and of tests those alone."""
    every = [(path, faults_of(path)) for path in files()]
    every += [(path, faults_for_authors(path)) for path in modules()]
    return {path.relative_to(ROOT).as_posix(): faults for path, faults in every if faults}


# --- the tests ----------------------------------------------------------------------------------------------------


def test_no_banned_words() -> None:
    bad = [f"{name}\n    {fault}" for name, faults in found().items() for fault in faults]
    assert not bad, "docs/writing.md bans these words:\n" + "\n".join(bad)


def test_the_page_and_the_patterns_name_the_same_phrases() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Words we don't use")[2].partition("## ")[0]
    phrases = [row.split("|")[1].strip() for row in re.findall(r"^\|.*\|$", table, re.MULTILINE)[2:]]
    told = [re.sub(r" \(a bare.*\)", "", phrase) for phrase in phrases]
    assert told == list(BANNED)
    for phrase in told:
        words = re.sub(r" \(.*\)", "", phrase).split(", ")
        assert all(PATTERNS[phrase].search(f"{word}.") for word in words), phrase


def test_the_page_has_twenty_rules_with_a_bad_and_a_good_example_each() -> None:
    rules = PAGE.read_text(encoding="utf-8").partition("## Twenty rules")[2].partition("## ")[0]
    parts = re.split(r"^\d+\. ", rules, flags=re.MULTILINE)[1:]
    assert len(parts) == 20
    assert all(part.count("- Bad: ") == part.count("- Good: ") == 1 for part in parts)
    good = re.findall(r"- Good: (.*)", rules)
    assert [line for line in good if faults_in(line.replace("*", ""))] == []


def test_each_kind_of_file_is_parsed_for_readable_text() -> None:
    assert faults_in(of_template('<p>Games <b>by\n post</b></p>{# by post #}<a class="by post">x</a>')) != []
    assert faults_in(of_template('{# by post #}<a class="by post" href="/letter">x</a>{% if letter %}')) == []
    assert faults_in(of_template('<img alt="A letter">')) and faults_in(of_template('{% part with title="by post" %}'))
    assert faults_in(of_template("<p>Who plays?</p><p>It depends on who wins.</p>")) == []
    assert faults_in(of_template("<li>Who passes takes <i>three</i>.</li>")) != []
    assert faults_in(of_python('"""By post."""\nkind = "letter"\n')) == []
    assert faults_in(of_docstrings('def go() -> None:\n    """By post."""\n')) != []
    assert faults_in(of_docstrings('"""Who sits at the letter D."""\n'), NOT_IN_DOCSTRINGS) == []
    assert faults_in(of_python('say(f"{name} asks you to a table.")')) != []
    assert faults_in(of_toml('letter = "x"\n[a]\ntext = "Who likes to may watch."')) != []
    assert faults_in(of_script('say("Sent by post"); // by post')) and not faults_in(of_script('go("x y"); // by post'))
    assert faults_in(of_markdown("Played `by post`, with the letter D.\n")) == []
    assert faults_in(of_markdown("Played by\npost.\n")) and faults_in(of_markdown("Who passes\ntakes three.\n"))


# What people type or a search takes as typed, what the host reads in a terminal, and SQL.
STRAIGHT = (
    "docs",
    "config",
    "games/operations",
    "games/kernel",
    "accounts/login",
    "games/deadlines/sweep",
    "games/tasks",
)
TYPED = ("asked.toml", "reply_guesses.py", "models.py", "preview.py", "sending.py")
APOSTROPHE = re.compile(r"(?<=[A-Za-z}])'(?:s|t|re|ve|ll|d|m)\b(?! *[=|)])")


def straight() -> Iterator[str]:
    """Sentences that people see with a straight apostrophe, and straight quotes in manuals."""
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if (
            not name.startswith(STRAIGHT)
            and "/management/" not in name
            and path.name not in TYPED
            and "/" in name
            and "games/models/" not in name
        ):
            text = re.sub(r"\{[^}]*\}", "{}", words_of(path))
            signs = [*APOSTROPHE.finditer(text), *(re.finditer('"', text) if "/manual/" in name else ())]
            yield from (f"{name}: … {text[max(0, sign.start() - 30) : sign.end() + 20]} …" for sign in signs)


def test_apostrophes_and_quotes_are_curly() -> None:
    assert list(straight()) == []


if __name__ == "__main__":
    for place, faults in found().items():
        print(place, *faults, sep="\n    ")
