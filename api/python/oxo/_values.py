"""What calls return."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple, cast

Json = Dict[str, Any]


class Outcome(enum.IntEnum):
    """How a game stands."""

    ONGOING = 0
    FIRST_WON = 1
    SECOND_WON = 2
    DRAWN = 3


class Move(str):
    """A move: its text in the notation of the game, with a number.

    It is a str, so that it can be compared with one and printed. What the number means only the game knows;
    it is what OpenSpiel calls an action.
    """

    __slots__ = ("_game", "number")

    number: int
    _game: Optional[object]

    def __new__(cls, text: str, number: int = -1) -> Move:
        move = str.__new__(cls, text)
        move.number = number
        move._game = None
        return move

    def __reduce__(self) -> Tuple[Any, ...]:
        return Move, (str(self), self.number)


new_move = cast(Callable[[str], Move], functools.partial(str.__new__, Move))
"""Makes a move without its number, faster than Move."""


@functools.total_ordering
@dataclass(frozen=True)
class Value:
    """The value of a move or a position, for its side to move. Values are ordered: a greater one is better."""

    text: str
    """In words: "win in 5", "draw", "about +12"."""
    score: int
    """A number that orders values."""
    result: Optional[str] = None
    """"win", "draw" or "loss"; None for an estimate."""
    plies: Optional[int] = None
    """Moves of both sides to the end, where the game counts them."""
    margin: Optional[int] = None
    """By how much it is won or lost, where the game counts that."""
    estimate: Optional[int] = None
    """An opinion, where nothing is known: above 0 is good."""
    proven: bool = False
    """Whether all of it is proven. A forced win that may not be the fastest has a result and is not proven."""

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw or an estimate, -1 for a loss."""
        return {"win": 1, "loss": -1}.get(self.result or "", 0)

    def __lt__(self, other: Value) -> bool:
        return self.score < other.score

    def __str__(self) -> str:
        return self.text


def value_of(worth: Json) -> Value:
    """Read a value."""
    v: Json = worth["value"]
    result = v.get("result")
    return Value(
        text=worth["text"],
        score=worth["score"],
        result=result,
        plies=v.get("plies"),
        margin=v.get("margin"),
        estimate=v.get("estimate"),
        proven=result is not None and v.get("proven", True),
    )


@dataclass(frozen=True)
class Scored:
    """A legal move with its value."""

    move: Move
    value: Value
    best: bool = False
    """No move is better."""
    line: Tuple[str, ...] = ()
    """Best play, this move first."""
    depth: int = 0
    """Plies looked ahead for an estimate."""
    nodes: int = 0

    def __str__(self) -> str:
        return f"{self.move}: {self.value}"


@dataclass(frozen=True)
class Analysis:
    """The values of the moves that are known by now, best first."""

    moves: List[Scored]
    nodes: int
    seconds: float
    done: bool


@dataclass(frozen=True)
class Solution:
    """What is known of the value of a position by now."""

    value: Value
    at_least: str
    """The worst that it can be: "draw", "win in 7", "unknown"."""
    at_most: str
    proven: bool
    line: Tuple[str, ...]
    nodes: int
    seconds: float
    done: bool

    def __str__(self) -> str:
        return str(self.value) if self.proven else f"between {self.at_least} and {self.at_most}"


@dataclass(frozen=True)
class Proof:
    """A proof of who wins, or how far it is."""

    proven: bool
    result: Optional[str]
    """"win", "draw" or "loss" for the side to move; None if nothing is proven."""
    value: Optional[Value]
    line: Tuple[str, ...]
    progress: str
    """How far the proof is, in words."""
    by: str
    """What proved it, in words."""
    nodes: int
    seconds: float
    done: bool

    def __str__(self) -> str:
        return self.result or self.progress


@dataclass(frozen=True)
class Sentence:
    """A sentence of a reason."""

    text: str
    squares: Tuple[int, ...]
    """The squares that it is about, row by row from the bottom left."""
    line: Tuple[str, ...]
    """The moves from the position to what it is about."""


@dataclass(frozen=True)
class Because:
    """The reason of a move's value."""

    move: str
    value: Value
    sentences: Tuple[Sentence, ...]
    motives: Tuple[str, ...]
    """What the sentences are about, as "double threat"."""

    def __str__(self) -> str:
        return " ".join(s.text for s in self.sentences)


@dataclass(frozen=True)
class Reviewed:
    """The review of a move that was made."""

    ply: int
    """From 1."""
    move: str
    side: int
    before: Value
    """Of the position before the move, for the side that made it."""
    after: Value
    kind: str
    """"good", "unclear", "slower", "inaccuracy", "letgo", "mistake" or "blunder"."""
    estimated: bool
    """The kind is an opinion."""
    sign: str
    """The mark of the move: "?", "??", "≈?!"; or ""."""
    forced: bool
    words: str
    better: Tuple[str, ...]
    """The line that would have kept the value."""

    def __str__(self) -> str:
        return f"{self.ply}. {self.move}{self.sign} {self.words}"


@dataclass(frozen=True)
class Certificate:
    """What a certificate proves."""

    game: str
    position: str
    turn: str
    result: str
    """"win", "draw" or "loss" for the side to move."""
    nodes: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.game} is a {self.result} for {self.turn}"


@dataclass(frozen=True)
class GameInfo:
    """A game, or a family of games."""

    name: str
    title: str
    about: str
    usage: str
    """How names of the family are written."""
    example: str
    """The name of one of its games."""
    group: str


def analysis_of(data: Json, numbers: Dict[str, Move]) -> Analysis:
    """Read an analysis."""
    return Analysis([scored_of(m, numbers) for m in data["moves"]], data["nodes"], data["seconds"], data["done"])


def scored_of(m: Json, numbers: Dict[str, Move]) -> Scored:
    """Read a move with its value."""
    move = numbers.get(m["move"]) or Move(m["move"])
    return Scored(move, value_of(m), m["best"], tuple(m["line"]), m["depth"], m["nodes"])


def solution_of(data: Json) -> Solution:
    """Read a solution."""
    return Solution(
        value=value_of(data),
        at_least=data["atLeast"],
        at_most=data["atMost"],
        proven=data["proven"],
        line=tuple(data["line"]),
        nodes=data["nodes"],
        seconds=data["seconds"],
        done=data["done"],
    )


def proof_of(data: Json) -> Proof:
    """Read a proof."""
    found: Json = data.get("found") or {}
    return Proof(
        proven=data["proven"],
        result=found.get("result"),
        value=value_of(found["value"]) if found.get("value") else None,
        line=tuple(found.get("line") or ()),
        progress=data["progress"],
        by=found.get("by", ""),
        nodes=found.get("nodes", 0),
        seconds=data["seconds"],
        done=data["done"],
    )


def because_of(data: Json) -> Because:
    """Read a reason."""
    sentences = tuple(Sentence(s["text"], tuple(s["squares"]), tuple(s["line"])) for s in data["sentences"])
    return Because(data["move"], value_of(data["worth"]), sentences, tuple(data["motives"]))


def reviewed_of(data: Json) -> Reviewed:
    """Read the review of a move."""
    return Reviewed(
        ply=data["ply"],
        move=data["move"],
        side=data["side"],
        before=value_of(data["before"]),
        after=value_of(data["after"]),
        kind=data["kind"],
        estimated=data["estimated"],
        sign=data["sign"],
        forced=data["forced"],
        words=data["words"],
        better=tuple(data["better"]),
    )


def game_info_of(data: Json) -> GameInfo:
    """Read a game of the list."""
    return GameInfo(data["name"], data["title"], data["about"], data["usage"], data["example"], data["group"])
