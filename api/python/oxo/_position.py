"""Positions."""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Optional, SupportsIndex, Tuple

from ._drawing import drawn
from ._errors import InputError
from ._library import encoded, fail, in_range, lib, numbers_of, taken_back, text_of
from ._questions import AnyMove, Questions
from ._values import Move, Outcome, Scored, new_move

if TYPE_CHECKING:
    from ._game import Game

TERMINAL = -4
"""The current player of a finished game, as in OpenSpiel."""

_MAX_NUMBER = 0xFFFFFFFF


def _restored(game: Game, text: str, moves: str) -> Position:
    """Make a position again that was pickled."""
    return game.position(text, moves)


class Position(Questions):
    """A game that is being played: where it began, and the moves since. Game.position makes one.

    Threads may use a position at the same time. A question is about the position as it is when it is asked.
    """

    _number = 0
    game: Game
    """The game."""
    _began: str
    _trusts: bool

    def __init__(self) -> None:
        raise TypeError('a position is made by its game: oxo.Game("tictactoe").position()')

    @classmethod
    def _of(cls, game: Game, number: int, began: str) -> Position:
        self = cls.__new__(cls)
        self.game = game
        self._number = number
        self._began = began
        self._trusts = not game.from_sheet  # numbers of a sheet's moves mean something in their position only
        self._asking = weakref.WeakSet()
        self._lock = threading.Lock()
        return self

    # Moves.

    def moves(self) -> List[Move]:
        """Return the legal moves; none if the game is over."""
        while True:
            numbers = numbers_of(lib.oxo_moves, self._number)
            if not numbers:
                return []
            moves = list(map(new_move, text_of(lib.oxo_move_texts, self._number).split("\n")))
            if len(moves) == len(numbers):  # else another thread has played
                break
        game = self.game
        for move, number in zip(moves, numbers):
            move.number = number
            move._game = game
        return moves

    @property
    def legal_moves(self) -> List[Move]:
        """The legal moves: python-chess's name for moves()."""
        return self.moves()

    def legal_actions(self) -> List[int]:
        """Return the numbers of the legal moves: OpenSpiel's name. They need no text, and so less time than moves()."""
        return numbers_of(lib.oxo_moves, self._number)

    def push(self, move: AnyMove) -> None:
        """Play a legal move."""
        if type(move) is Move and move._game is self.game and self._trusts:
            result = lib.oxo_make(self._number, move.number)
        elif isinstance(move, str):
            result = lib.oxo_play(self._number, encoded(move, "move"))
        elif isinstance(move, Scored):
            return self.push(move.move)
        else:
            result = lib.oxo_make(self._number, in_range(move, 0, _MAX_NUMBER, "move"))
        if result < 0:
            fail(result)
        return None

    def apply_action(self, action: SupportsIndex) -> None:
        """Play a move that is given as its number: OpenSpiel's name."""
        result = lib.oxo_make(self._number, in_range(action, 0, _MAX_NUMBER, "action"))
        if result < 0:
            fail(result)

    def pop(self) -> Move:
        """Take back the last move, and return it."""
        number, text = taken_back(self._number)
        move = new_move(text)
        move.number = number
        move._game = self.game
        return move

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last move: OpenSpiel's name."""
        result = lib.oxo_undo(self._number, 1)
        if result < 0:
            fail(result)

    def history(self) -> List[int]:
        """Return the numbers of the moves made."""
        return numbers_of(lib.oxo_history, self._number)

    @property
    def move_stack(self) -> List[Move]:
        """The moves made."""
        state = self.ask("position")
        return [Move(text, number) for text, number in zip(state["moves"], self.history())]

    def ply(self) -> int:
        """Return the number of moves made."""
        return self._checked(lib.oxo_made(self._number))

    def find(self, text: str) -> Move:
        """Read a legal move."""
        number = ctypes.c_uint32()
        self._checked(lib.oxo_find(self._number, encoded(text, "move"), ctypes.byref(number)))
        move = Move(text_of(lib.oxo_move_text, self._number, number.value), number.value)
        move._game = self.game
        return move

    def string_to_action(self, text: str) -> int:
        """Return the number of a legal move: OpenSpiel's name."""
        return self.find(text).number

    def action_to_string(self, *action: SupportsIndex) -> str:
        """Return the text of a legal move; a player may stand before its number: OpenSpiel's name."""
        if len(action) not in (1, 2):
            raise TypeError("action_to_string: want ACTION, or PLAYER and ACTION")
        return text_of(lib.oxo_move_text, self._number, in_range(action[-1], 0, _MAX_NUMBER, "action"))

    # How the game stands.

    @property
    def turn(self) -> int:
        """The side to move: 0 the first, 1 the second."""
        return self._checked(lib.oxo_turn(self._number))

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return Outcome(self._checked(lib.oxo_outcome(self._number)))

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self._checked(lib.oxo_outcome(self._number)) != 0

    is_terminal = is_over
    is_game_over = is_over

    def current_player(self) -> int:
        """Return the side to move, or TERMINAL: OpenSpiel's name."""
        return TERMINAL if self.is_over() else self.turn

    def returns(self) -> List[float]:
        """Return what the sides have won: 1, 0 or -1 each; 0 while the game goes on. OpenSpiel's name."""
        first = {Outcome.FIRST_WON: 1.0, Outcome.SECOND_WON: -1.0}.get(self.outcome, 0.0)
        return [first, 0.0 - first]

    @property
    def verdict(self) -> str:
        """How the game stands, in words: "X to move", "O has won"."""
        return text_of(lib.oxo_verdict, self._number)

    @property
    def text(self) -> str:
        """The position in the notation of the game: Game.position reads it."""
        return text_of(lib.oxo_text, self._number)

    def copy(self) -> Position:
        """Make a copy that is played by itself."""
        return Position._of(self.game, self._copied(), self._began)

    clone = copy

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, _: Dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restored, (self.game, self._began, ".".join(self.ask("position")["moves"]))

    def __repr__(self) -> str:
        if not self._number:
            return "<closed oxo.Position>"
        return f"<oxo.Position of {self.game.name}: {self.text}>"

    def __str__(self) -> str:
        return drawn(self.ask("position"))

    def _repr_svg_(self) -> Optional[str]:
        try:
            svg: str = self.ask("picture")["svg"]
        except InputError:  # this library draws no pictures
            return None
        return svg

    # The end.

    def close(self) -> None:
        """End the position, and stop its questions. It may be closed again."""
        number, self._number = self._number, 0
        if number:
            lib.oxo_free(number)
            self.stop()

    def __enter__(self) -> Position:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        number, self._number = self._number, 0
        try:
            if number:
                lib.oxo_free(number)
        except Exception:  # noqa: S110: Python is ending
            pass

    def _copied(self) -> int:
        number = ctypes.c_uint64()
        self._checked(lib.oxo_copy(self._number, ctypes.byref(number)))
        return number.value

    def _checked(self, result: int) -> int:
        if result < 0:
            fail(result)
        return result
