"""All imports of a file, including those inside functions."""

import ast
from functools import cache
from pathlib import Path


@cache
def imported(path: Path) -> set[str]:
    """The dotted names of all imported modules; `from x import y` gives x.y."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found
