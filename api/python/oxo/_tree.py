"""The tree of a search, and its picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Dict, List

from ._values import Json, Value, value_of

_INFINITY = 2**30  # scores above are infinite; a win in n is this less n
_PLIES = 2**29  # scores above are wins that count plies
_MARGIN = 2**28 - 1  # a win by n is this and n


@dataclass
class Node:
    """A node of a tree. Scores are for MAX."""

    number: int
    """In the whole tree."""
    ply: int
    max: bool
    """Whether MAX is to move."""
    move: str
    """The move that led here."""
    value: str
    """In words: "win in 5", "draw", "12"; with "at least" or "at most" where it is a bound."""
    alpha: str
    beta: str
    ending: str
    """Why it ended: "complete", "game over", "depth limit", "cut-off", and so on."""
    reason: str
    """The same in a sentence."""
    skipped: int
    """Moves that were not looked at."""
    below: int
    """Nodes of the subtree in the whole tree, itself included."""
    children: List[Node] = field(default_factory=lambda: [])


@dataclass
class Tree:
    """The tree of a search, or a part of it."""

    game: str
    position: str
    algorithm: str
    about: str
    value: Value
    best: str
    visited: int
    leaves: int
    cutoffs: int
    total: int
    """Nodes of the whole tree."""
    sides: List[str]
    """What MAX and MIN are called."""
    windows: bool
    """Whether nodes have a window."""
    nodes: List[Node]
    """Those that are shown, in the order of the walk."""

    @property
    def root(self) -> Node:
        """The node at the top."""
        return self.nodes[0]

    def __str__(self) -> str:
        return f"{self.algorithm}: {self.value}, {self.visited} nodes, {self.cutoffs} cut-offs"

    def _repr_svg_(self) -> str:
        return _picture(self)


def score_text(score: int, plain: bool) -> str:
    """Write a score. Minimax without depth counts no plies: its wins are wins in 0."""
    n = abs(score)
    if n > _INFINITY:
        return "∞" if score > 0 else "-∞"
    kind = "win" if score > 0 else "loss"
    if n == _INFINITY:
        return kind
    if n > _PLIES:
        return f"{kind} in {_INFINITY - n}"
    if n > _MARGIN:
        return str(n - _MARGIN if score > 0 else _MARGIN - n) if plain else f"{kind} by {n - _MARGIN}"
    return "draw" if n == 0 and not plain else str(score)


_BOUND = {0: "", 1: "at least ", -1: "at most "}


def tree_of(part: Json) -> Tree:
    """Read a tree."""
    t: Json = part.get("tree") or {}
    c, texts, plain = t["nodes"], t["texts"], t["plain"]
    nodes: List[Node] = []
    for i, number in enumerate(c["number"]):
        node = Node(
            number=number,
            ply=c["ply"][i],
            max=c["max"][i],
            move=texts[c["move"][i]],
            value=_BOUND[c["bound"][i]] + score_text(c["value"][i], plain),
            alpha=score_text(c["alpha"][i], plain),
            beta=score_text(c["beta"][i], plain),
            ending=texts[c["ending"][i]],
            reason=texts[c["reason"][i]],
            skipped=c["skipped"][i],
            below=c["below"][i],
        )
        if c["parent"][i] >= 0:
            nodes[c["parent"][i]].children.append(node)
        nodes.append(node)
    return Tree(
        game=t["game"],
        position=t["position"],
        algorithm=t["algorithm"],
        about=t["about"],
        value=value_of(t["value"]),
        best=t["best"],
        visited=t["visited"],
        leaves=t["leaves"],
        cutoffs=t["cutoffs"],
        total=t["total"],
        sides=t["sides"],
        windows=t["windows"],
        nodes=nodes,
    )


_WIDE, _HIGH, _GAP = 84, 26, 62  # the size of a node, and the distance of two levels


def _places(tree: Tree) -> Dict[int, float]:
    """Place nodes from left to right: a leaf beside the last one, a parent above the middle of its children."""
    places: Dict[int, float] = {}
    leaves = 0
    for node in reversed(tree.nodes):  # children stand after their parents
        if node.children:
            places[node.number] = (places[node.children[0].number] + places[node.children[-1].number]) / 2
        else:
            leaves += 1
            places[node.number] = -leaves
    return {number: place + leaves for number, place in places.items()}


def _picture(tree: Tree) -> str:
    places = _places(tree)
    top = tree.root.ply
    x = {number: 10 + place * (_WIDE + 10) for number, place in places.items()}
    y = {node.number: 34 + (node.ply - top) * _GAP for node in tree.nodes}
    wide = max(max(x.values()) + _WIDE + 10, 420)
    high = max(y.values()) + _HIGH + 26
    lines: List[str] = []
    boxes: List[str] = []
    for node in tree.nodes:
        for child in node.children:
            lines.append(_edge(x[node.number], y[node.number], x[child.number], y[child.number], child.move))
        boxes.append(_box(node, x[node.number], y[node.number], tree.windows))
    title = f"{tree} ({len(tree.nodes)} of {tree.total} shown); MAX is {tree.sides[0]}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide:.0f}" height="{high:.0f}"'
            f' viewBox="0 0 {wide:.0f} {high:.0f}" font-family="sans-serif" font-size="12" text-anchor="middle">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#fff"/>',
            f'<text x="10" y="18" text-anchor="start" fill="#000">{escape(title)}</text>',
            *lines,
            *boxes,
            "</svg>",
        ]
    )


def _edge(x1: float, y1: float, x2: float, y2: float, move: str) -> str:
    x1, x2 = x1 + _WIDE / 2, x2 + _WIDE / 2
    y1 += _HIGH
    return (
        f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="#888"/>'
        f'<text x="{x2:.0f}" y="{y2 - 5:.0f}" fill="#000" stroke="#fff" stroke-width="4" paint-order="stroke">'
        f"{escape(move)}</text>"
    )


def _box(node: Node, x: float, y: float, windows: bool) -> str:
    cut = node.ending == "cut-off"
    fill, corner = ("#dbe9ff", 2) if node.max else ("#ffe6cc", 12)
    about = f"{'MAX' if node.max else 'MIN'}: {node.value}; {node.reason}"
    if windows:
        about += f"; window {node.alpha} to {node.beta}"
    note = ""
    if node.skipped:
        note = f"{node.skipped} skipped"
    elif node.below > 1 and not node.children:
        note = f"{node.below - 1} below"
    short = node.value.replace("at least ", "≥ ").replace("at most ", "≤ ")
    return (
        f"<g><title>{escape(about)}</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_WIDE}" height="{_HIGH}" rx="{corner}" fill="{fill}"'
        f' stroke="{"#c00" if cut else "#555"}"{" stroke-dasharray=" + chr(34) + "4 2" + chr(34) if cut else ""}/>'
        f'<text x="{x + _WIDE / 2:.0f}" y="{y + 17:.0f}" fill="#000">{escape(short)}</text>'
        + (
            f'<text x="{x + _WIDE / 2:.0f}" y="{y + _HIGH + 13:.0f}" font-size="10" fill="#555" stroke="#fff"'
            f' stroke-width="4" paint-order="stroke">{note}</text>'
            if note
            else ""
        )
        + "</g>"
    )
