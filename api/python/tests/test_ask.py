"""Questions: at once, by iteration, and async."""

import asyncio
import hashlib
import os
import pathlib
import tempfile
import threading
import unittest
import xml.etree.ElementTree

import oxo

NEVER = "chess"  # nobody solves it
FORK = "b2 b1"  # X wins by six moves, and b3 draws


class Ask(unittest.TestCase):
    def setUp(self):
        self.p = oxo.Game("tictactoe").position(moves=FORK)
        self.long = oxo.Game(NEVER).position()

    def test_analyze(self):
        scored = self.p.analyze()
        self.assertEqual(len(scored), 7)
        self.assertEqual((scored[0].value.text, scored[0].best, scored[0].value.proven), ("win in 5", True, True))
        self.assertEqual((scored[-1].move, str(scored[-1].value), scored[-1].best), ("b3", "draw", False))
        self.assertEqual(scored[0].move.number, self.p.find(scored[0].move).number)
        self.assertGreater(scored[0].value, scored[-1].value)
        self.assertEqual((scored[0].value.sign, scored[0].value.plies, scored[0].line[0]), (1, 5, scored[0].move))
        self.assertEqual(str(scored[-1]), "b3: draw")
        self.p.push(scored[0])

    def test_estimates(self):
        scored = self.long.analyze(time=0.2)
        self.assertLessEqual(len(scored), 20)
        for s in scored:
            self.assertIsNotNone(s.value.estimate)
            self.assertFalse(s.value.proven)

    def test_progress(self):
        reports = list(self.p.analyze_progress())
        self.assertTrue(reports[-1].done)
        with self.long.solve_progress() as solving:
            for solution in solving:
                self.assertFalse(solution.proven)
                break
        for proof in self.long.prove_progress():
            self.assertFalse(proof.done)
            break
        reports = self.long.analyze_progress()
        next(reports)
        reports.stop()
        self.assertEqual(list(reports), [])

    def test_best(self):
        self.assertEqual(self.p.best().value.text, "win in 5")
        self.assertIn(self.p.best(level=1, seed=7).move, self.p.moves())
        self.assertEqual(self.p.best("random", seed=7).move, self.p.best("random", seed=7).move)

    def test_solve_and_prove(self):
        solution = self.p.solve()
        self.assertEqual((solution.proven, solution.value.text, str(solution)), (True, "win in 5", "win in 5"))
        proof = self.p.prove(method="search")
        self.assertEqual((proof.result, proof.value.plies, str(proof)), ("win", 5, "win"))
        self.assertEqual(self.p.prove(result_only=True).result, "win")
        unproven = self.long.prove(time=0.05)
        self.assertEqual((unproven.proven, unproven.result), (False, None))

    def test_why_and_review(self):
        because = self.p.why("a1")
        self.assertEqual(because.sentences[0].text, "a1 wins in 5: it threatens a1-c3; O must play c3.")
        self.assertIn("double threat", because.motives)
        self.assertEqual(self.p.why(self.p.find("a1").number).move, "a1")
        reviewed = self.p.review()
        self.assertEqual([(r.ply, r.move, r.kind) for r in reviewed], [(1, "b2", "good"), (2, "b1", "mistake")])
        self.assertEqual(len(list(self.p.review_progress())), 2)

    def test_tree(self):
        for algorithm in ("alphabeta", "minimax", "minimax-depth"):
            tree = oxo.Game("tictactoe").position(moves="b2 b1 a1 c3 b3").explain(algorithm)
            self.assertEqual(tree.value.text, "draw")
            self.assertEqual((tree.root.value, len(tree.nodes)), ("draw", min(tree.total, 200)))
            self.assertEqual(sum(len(n.children) for n in tree.nodes), len(tree.nodes) - 1)
            svg = tree._repr_svg_()
            self.assertEqual(xml.etree.ElementTree.fromstring(svg).tag, "{http://www.w3.org/2000/svg}svg")
            self.assertTrue(">win<" in svg or ">win in 3<" in svg, svg[:200])
        part = self.p.explain(show=50)
        self.assertLessEqual(len(part.nodes), 50)
        self.assertGreater(part.total, 50)
        self.assertIn("below", part._repr_svg_())
        numbers = oxo.Game("tree:[[3 5] [2 9]]").position().explain()
        self.assertEqual((numbers.root.value, numbers.cutoffs), ("3", 1))
        with self.assertRaisesRegex(oxo.InputError, "play-outs"):
            self.p.explain("mcts")

    def test_ask(self):
        self.assertEqual(self.p.ask("position")["moves"], ["b2", "b1"])
        self.assertEqual(self.p.ask("analyze", ms=100)["done"], True)
        names = [game.name for game in oxo.games()]
        self.assertIn("connect4", names)

    def test_verify(self):
        head = b"oxo certificate 1\ngame sticks:5x3\nposition 5 first\nresult loss\nparts 1\n"
        file = head + bytes.fromhex("010102010302000102030001010300")
        file += hashlib.sha256(file).digest()
        proven = oxo.verify(file)
        self.assertEqual((proven.game, proven.result, proven.bytes), ("sticks:5x3", "loss", len(file)))
        self.assertEqual(str(proven), "sticks:5x3 is a loss for first")
        with tempfile.TemporaryDirectory() as out:
            name = os.path.join(out, "sticks.oxo")
            with open(name, "wb") as f:
                f.write(file)
            self.assertEqual(oxo.verify(name), proven)
            self.assertEqual(asyncio.run(oxo.verify_async(pathlib.Path(name))), proven)

    def test_async(self):
        async def everything():
            p = self.p
            scored, best, solution, proof, because, reviewed, tree, state = await asyncio.gather(
                p.analyze_async(), p.best_async(), p.solve_async(), p.prove_async(), p.why_async("a1"),
                p.review_async(), p.explain_async(show=20), p.ask_async("position"),
            )
            self.assertEqual(scored[0].value, best.value)
            self.assertEqual((solution.value, proof.result), (best.value, "win"))
            self.assertEqual((because.move, len(reviewed), state["turn"]), ("a1", 2, 0))
            self.assertLessEqual(len(tree.nodes), 20)
            reports = [report async for report in p.analyze_progress()]
            self.assertTrue(reports[-1].done)
            async for solution in self.long.solve_progress():
                self.assertFalse(solution.proven)
                break

        asyncio.run(everything())

    def test_async_cancel(self):
        async def cancelled():
            task = asyncio.ensure_future(self.long.solve_async())
            ticks = 0
            async for _ in self.long.analyze_progress():
                ticks += 1
                if ticks == 2:  # the loop goes on while both questions are answered
                    break
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(cancelled())

    def test_questions_are_about_the_position_as_it_was(self):
        reports = self.long.analyze_progress()
        next(reports)
        self.long.push("e2e4")
        last = None
        for _, last in zip(range(3), reports):
            pass
        moves = set(oxo.Game(NEVER).position().moves())
        self.assertTrue(all(s.move in moves for s in last.moves))

    def test_stop(self):
        for end in (self.long.stop, self.long.close):
            reports = self.long.solve_progress()
            next(reports)
            threading.Timer(0.05, end).start()
            with self.assertRaises(oxo.StoppedError) as e:
                for _ in reports:
                    pass
            self.assertEqual(e.exception.kind, "stopped")

    def test_a_question_that_is_stopped_before_it_begins(self):
        reports = self.long.solve_progress()
        self.long.stop()
        with self.assertRaises(oxo.StoppedError):
            next(reports)
        self.assertEqual(self.p.analyze()[0].value.text, "win in 5")

    def test_many_at_once(self):
        results = []

        def work():
            results.append(self.p.analyze()[0].value.text)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(results, ["win in 5"] * 8)


if __name__ == "__main__":
    unittest.main()
