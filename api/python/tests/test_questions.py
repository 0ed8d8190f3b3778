"""The twenty questions that every language answers: see api/calls/questions_test.go."""

import json
import os
import unittest

import oxo

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "questions.json")


def answer(q):
    """Answer a question."""
    p = oxo.Game(q["game"]).position(q.get("position", ""), q.get("moves", ""))
    ask, move = q["ask"], q.get("move", "")
    if ask == "moves":
        return " ".join(sorted(p.moves()))
    if ask == "values":
        return " ".join(f"{s.move}={s.value}" for s in sorted(p.analyze(), key=lambda s: s.move))
    if ask == "best":
        best = [s for s in p.analyze() if s.best]
        return f"{best[0].value}: " + " ".join(sorted(s.move for s in best))
    if ask == "play":
        try:
            p.push(move)
        except oxo.OxoError as e:
            return f"error: {e.kind}"
        return p.text
    if ask == "why":
        return p.why(move).sentences[0].text
    return {"text": lambda: p.text, "verdict": lambda: p.verdict, "prove": lambda: p.prove().result}[ask]()


class Questions(unittest.TestCase):
    def test_questions(self):
        with open(FILE, encoding="utf-8") as f:
            questions = json.load(f)
        self.assertEqual(len(questions), 20)
        for q in questions:
            with self.subTest(q):
                self.assertEqual(answer(q), q["answer"])


if __name__ == "__main__":
    unittest.main()
