"""The code of the tutorial runs, and prints what the tutorial says.

    python3 test_tutorial.py --update

writes what it prints into the tutorial.
"""

import contextlib
import io
import os
import re
import sys
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PAGE = os.path.join(ROOT, "docs", "learn", "python.md")
BLOCK = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```\n", re.DOTALL)


def read():
    with open(PAGE, encoding="utf-8") as f:
        return f.read()


def run(update=False):
    """Run the blocks, one after the other; return what they should print and what they print, and the new page."""
    names, results = {"__name__": "tutorial"}, []

    def once(block):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(block.group(1), f"block {len(results) + 1} of the tutorial", "exec"), names)
        results.append((block.group(2), out.getvalue()))
        return f"```python\n{block.group(1)}```\n\n```text\n{out.getvalue()}```\n"

    here = os.getcwd()
    os.chdir(ROOT)
    try:
        page = BLOCK.sub(once, read())
    finally:
        os.chdir(here)
    return results, page


class Tutorial(unittest.TestCase):
    def test_tutorial(self):
        results, _ = run()
        self.assertEqual(len(results), read().count("```python\n"), "a block without its output")
        self.assertGreater(len(results), 8)
        for want, got in results:
            self.assertEqual(got, want)


if __name__ == "__main__":
    if "--update" in sys.argv:
        changed = run()[1]
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(changed)
    else:
        unittest.main()
