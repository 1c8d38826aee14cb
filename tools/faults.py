"""Small faults that could be put into a module: each replaces the source in one place.

A fault changes a comparison, a number, an operator, a condition, the order of two arguments or a returned value, or
leaves a statement out. Types, documentation, texts and log messages are not changed.
"""

from __future__ import annotations

import ast
import copy
import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_NOT_THE_PROGRAM = {"TypeVar", "cast", "NewType"}
_LOGS = {"debug", "info", "warning", "exception", "error", "critical", "log"}


@dataclass(frozen=True, slots=True)
class Fault:
    """One changed place.

    Attributes:
        file: path of the module from the root of the project.
        line: where the change begins, counted from 1.
        last: the last line of the statement it is in, or of its head.
        kind: the kind of change, such as `comparison`.
        start: where the replaced text begins in the source, as UTF-8.
        end: where it ends.
        text: the replacement.
    """

    file: str
    line: int
    last: int
    kind: str
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        """Return the source with the fault in it."""
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()

    def is_another_program(self, source: str) -> bool:
        """Return whether the source with the fault can be compiled and means something else."""
        try:
            compile(self.apply(source), self.file, "exec")
        except SyntaxError:
            return False
        return ast.dump(ast.parse(self.apply(source))) != ast.dump(ast.parse(source))

    def diff(self, source: str) -> str:
        """Return the fault as a unified diff with a line of context."""
        before, after = source.splitlines(), self.apply(source).splitlines()
        return "\n".join(difflib.unified_diff(before, after, self.file, self.file, n=1, lineterm=""))

    def changed(self, source: str) -> str:
        """Return only the changed lines, each after `-` or `+`, without their indentation."""
        lines = self.diff(source).splitlines()[2:]
        return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "-+")


def find_faults(path: Path, root: Path) -> list[Fault]:
    """Return the possible faults of a module of the project, in the order of its source."""
    source = path.read_text(encoding="utf-8")
    finder = _Finder(path.relative_to(root).as_posix(), source)
    finder.visit(ast.parse(source))
    return sorted(finder.faults, key=lambda fault: (fault.start, fault.end, fault.text))


class _Finder(ast.NodeVisitor):
    """Collects the faults of one module."""

    def __init__(self, file: str, source: str) -> None:
        self.faults: list[Fault] = []
        self._file = file
        self._starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._statement: ast.stmt | None = None

    def _add(self, node: ast.expr | ast.stmt, kind: str, text: str) -> None:
        statement = self._statement or node
        last = node.end_lineno or node.lineno
        first = node.lineno
        if not hasattr(statement, "body"):  # a simple one: coverage knows it by any of its lines
            first, last = statement.lineno, statement.end_lineno or last
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        self.faults.append(Fault(self._file, first, last, kind, start, end, text))

    def _replace(self, node: ast.expr, kind: str, changed: ast.expr) -> None:
        self._add(node, kind, f"({ast.unparse(changed)})")

    # Places without faults

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            outer, self._statement = self._statement, node
            self._visit_statement(node)
            self._statement = outer
        else:
            super().visit(node)

    def _visit_statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                self.visit(default)
            self._visit_body(node.body)
        elif isinstance(node, ast.ClassDef):
            self._visit_body(node.body)
        elif isinstance(node, ast.AnnAssign):
            if node.value:
                self.visit(node.value)
                self._change_assignment(node)
        elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Assert) and not _is_declaration(node):
            self._change_statement(node)
            self.generic_visit(node)

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    # Statements

    def _change_assignment(self, node: ast.Assign | ast.AnnAssign) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        # Without it a new name would be missing, which any test notices: only a second value is worth a fault.
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._add(node, "left out", "pass")

    def _change_statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            self._change_assignment(node)
        elif isinstance(node, ast.AugAssign):
            self._add(node, "left out", "pass")
            other = _OPERATORS.get(type(node.op))
            if other:
                changed = ast.AugAssign(node.target, other(), node.value)
                self._add(node, "operator", ast.unparse(changed))
        elif isinstance(node, ast.Raise | ast.Continue | ast.Break | ast.Delete) or _is_call(node):
            self._add(node, "left out", "pass")
        elif isinstance(node, ast.Return) and node.value:
            self._change_return(node.value)
        elif isinstance(node, ast.If | ast.While):
            self._replace(node.test, "condition", _negated(node.test))

    def _change_return(self, value: ast.expr) -> None:
        if isinstance(value, ast.Constant) and isinstance(value.value, bool):
            return  # as a number
        is_none = isinstance(value, ast.Constant) and value.value is None
        if not is_none:
            self._add(value, "returned value", "None")

    # Expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[index] = _COMPARISONS[type(operator)]()
            self._replace(node, "comparison", changed)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = _OPERATORS.get(type(node.op))
        if other and not _is_text(node):
            self._replace(node, "operator", ast.BinOp(node.left, other(), node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._replace(node, "and, or", ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._replace(node, "not, minus", node.operand)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._replace(node, "condition", ast.IfExp(_negated(node.test), node.body, node.orelse))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._replace(test, "condition", _negated(test))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, "constant", str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, "constant", str(node.value + 1))
            if node.value > 0:
                self._add(node, "constant", str(node.value - 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts unchanged: other tests compare them."""

    def visit_Call(self, node: ast.Call) -> None:
        if _is_log(node) or (isinstance(node.func, ast.Name) and node.func.id in _NOT_THE_PROGRAM):
            return
        if isinstance(node.func, ast.Name) and node.func.id in _NAMES:
            self._add(node.func, "function", _NAMES[node.func.id])
        plain = not any(isinstance(argument, ast.Starred) for argument in node.args)
        for index in range(len(node.args) - 1 if plain else 0):
            changed = copy.deepcopy(node)
            changed.args[index : index + 2] = reversed(changed.args[index : index + 2])
            self._replace(node, "order of arguments", changed)
        self.generic_visit(node)


def _negated(test: ast.expr) -> ast.expr:
    return (
        test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else ast.UnaryOp(ast.Not(), test)
    )


def _is_declaration(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) in {"__all__", "__slots__"}
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_call(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await) and not _is_log(node.value)


def _is_log(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOGS


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in ast.walk(node)
    )
