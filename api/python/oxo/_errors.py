"""The errors of the package."""

from __future__ import annotations

from typing import Dict, Type


class OxoError(Exception):
    """An error of oxo. Its text says what was wrong, and what would be right.

    kind is one word: "input", "over", "large", "unknown", "stopped" or "broken".
    """

    kind: str = "broken"


class InputError(OxoError, ValueError):
    """What was given cannot be: an unknown game, an illegal move."""

    kind = "input"


class WrongTypeError(OxoError, TypeError):
    """What was given has a type that cannot be, as None for a text."""

    kind = "input"


class GameOverError(OxoError, ValueError):
    """The game is over, so there is no move to ask about."""

    kind = "over"


class TooLargeError(OxoError, ValueError):
    """What was given is too long, or needs more than a limit."""

    kind = "large"


class ClosedError(OxoError, ValueError):
    """The game or the position is closed."""

    kind = "unknown"


class StoppedError(OxoError):
    """The call was stopped."""

    kind = "stopped"


class BrokenError(OxoError, RuntimeError):
    """A fault of oxo: please report it with the text."""

    kind = "broken"


_BY_RESULT: Dict[int, Type[OxoError]] = {
    -1: InputError,
    -2: GameOverError,
    -3: TooLargeError,
    -4: ClosedError,
    -5: StoppedError,
    -6: BrokenError,
}


def error_of(result: int, text: str) -> OxoError:
    """Return the error of a negative result of the library."""
    return _BY_RESULT.get(result, BrokenError)(text)
