"""Whatever is wrong is an exception with oxo's text, and never a crash."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import oxo

MANY = "x" * 1_000_000


class Errors(unittest.TestCase):
    def refused(self, error, part, call, *args, **fields):
        with self.assertRaises(error) as e:
            call(*args, **fields)
        self.assertIsInstance(e.exception, oxo.OxoError)
        self.assertIn(part, str(e.exception))
        return e.exception

    def test_games(self):
        e = self.refused(oxo.InputError, "tictactoe", oxo.Game, "tictactoo")
        self.assertEqual(e.kind, "input")
        self.assertIsInstance(e, ValueError)
        for wrong in (None, 3, b"connect4", [], object()):
            self.refused(TypeError, "want a str", oxo.Game, wrong)
        self.refused(oxo.InputError, "zero bytes", oxo.Game, "connect4\0x")
        self.refused(oxo.InputError, "surrogates", oxo.Game, "\ud800")
        self.refused(oxo.OxoError, "", oxo.Game, MANY)
        self.refused(oxo.OxoError, "", oxo.Game, "")
        self.refused(oxo.InputError, "line 1", oxo.Game.from_rules, "x.kif", "(role")
        self.refused(oxo.OxoError, "", oxo.Game.from_rules, "x.kif", MANY)
        self.refused(oxo.OxoError, "", oxo.Game.from_rules, "x.txt", "(role a)")
        self.refused(TypeError, "want a str", oxo.Game.from_rules, "x.kif", 5)
        with self.assertRaises(FileNotFoundError):
            oxo.Game.from_rules("/nowhere/x.kif")

    def test_positions(self):
        g = oxo.Game("tictactoe")
        self.refused(oxo.InputError, "joined by /", g.position, "nonsense")
        self.assertEqual(self.refused(oxo.TooLargeError, "1000000", g.position, MANY).kind, "large")
        self.refused(oxo.TooLargeError, "1000000", g.position, "", MANY)
        self.refused(oxo.InputError, "move 2", g.position, moves="b2 b2")
        self.refused(TypeError, "want a str", g.position, None)
        with self.assertRaises(TypeError):
            oxo.Position()

    def test_moves(self):
        p = oxo.Game("tictactoe").position(moves="a1 b1 a2 b2")
        for wrong in (-1, 99, 2**32 + 8, 2**64, -(2**70)):
            self.refused(oxo.InputError, "want", p.push, wrong)
            self.refused(oxo.InputError, "want", p.apply_action, wrong)
            self.refused(oxo.InputError, "want", p.action_to_string, wrong)
        for wrong in (None, 1.5, [], b"a3"):
            self.refused(TypeError, "want an int", p.push, wrong)
        self.refused(oxo.InputError, "a1", p.push, "a1")
        self.refused(oxo.TooLargeError, "1000000", p.push, MANY)
        self.refused(oxo.TooLargeError, "1000000", p.find, MANY)
        self.assertEqual(p.ply(), 4)
        p.push("a3")
        self.assertEqual(self.refused(oxo.GameOverError, "over", p.push, "c3").kind, "over")
        self.refused(oxo.GameOverError, "over", p.analyze)
        self.refused(oxo.GameOverError, "over", p.best)
        start = oxo.Game("tictactoe").position()
        self.refused(oxo.InputError, "taken back", start.pop)
        self.refused(oxo.InputError, "taken back", start.undo_action, 0, 0)

    def test_questions(self):
        p = oxo.Game("tictactoe").position()
        for wrong in (0, -1, float("nan"), float("inf")):
            self.refused(oxo.InputError, "seconds above 0", p.analyze, time=wrong)
        self.refused(TypeError, "seconds", p.analyze, time="1")
        self.refused(oxo.InputError, "depth", p.analyze, depth=-1)
        self.refused(oxo.InputError, "", p.best, level="better")
        self.refused(oxo.InputError, "", p.best, level=11)
        self.refused(oxo.InputError, "seed", p.best, seed=-1)
        self.refused(oxo.InputError, "", p.prove, method="magic")
        self.refused(oxo.InputError, "", p.why, "z9")
        self.refused(oxo.InputError, "no moves", p.review)
        self.refused(oxo.InputError, "", p.explain, "quick")
        self.refused(oxo.InputError, "does not exist", p.ask, "analyse")
        self.refused(oxo.InputError, "left out", p.ask, "analyze", game="x")
        self.refused(oxo.InputError, "fields", p.ask, "analyze", ms=object())
        self.refused(TypeError, "want a str", p.ask, None)
        self.refused(oxo.InputError, "does not exist", oxo.ask, "game")
        self.refused(oxo.OxoError, "", p.why, MANY)

    def test_verify(self):
        self.refused(oxo.InputError, "not a proof", oxo.verify, b"nonsense")
        self.refused(oxo.InputError, "not a proof", oxo.verify, b"")
        self.refused(TypeError, "want a path", oxo.verify, None)
        with self.assertRaises(FileNotFoundError):
            oxo.verify("/nowhere")
        with tempfile.NamedTemporaryFile() as f:
            f.write(MANY.encode())
            f.flush()
            self.refused(oxo.InputError, "not a proof", oxo.verify, f.name)

    def test_closed(self):
        g = oxo.Game("tictactoe")
        p = g.position()
        g.close()
        g.close()
        self.assertEqual(self.refused(oxo.ClosedError, "not open", g.position).kind, "unknown")
        p.push("b2")  # positions go on
        self.assertEqual(len(p.analyze()), 8)
        with p:
            pass
        p.close()
        self.assertEqual(repr(p), "<closed oxo.Position>")
        for call in (
            p.moves, p.legal_actions, p.pop, p.history, p.ply, p.copy, p.is_over, p.current_player, p.returns, p.analyze,
            p.best, p.solve, p.prove, p.review, p.explain, p.analyze_progress, lambda: p.push("a1"), lambda: p.push(0),
            lambda: p.apply_action(0), lambda: p.turn, lambda: p.outcome, lambda: p.text, lambda: p.verdict,
            lambda: p.why("a1"), lambda: p.find("a1"), lambda: p.ask("position"), lambda: str(p), lambda: p.move_stack,
        ):
            self.refused(oxo.ClosedError, "not open", call)

    def test_errors_of_threads_do_not_mix(self):
        faults = []

        def work(name):
            for _ in range(100):
                try:
                    oxo.Game(name)
                except oxo.InputError as e:
                    if name not in str(e):
                        faults.append(str(e))

        threads = [threading.Thread(target=work, args=(f"nonsense{i}",)) for i in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(faults, [])


def run(program, **environment):
    """Run a program, and return its exit code and what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout + done.stderr


