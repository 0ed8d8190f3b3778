"""Games."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Iterable, Tuple, Union

from ._calls import run
from ._errors import InputError
from ._library import encoded, fail, lib, text_of
from ._position import Position


class Game:
    """A game: oxo.Game("connect4"), oxo.Game("mnk:5x4x4"). oxo.games() lists the names."""

    def __init__(self, name: str) -> None:
        self._number = 0
        data = encoded(name, "name")
        self._open(lambda number: lib.oxo_open(data, number), ("", name))

    @classmethod
    def from_rules(cls, file: Union[str, os.PathLike[str]], text: Union[str, None] = None) -> Game:
        """Open the game of a rule sheet, in the Game Description Language (.kif) or RBG (.rbg).

        Without a text the rules are read from the file. With one, file is just a name that ends with the language.
        """
        if text is None:
            try:
                with open(file, encoding="utf-8") as f:
                    text = f.read()
            except UnicodeDecodeError as e:
                raise InputError(f"{os.fspath(file)}: {e}") from e
        name, data = encoded(os.path.basename(os.fspath(file)), "file"), encoded(text, "text")
        game = cls.__new__(cls)
        game._number = 0
        game._open(lambda number: lib.oxo_open_rules(name, data, number), (name.decode(), text))
        return game

    def _open(self, open_it: Callable[[Any], Any], source: Tuple[str, str]) -> None:
        def work() -> int:
            number = ctypes.c_uint64()
            result: int = open_it(ctypes.byref(number))
            if result < 0:
                fail(result)
            return number.value

        self._source = source
        self._number = run(work)
        self._name = text_of(lib.oxo_name, self._number)

    @property
    def name(self) -> str:
        """The full name, with parameters."""
        return self._name

    @property
    def from_sheet(self) -> bool:
        """Whether the rules are those of a sheet."""
        return self._source[0] != ""

    def position(self, text: str = "", moves: Union[str, Iterable[str]] = "") -> Position:
        """Begin a position: at a text in the game's notation, or at the start, and play moves."""
        if not isinstance(moves, str):
            moves = " ".join(moves)
        where, made = encoded(text, "text"), encoded(moves, "moves")
        number = ctypes.c_uint64()
        result = lib.oxo_start(self._number, where, made, ctypes.byref(number))
        if result < 0:
            fail(result)
        return Position._of(self, number.value, text)

    def new_initial_state(self) -> Position:
        """Return the start: OpenSpiel's name for position()."""
        return self.position()

    def num_players(self) -> int:
        """Return 2."""
        return 2

    def close(self) -> None:
        """Close the game. Its positions go on. It may be closed again."""
        number, self._number = self._number, 0
        if number:
            lib.oxo_close(number)

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # noqa: S110: Python is ending
            pass

    def __reduce__(self) -> Tuple[Any, ...]:
        if self.from_sheet:
            return Game.from_rules, self._source
        return Game, (self._name,)

    def __repr__(self) -> str:
        return f"oxo.Game({self._name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._name == other._name and self._source[0] == other._source[0] and (
            not self.from_sheet or self._source == other._source
        )

    def __hash__(self) -> int:
        return hash(self._name)
