"""Questions about positions. Each is asked about a copy: see _calls."""

from __future__ import annotations

import json
import threading
import weakref
from typing import Any, Callable, Dict, List, Optional, SupportsIndex, Tuple, TypeVar, Union

from ._calls import Call, Reports, ask
from ._errors import InputError
from ._library import encoded, in_range, milliseconds
from ._tree import Tree, tree_of
from ._values import (
    Analysis,
    Because,
    Json,
    Move,
    Proof,
    Reviewed,
    Scored,
    Solution,
    analysis_of,
    because_of,
    proof_of,
    reviewed_of,
    solution_of,
    value_of,
)

T = TypeVar("T")

AnyMove = Union[str, int, Scored]
"""A move as push takes it: a Move, its text, its number, or what best() returns."""


class Questions:
    """The part of a position that answers questions."""

    _number: int
    _asking: weakref.WeakSet[Call]
    _lock: threading.Lock

    def copy(self) -> Questions:
        raise NotImplementedError

    def moves(self) -> List[Move]:
        raise NotImplementedError

    def action_to_string(self, *action: SupportsIndex) -> str:
        raise NotImplementedError

    def _copied(self) -> int:
        raise NotImplementedError

    def analyze(self, time: Optional[float] = None, depth: int = 0) -> List[Scored]:
        """Return the legal moves with their values, best first.

        After time seconds some may be estimates. Without a time it ends when all are proven.
        """
        return self.analyze_progress(time, depth)._last().moves

    async def analyze_async(self, time: Optional[float] = None, depth: int = 0) -> List[Scored]:
        """Do as analyze does, without blocking the loop."""
        return (await self.analyze_progress(time, depth)._last_async()).moves

    def analyze_progress(self, time: Optional[float] = None, depth: int = 0) -> Reports[Analysis]:
        """Return the values of the moves again each time that more is known."""
        limits = {"ms": milliseconds(time), "depth": in_range(depth, 0, 1000, "depth")}
        there, moves = self._there()
        return self._reports("analyze", limits, lambda data: analysis_of(data, moves), of=there)

    def best(self, level: Union[str, int] = "perfect", time: float = 1.0, seed: int = 0) -> Scored:
        """Choose a move as a player of a level does: 1 to 10, "perfect", "random", "minimax", "alphabeta"."""
        return self._best(level, time, seed)._last()

    async def best_async(self, level: Union[str, int] = "perfect", time: float = 1.0, seed: int = 0) -> Scored:
        """Do as best does, without blocking the loop."""
        return await self._best(level, time, seed)._last_async()

    def _best(self, level: Union[str, int], time: float, seed: int) -> Reports[Scored]:
        fields = {"level": str(level), "ms": milliseconds(time), "seed": in_range(seed, 0, 2**64 - 1, "seed")}
        there, moves = self._there()

        def parse(data: Json) -> Scored:
            return Scored(moves[data["move"]], value_of(data["worth"]), nodes=data["nodes"])

        return self._reports("reply", fields, parse, of=there)

    def solve(self, time: Optional[float] = None) -> Solution:
        """Search for the value of the position. After time seconds it may be known in part only."""
        return self.solve_progress(time)._last()

    async def solve_async(self, time: Optional[float] = None) -> Solution:
        """Do as solve does, without blocking the loop."""
        return await self.solve_progress(time)._last_async()

    def solve_progress(self, time: Optional[float] = None) -> Reports[Solution]:
        """Return what is known of the value again each time that it is more."""
        return self._reports("solve", {"ms": milliseconds(time)}, solution_of)

    def prove(self, time: Optional[float] = None, method: str = "auto", result_only: bool = False) -> Proof:
        """Prove who wins, by the prover that suits the position: "auto", "search" or "pn"."""
        return self.prove_progress(time, method, result_only)._last()

    async def prove_async(self, time: Optional[float] = None, method: str = "auto", result_only: bool = False) -> Proof:
        """Do as prove does, without blocking the loop."""
        return await self.prove_progress(time, method, result_only)._last_async()

    def prove_progress(
        self, time: Optional[float] = None, method: str = "auto", result_only: bool = False
    ) -> Reports[Proof]:
        """Return how far the proof is, four times a second."""
        fields = {"ms": milliseconds(time), "method": method, "result": bool(result_only)}
        return self._reports("prove", fields, proof_of)

    def why(self, move: AnyMove, time: Optional[float] = None, sentences: int = 0) -> Because:
        """Return the reason of a move's value, in words."""
        return self._why(move, time, sentences)._last()

    async def why_async(self, move: AnyMove, time: Optional[float] = None, sentences: int = 0) -> Because:
        """Do as why does, without blocking the loop."""
        return await self._why(move, time, sentences)._last_async()

    def _why(self, move: AnyMove, time: Optional[float], sentences: int) -> Reports[Because]:
        if isinstance(move, Scored):
            move = move.move
        text = move if isinstance(move, str) else self.action_to_string(move)
        fields = {"move": text, "ms": milliseconds(time), "sentences": in_range(sentences, 0, 50, "sentences")}
        return self._reports("why", fields, because_of)

    def review(self, time: Optional[float] = None) -> List[Reviewed]:
        """Review each move of the game so far, in time seconds for all of them."""
        return sorted(self.review_progress(time)._all(), key=lambda r: r.ply)

    async def review_async(self, time: Optional[float] = None) -> List[Reviewed]:
        """Do as review does, without blocking the loop."""
        return sorted(await self.review_progress(time)._all_async(), key=lambda r: r.ply)

    def review_progress(self, time: Optional[float] = None) -> Reports[Reviewed]:
        """Review the moves from the last to the first: later positions are easier."""
        return self._reports("review", {"ms": milliseconds(time)}, reviewed_of, every=True)

    def explain(self, algorithm: str = "alphabeta", depth: int = 0, show: int = 200, under: int = 0) -> Tree:
        """Return the tree of a search: "minimax", "minimax-depth", "alphabeta", "alphabeta-strict" or "search".

        depth limits the plies, and show the nodes that are in the answer; under is the number of the node to begin at.
        """
        return self._explain(algorithm, depth, show, under)._first()

    async def explain_async(
        self, algorithm: str = "alphabeta", depth: int = 0, show: int = 200, under: int = 0
    ) -> Tree:
        """Do as explain does, without blocking the loop."""
        return await self._explain(algorithm, depth, show, under)._first_async()

    def _explain(self, algorithm: str, depth: int, show: int, under: int) -> Reports[Tree]:
        if str(algorithm).startswith("mcts"):
            raise InputError(f'{algorithm} has no tree of scores: ask("explain", algorithm="{algorithm}") returns its play-outs')
        fields = {
            "algorithm": algorithm,
            "depth": in_range(depth, 0, 1000, "depth"),
            "show": in_range(show, 1, 20000, "show"),
            "under": in_range(under, 0, 100_000_000, "under"),
        }
        return self._reports("explain", fields, tree_of, every=True)

    def ask(self, what: str, **fields: object) -> Json:
        """Ask a question as the HTTP interface has it, and return the last JSON of its answer."""
        return self._reports(what, fields, lambda data: data)._last()

    async def ask_async(self, what: str, **fields: object) -> Json:
        """Do as ask does, without blocking the loop."""
        return await self._reports(what, fields, lambda data: data)._last_async()

    def _there(self) -> Tuple[Questions, Dict[str, Move]]:
        """Return a copy, and its legal moves by their texts."""
        there = self.copy()
        return there, {str(move): move for move in there.moves()}

    def _reports(
        self,
        what: str,
        fields: Dict[str, Any],
        parse: Callable[[Json], T],
        every: bool = False,
        of: Optional[Questions] = None,
    ) -> Reports[T]:
        asked = encoded(what, "question")
        try:
            data = json.dumps(fields).encode()
        except (TypeError, ValueError) as e:
            raise InputError(f"the fields of {what}: {e}") from e
        if of is None:
            copy = self._copied()
        else:
            copy, of._number = of._number, 0
        call = ask(copy, asked, data, every)
        with self._lock:
            self._asking.add(call)
        return Reports(call, parse)

    def stop(self) -> None:
        """Stop the questions that are being asked about this position: their callers get a StoppedError."""
        with self._lock:
            calls = list(self._asking)
        for call in calls:
            call.stop()