class Ends(unittest.TestCase):
    """What ends a call, or the program."""

    def test_interrupt(self):
        # Without an end these calls would take for ever.
        for call in (
            lambda p: p.solve(),
            lambda p: p.prove(),
            lambda p: p.analyze(),
            lambda p: p.explain("minimax"),
            lambda p: list(p.solve_progress()),
            lambda p: asyncio.run(p.solve_async()),
        ):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            p = oxo.Game("chess").position()
            with self.assertRaises(KeyboardInterrupt):
                timer.start()
                call(p)
                while True:  # explain may end by itself
                    threading.Event().wait(1)
            timer.join()
            self.assertEqual(len(p.moves()), 20)

    def test_interrupt_ends_the_program(self):
        code, out = run(
            "import oxo, os, signal, threading\n"
            "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "oxo.Game('chess').position().solve()\n"
        )
        self.assertIn("KeyboardInterrupt", out)
        self.assertNotEqual(code, 0)
        self.assertNotIn("Fatal", out)

    def test_program_ends_while_questions_are_asked(self):
        code, out = run(
            "import oxo\n"
            "p = oxo.Game('chess').position()\n"
            "all = [p.solve_progress() for _ in range(3)] + [p.analyze_progress() for _ in range(3)]\n"
            "next(all[0])\n"
            "print('done')\n"
        )
        self.assertEqual((code, out), (0, "done\n"))

    def test_listeners_while_memory_is_collected(self):
        # What a listener gets back is a number here, which Go must not take for a pointer.
        code, out = run(
            "import oxo\n"
            "p = oxo.Game('chess').position()\n"
            "for _ in range(300):\n"
            "    p.analyze(time=0.005)\n"
            "print('done')\n",
            GOGC="1",
        )
        self.assertEqual((code, out[:100]), (0, "done\n"))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_fork(self):
        program = (
            "import oxo, os, sys, warnings\n"
            "warnings.simplefilter('ignore')\n"
            "{before}\n"
            "if os.fork() == 0:\n"
            "    try:\n"
            "        print(len(oxo.Game('tictactoe').position().moves()), flush=True)\n"
            "    except oxo.BrokenError as e:\n"
            "        print(str(e)[:40], flush=True)\n"
            "    os._exit(0)\n"
            "os.wait()\n"
        )
        self.assertEqual(run(program.format(before="")), (0, "9\n"))
        before = "p = oxo.Game('tictactoe').position()"
        self.assertEqual(run(program.format(before=before)), (0, "oxo was used before this process was for\n"))


if __name__ == "__main__":
    unittest.main()
