"""Mutants of a Python file: copies with one small mistake each, inside a function.

A mutant swaps an operator, negates a condition, changes a number, a truth value or a name in quotes, or leaves out a
statement. The words and clauses of refusals are changed too; other texts are for the eyes only (labels, references to
clauses) and left alone, like docstrings, annotations, default arguments, `assert`, `raise AssertionError` and
`raise NotImplementedError`.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


class Mutant(NamedTuple):
    """`key` names it without line numbers; `node` is the number of the changed node in `ast.walk`, `way` of the change.
    `function` is the outermost function, such as "Lead.resolve"."""

    path: Path
    function: str
    key: str
    node: int
    way: int


def mutants_of(path: Path) -> list[Mutant]:
    """All mutants of a file, in the order of its lines."""
    tree = ast.parse(path.read_text())
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for function, node, parents in sites(tree):
        if isinstance(node, ast.Constant) and not is_rule(node.value, path, parents):
            continue
        for way, changed in enumerate(changes(node, parents[-1])):
            key = f"{path.stem}.{function}: {described(node, changed, parents)}"
            seen[key] += 1
            key += f" (#{seen[key]})" if seen[key] > 1 else ""
            found.append(Mutant(path, function, key, numbers[id(node)], way))
    return found


def mutated(mutant: Mutant) -> ast.Module:
    """The file's tree with the mistake."""
    tree = ast.parse(mutant.path.read_text())
    nodes = list(ast.walk(tree))
    node = nodes[mutant.node]
    parent = next(one for one in nodes if any(child is node for child in ast.iter_child_nodes(one)))
    replace(parent, node, changes(node, parent)[mutant.way])
    return ast.fix_missing_locations(tree)


def sites(tree: ast.Module) -> Iterator[tuple[str, ast.AST, list[ast.AST]]]:
    """Each node that may change, with its outermost function and its parents."""
    for name, function in functions(tree):
        for statement in function.body:
            yield from _inside(name, statement, [function])


def functions(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")


def _inside(name: str, node: ast.AST, parents: list[ast.AST]) -> Iterator[tuple[str, ast.AST, list[ast.AST]]]:
    if is_left_alone(node):
        return
    yield name, node, parents
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "args" if isinstance(node, FUNCTIONS) else "", "format_spec"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(name, child, [*parents, node])


def is_left_alone(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise):
        return any(name in ast.unparse(node) for name in ("AssertionError", "NotImplementedError"))
    if isinstance(node, ast.keyword):
        return node.arg == "label"
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Assert)


def changes(node: ast.AST, parent: ast.AST) -> list[ast.AST]:
    """What may stand in the place of the node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            return [ast.Compare(node.left, [SWAPS[type(op)]()], node.comparators)]
        case ast.BoolOp():
            return [ast.BoolOp(SWAPS[type(node.op)](), node.values)]
        case ast.BinOp() if type(node.op) in SWAPS and not isinstance(node.left, ast.Constant | ast.JoinedStr):
            return [ast.BinOp(node.left, SWAPS[type(node.op)](), node.right)]
        case ast.AugAssign() if type(node.op) in SWAPS:
            return [ast.AugAssign(node.target, SWAPS[type(node.op)](), node.value), ast.Pass()]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return [node.operand]
        case ast.Name(id=name) if name in NAMES and isinstance(parent, ast.Call) and parent.func is node:
            return [ast.Name(NAMES[name], ast.Load())]
        case ast.Constant():
            return [ast.Constant(value) for value in other_values(node.value)]
        case ast.If() | ast.IfExp() | ast.While() if not _is_operator(node.test):
            return [_with(node, test=ast.UnaryOp(ast.Not(), node.test))]
        case ast.Return(value=value) if value is not None and not is_none(value):
            return [ast.Return(ast.Constant(None))]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Expr(value=ast.Call()) | ast.Raise():
            return [ast.Pass()]
        case ast.Break() | ast.Continue():
            return [SWAPS[type(node)]()]
    return []


def other_values(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    return [f"XX{value}"] if isinstance(value, str) and value.strip() else []


def is_rule(value: Any, path: Path, parents: list[ast.AST]) -> bool:
    """Does this constant decide something, or is it part of a refusal?"""
    if not isinstance(value, str) or (value.isidentifier() and value.islower()):
        return True
    calls = {ast.unparse(parent.func) for parent in parents if isinstance(parent, ast.Call)}
    return path.stem.startswith("refusals") or bool(calls & {"need", "IllegalMove"})


def is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_operator(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp)


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def described(node: ast.AST, changed: ast.AST, parents: list[ast.AST]) -> str:
    """The change, with a little of what stands around it."""
    around = node
    for parent in reversed(parents[1:]):
        if len(_short(around)) >= 12 or isinstance(parent, ast.JoinedStr | ast.FormattedValue | ast.stmt):
            break
        around = parent
    place = f" in {_short(around)}" if around is not node else ""
    return f"{_short(node)} → {_short(changed)}{place}"


def _short(node: ast.AST) -> str:
    try:
        text = ast.unparse(node)
    except (AttributeError, ValueError):  # keywords and the like have no source of their own
        return type(node).__name__
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:69]}…"


def replace(parent: ast.AST, node: ast.AST, new: ast.AST) -> None:
    """Put a new node in the place of a child."""
    ast.copy_location(new, node)
    for field, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, field, new)
        elif isinstance(value, list):
            setattr(parent, field, [new if one is node else one for one in value])
