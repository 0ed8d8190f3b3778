"""Measure how fast the package is, in the time of the processor.

    python3 bench.py [GAME]

Prints how often a second a move is pushed, the legal moves are listed and the move is popped, with moves and with
their numbers; and what a call adds to the library's own time.
"""

import sys
import time
from typing import Callable

import oxo


def a_second(work: Callable[[], object], seconds: float = 1.0) -> float:
    """Return how often work is done in a second of the processor's time: the best of three times."""
    rates = []
    for _ in range(3):
        n, begun = 0, time.process_time()
        while (passed := time.process_time() - begun) < seconds / 3:
            for _ in range(1000):
                work()
            n += 1000
        rates.append(n / passed)
    return max(rates)


def added(position: oxo.Position, seconds: float) -> float:
    """Return how much longer a call of analyze takes than the library says that its search took."""
    begun = time.perf_counter()
    answer = position.ask("analyze", ms=round(seconds * 1000))
    return float(time.perf_counter() - begun - answer["seconds"])


def main() -> None:
    position = oxo.Game(sys.argv[1] if len(sys.argv) > 1 else "connect4").position()
    move = position.moves()[0]
    push, moves, pop = position.push, position.moves, position.pop
    apply, actions, undo = position.apply_action, position.legal_actions, position.undo_action

    def with_moves() -> None:
        push(move)
        moves()
        pop()

    def with_numbers() -> None:
        apply(move.number)
        actions()
        undo(0, move.number)

    adds = min(added(position, 0.01) for _ in range(100))
    print(f"{a_second(with_moves):,.0f} push, moves and pop a second")
    print(f"{a_second(with_numbers):,.0f} apply_action, legal_actions and undo_action a second")
    print(f"{adds * 1e6:,.0f} µs is what a call of analyze takes longer than the search in it, at least")


if __name__ == "__main__":
    main()
