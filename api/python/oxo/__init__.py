"""Board games with exact values.

    import oxo
    position = oxo.Game("connect4").position(moves="4 4")
    for scored in position.analyze(time=0.1):
        print(scored)

Whatever is wrong is an OxoError whose text says what would be right. Times are in seconds.
"""

from __future__ import annotations

import json
import os
from typing import Any, List, Union

from ._calls import Reports, ask_about, run, run_async
from ._errors import (
    BrokenError,
    ClosedError,
    GameOverError,
    InputError,
    OxoError,
    StoppedError,
    TooLargeError,
    WrongTypeError,
)
from ._game import Game
from ._library import encoded, lib, text_of
from ._position import TERMINAL, Position
from ._questions import AnyMove
from ._tree import Node, Tree
from ._values import (
    Analysis,
    Because,
    Certificate,
    GameInfo,
    Move,
    Outcome,
    Proof,
    Reviewed,
    Scored,
    Sentence,
    Solution,
    Value,
    game_info_of,
)

__version__ = "0.1.0"

__all__ = [
    "TERMINAL",
    "Analysis",
    "AnyMove",
    "Because",
    "BrokenError",
    "Certificate",
    "ClosedError",
    "Game",
    "GameInfo",
    "GameOverError",
    "InputError",
    "Move",
    "Node",
    "Outcome",
    "OxoError",
    "Position",
    "Proof",
    "Reports",
    "Reviewed",
    "Scored",
    "Sentence",
    "Solution",
    "StoppedError",
    "TooLargeError",
    "Tree",
    "Value",
    "WrongTypeError",
    "ask",
    "games",
    "load_game",
    "verify",
    "verify_async",
    "version",
]

load_game = Game
"""OpenSpiel's name for Game."""


def version() -> str:
    """Return the version of the library, in words."""
    text: bytes = lib.oxo_version()
    return text.decode()


def games() -> List[GameInfo]:
    """Return the games by name, well-known ones first in each family."""
    return [game_info_of(game) for game in ask("games")]


def ask(what: str, **fields: object) -> Any:
    """Ask a question that is not about a position: "games", "exercise", "mark", "hint", "answers", "edit".

    Returns the last JSON of its answer. The questions are those of the HTTP interface.
    """
    asked = encoded(what, "question")
    try:
        request = json.dumps(fields).encode()
    except (TypeError, ValueError) as e:
        raise InputError(f"the fields of {what}: {e}") from e
    reports: Reports[Any] = Reports(ask_about(asked, request), lambda data: data)
    return reports._last()


def verify(file: Union[str, os.PathLike[str], bytes]) -> Certificate:
    """Check a certificate, without trust in the program that wrote it: a file's name, or its bytes."""
    data = _contents(file)
    return run(lambda: _verified(data))


async def verify_async(file: Union[str, os.PathLike[str], bytes]) -> Certificate:
    """Do as verify does, without blocking the loop."""
    data = _contents(file)
    return await run_async(lambda: _verified(data))


def _contents(file: Union[str, os.PathLike[str], bytes]) -> bytes:
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file)
    if not isinstance(file, (str, os.PathLike)):
        raise WrongTypeError(f"file: want a path or bytes, not {type(file).__name__}")
    with open(file, "rb") as f:
        return f.read()


def _verified(data: bytes) -> Certificate:
    r = json.loads(text_of(lib.oxo_verify, data, len(data)))
    return Certificate(r["game"], r["position"], r["turn"], r["result"], r["nodes"], r["bytes"])
