"""liboxo, loaded at the first call. oxo.h describes its functions."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from ctypes import c_char_p, c_int, c_long, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, List, NoReturn, Optional, SupportsIndex, Tuple, Union

from ._errors import BrokenError, InputError, WrongTypeError, error_of

INTERFACE = 1
"""The version of the library's interface that this package was written for: OXO_INTERFACE in oxo.h."""

HEAR = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_char_p)
"""The type of a listener: oxo_hear in oxo.h."""

_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "oxo_interface": (c_int, []),
    "oxo_version": (c_char_p, []),
    "oxo_error": (c_char_p, []),
    "oxo_open": (c_int, [c_char_p, c_void_p]),
    "oxo_open_rules": (c_int, [c_char_p, c_char_p, c_void_p]),
    "oxo_close": (c_int, [c_uint64]),
    "oxo_name": (c_long, [c_uint64, c_void_p, c_size_t]),
    "oxo_start": (c_int, [c_uint64, c_char_p, c_char_p, c_void_p]),
    "oxo_copy": (c_int, [c_uint64, c_void_p]),
    "oxo_free": (c_int, [c_uint64]),
    "oxo_moves": (c_int, [c_uint64, c_void_p, c_int]),
    "oxo_move_texts": (c_long, [c_uint64, c_void_p, c_size_t]),
    "oxo_history": (c_int, [c_uint64, c_void_p, c_int]),
    "oxo_make": (c_int, [c_uint64, c_uint32]),
    "oxo_play": (c_int, [c_uint64, c_char_p]),
    "oxo_undo": (c_int, [c_uint64, c_int]),
    "oxo_take_back": (c_long, [c_uint64, c_void_p, c_void_p, c_size_t]),
    "oxo_made": (c_int, [c_uint64]),
    "oxo_turn": (c_int, [c_uint64]),
    "oxo_outcome": (c_int, [c_uint64]),
    "oxo_find": (c_int, [c_uint64, c_char_p, c_void_p]),
    "oxo_move_text": (c_long, [c_uint64, c_uint32, c_void_p, c_size_t]),
    "oxo_text": (c_long, [c_uint64, c_void_p, c_size_t]),
    "oxo_verdict": (c_long, [c_uint64, c_void_p, c_size_t]),
    "oxo_ask": (c_int, [c_uint64, c_char_p, c_char_p, HEAR, c_void_p]),
    "oxo_ask_about": (c_int, [c_char_p, c_char_p, HEAR, c_void_p]),
    "oxo_verify": (c_long, [c_char_p, c_size_t, c_void_p, c_size_t]),
}


class Library:
    """The functions of the library, as attributes. The first use of one loads it.

    Go, which the library is written in, does not survive a fork. So a child of a process that has
    loaded the library gets an error from each function, where it would wait for ever.
    """

    def __init__(self) -> None:
        self._loading = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        if name not in _FUNCTIONS:
            raise AttributeError(name)
        with self._loading:
            if name not in self.__dict__:
                self._load()
        return self.__dict__[name]

    def _load(self) -> None:
        file = os.environ.get("OXO_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "liboxo.so")
        try:
            loaded = ctypes.CDLL(file)
        except OSError as e:
            raise BrokenError(f"the library is not there: {e}; want a wheel for this system, or OXO_LIBRARY=FILE") from e
        functions: Dict[str, Any] = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
            functions[name] = function
        if functions["oxo_interface"]() != INTERFACE:
            raise BrokenError(f"{file} has the interface {functions['oxo_interface']()}: want {INTERFACE}")
        self.__dict__.update(functions)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def _forked(self) -> None:
        def refuse(*_: object) -> NoReturn:
            raise BrokenError(
                "oxo was used before this process was forked, and does not work in the child: "
                'want multiprocessing.get_context("spawn"), or the first use of oxo in the child'
            )

        for name in _FUNCTIONS:
            self.__dict__[name] = refuse


lib = Library()


def fail(result: int) -> NoReturn:
    """Raise the error of the call that has just failed in this thread."""
    raise error_of(result, lib.oxo_error().decode("utf-8", "replace"))


def encoded(text: str, what: str) -> bytes:
    """Return a text as the library takes it."""
    if not isinstance(text, str):
        raise WrongTypeError(f"{what}: want a str, not {type(text).__name__}")
    try:
        data = str.encode(text)
    except UnicodeEncodeError as e:
        raise InputError(f"{what}: {e}") from e
    if b"\0" in data:
        raise InputError(f"{what}: want a text without zero bytes")
    return data


def in_range(number: SupportsIndex, least: int, most: int, what: str) -> int:
    """Return a number, which ctypes would cut to its bits without a word."""
    try:
        n = number.__index__()
    except AttributeError:
        raise WrongTypeError(f"{what}: want an int, not {type(number).__name__}") from None
    if not least <= n <= most:
        raise InputError(f"{what} {n}: want {least} to {most}")
    return n


def milliseconds(time: Optional[float]) -> int:
    """Return seconds in milliseconds; 0 for None, without a limit."""
    if time is None:
        return 0
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise WrongTypeError(f"time: want seconds or None, not {type(time).__name__}")
    if not 0 < time < math.inf:
        raise InputError(f"time {time}: want seconds above 0, or None for no limit")
    return max(1, round(min(time, 86400.0) * 1000))


_texts: List[Any] = []
_numbers: List[Any] = []
# Rooms for what the library writes. Making one takes longer than a call, so they are used again; list.pop and
# list.append are safe in threads.


def text_of(function: Callable[..., int], *arguments: Union[int, bytes]) -> str:
    """Call a function that writes a text, and return the text."""
    try:
        room = _texts.pop()
    except IndexError:
        room = ctypes.create_string_buffer(4096)
    try:
        length = function(*arguments, room, 4096)
        if length < 4096:
            if length < 0:
                fail(length)
            return str(room.value, "utf-8")
    finally:
        _texts.append(room)
    while True:
        size = length + 1
        large = ctypes.create_string_buffer(size)
        length = function(*arguments, large, size)
        if length < 0:
            fail(length)
        if length < size:
            return large.value.decode()


def numbers_of(function: Callable[..., int], position: int) -> List[int]:
    """Call a function that writes numbers of moves, and return them."""
    try:
        room = _numbers.pop()
    except IndexError:
        room = (c_uint32 * 512)()
    try:
        n = function(position, room, 512)
        if n <= 512:
            if n < 0:
                fail(n)
            return room[:n]  # type: ignore[no-any-return]
    finally:
        _numbers.append(room)
    while True:
        size = n
        large = (c_uint32 * size)()
        n = function(position, large, size)
        if n < 0:
            fail(n)
        if n <= size:
            return large[:n]


_backs: List[Any] = []


def taken_back(position: int) -> Tuple[int, str]:
    """Take back the last move; return its number and its text. A text of a move has less than 4096 bytes."""
    try:
        number, room, where = _backs.pop()
    except IndexError:
        number, room = c_uint32(), ctypes.create_string_buffer(4096)
        where = ctypes.addressof(number)
    try:
        length = lib.oxo_take_back(position, where, room, 4096)
        if length < 0:
            fail(length)
        return number.value, str(room.value, "utf-8")
    finally:
        _backs.append((number, room, where))
