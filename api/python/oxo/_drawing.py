"""Boards as text."""

from __future__ import annotations

from typing import Iterable, List

from ._values import Json


def drawn(state: Json) -> str:
    """Draw the answer to the question "position"; the text of the position where the game has no board."""
    columns, rows = state["columns"], state["rows"]
    if not columns:
        return str(state["position"])
    cells: List[str] = [cell["text"] or "." for cell in state["cells"]]
    for square in state.get("missing") or []:
        cells[square] = ""
    left: List[str] = state.get("rowLabels") or [""] * rows
    below: List[str] = state.get("columnLabels") or []
    width = max(map(len, cells + below))
    margin = max(map(len, left))
    lines: List[str] = []
    for row in reversed(range(rows)):
        squares = (cell.rjust(width) for cell in cells[row * columns : (row + 1) * columns])
        lines.append(_line(left[row].rjust(margin), squares))
    if below:
        lines.append(_line(" " * margin, (label.rjust(width) for label in below)))
    return "\n".join(lines)


def _line(left: str, squares: Iterable[str]) -> str:
    parts = [left] if left else []
    return " ".join([*parts, *squares]).rstrip()
