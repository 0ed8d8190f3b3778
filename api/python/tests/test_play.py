"""Games and positions: moves, play, take back, copies, and the names of python-chess and OpenSpiel."""

import copy
import json
import pickle
import threading
import unittest

import oxo

COINS = """(role left) (role right)
(init (coins 4)) (init (control left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?p (take 1)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n))
(<= (legal ?p (take 2)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (coins ?m)) (does ?p (take 1)) (true (coins ?n)) (succ ?m ?n))
(<= (next (coins ?k)) (does ?p (take 2)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (coins 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))"""


class Play(unittest.TestCase):
    def test_moves(self):
        p = oxo.Game("tictactoe").position(moves="b2 a1")
        moves = p.moves()
        self.assertEqual(sorted(moves), ["a2", "a3", "b1", "b3", "c1", "c2", "c3"])
        self.assertEqual([m.number for m in moves], p.legal_actions())
        self.assertEqual(moves, p.legal_moves)
        self.assertEqual(json.dumps(moves[:1]), json.dumps([str(moves[0])]))
        for move in moves:
            p.push(move)
            self.assertEqual(p.ply(), 3)
            self.assertEqual(p.move_stack, ["b2", "a1", move])
            popped = p.pop()
            self.assertEqual((popped, popped.number), (move, move.number))
        self.assertEqual(p.text, ".../.X./O..")

    def test_push_takes_what_names_a_move(self):
        p = oxo.Game("connect4").position()
        p.push("4")
        p.push(3)
        p.push(p.moves()[0])
        p.push(p.best(level=1))
        p.push(oxo.Move("1", 6))  # made by hand: its text counts
        self.assertEqual(p.ply(), 5)
        self.assertEqual(p.move_stack[4], "1")

    def test_a_move_of_another_game_counts_by_its_text(self):
        small = oxo.Game("tictactoe").position()
        large = oxo.Game("mnk:4x4x4").position()
        move = next(m for m in small.moves() if m == "c3")
        large.push(move)
        self.assertEqual(large.move_stack, ["c3"])

    def test_many_moves(self):
        p = oxo.Game("gomoku").position()
        self.assertEqual(len(p.moves()), 225)
        go = oxo.Game("go:19x19").position()
        self.assertEqual(len(go.moves()), 362)
        wide = oxo.Game("mnk:20x20x5").position()
        self.assertEqual(len(wide.moves()), 400)
        for _ in range(300):
            go.push(go.legal_actions()[0])
        self.assertEqual(len(go.history()), 300)

    def test_outcome(self):
        p = oxo.Game("tictactoe").position(moves=["a1", "b1", "a2", "b2"])
        self.assertEqual((p.outcome, p.turn, p.is_over(), p.returns()), (oxo.Outcome.ONGOING, 0, False, [0.0, 0.0]))
        p.push("a3")
        self.assertEqual(p.outcome, oxo.Outcome.FIRST_WON)
        self.assertEqual(p.verdict, "X has won")
        self.assertTrue(p.is_over() and p.is_terminal() and p.is_game_over())
        self.assertEqual((p.moves(), p.legal_actions(), p.returns()), ([], [], [1.0, -1.0]))
        self.assertEqual(p.current_player(), oxo.TERMINAL)
        lost = oxo.Game("chess").position(moves="f2f3 e7e5 g2g4 d8h4")
        self.assertEqual((lost.outcome, lost.returns()), (oxo.Outcome.SECOND_WON, [-1.0, 1.0]))
        drawn = oxo.Game("tictactoe").position("XOX/XOO/OXX")
        self.assertEqual((drawn.outcome, drawn.returns()), (oxo.Outcome.DRAWN, [0.0, 0.0]))

    def test_names_of_openspiel(self):
        game = oxo.load_game("connect4")
        state = game.new_initial_state()
        self.assertEqual(game.num_players(), 2)
        self.assertEqual(state.current_player(), 0)
        action = state.string_to_action("4")
        self.assertEqual(state.action_to_string(0, action), state.action_to_string(action))
        child = state.clone()
        child.apply_action(action)
        self.assertEqual((child.history(), state.history(), child.current_player()), ([action], [], 1))
        child.undo_action(0, action)
        self.assertEqual(child.history(), [])

    def test_every_game_plays(self):
        for info in oxo.games():
            p = oxo.Game(info.example).position()
            for _ in range(12):
                moves = p.moves()
                if not moves:
                    break
                p.push(moves[len(moves) // 2])
            self.assertEqual(p.game.position(p.text).text, p.text, info.name)
            self.assertTrue(str(p))
            self.assertEqual(str(p), str(p.copy()))

    def test_copies(self):
        p = oxo.Game("connect4").position(moves="4 4")
        for q in (p.copy(), copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
            self.assertEqual(q.text, p.text)
            q.pop()
            self.assertEqual((q.ply(), p.ply()), (1, 2))
        move = pickle.loads(pickle.dumps(p.moves()[0]))
        self.assertEqual((move, move.number), (p.moves()[0], p.moves()[0].number))
        self.assertEqual(pickle.loads(pickle.dumps(p.game)), p.game)

    def test_sheets(self):
        game = oxo.Game.from_rules("coins.kif", COINS)
        p = game.position()
        self.assertEqual(len(p.moves()), 2)
        first = p.moves()[0]
        p.push(first)
        p.push(p.moves()[0])
        self.assertEqual(p.ply(), 2)
        self.assertEqual(p.prove().result, "win" if len(p.moves()) == 2 else "loss")
        again = pickle.loads(pickle.dumps(p))
        self.assertEqual(again.text, p.text)
        self.assertEqual(again.game, game)

    def test_drawing(self):
        p = oxo.Game("tictactoe").position(moves="b2 a1")
        self.assertEqual(str(p), "3 . . .\n2 . X .\n1 O . .\n  a b c")
        self.assertEqual(repr(p), "<oxo.Position of mnk:3x3x3: .../.X./O..>")
        self.assertEqual(repr(p.game), "oxo.Game('mnk:3x3x3')")
        svg = p._repr_svg_()
        try:
            self.assertEqual(svg, p.ask("picture")["svg"])
            self.assertTrue(svg.startswith("<svg"), svg)
        except oxo.InputError:  # a library without pictures
            self.assertIsNone(svg)

    def test_threads_share_a_position(self):
        p = oxo.Game("connect4:5x4").position()
        faults = []

        def work():
            try:
                for _ in range(200):
                    moves = p.moves()
                    if moves:
                        try:
                            p.push(moves[0])
                            p.pop()
                        except oxo.OxoError:  # another thread was faster
                            pass
                    p.text, p.outcome, p.history()
            except BaseException as e:
                faults.append(e)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
