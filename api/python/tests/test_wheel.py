"""The wheel, and the types of the package."""

import ast
import base64
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import oxo

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.abspath(oxo.__file__))
LIBRARY = os.environ.get("OXO_LIBRARY") or os.path.join(PACKAGE, "liboxo.so")


def load(name):
    """Load a script of the folder above."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, "..", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Wheel(unittest.TestCase):
    def setUp(self):
        self.wheel = load("make_wheel")

    def test_wheel(self):
        with tempfile.TemporaryDirectory() as out:
            name = self.wheel.write_wheel(out, LIBRARY, "1.2.3")
            with open(os.path.join(out, name), "rb") as f:
                first = f.read()
            self.assertEqual(self.wheel.write_wheel(out, LIBRARY, "1.2.3"), name)
            with open(os.path.join(out, name), "rb") as f:
                self.assertEqual(f.read(), first, "the same files make other bytes")
            version, tag = re.fullmatch(r"oxo-(.*)-(py3-none-.*)\.whl", name).groups()
            self.assertEqual(version, "1.2.3")
            with zipfile.ZipFile(os.path.join(out, name)) as z:
                self.check(z, "oxo-1.2.3.dist-info/", tag)

    def check(self, z, info, tag):
        self.assertIn(f"\nTag: {tag}\n", z.read(info + "WHEEL").decode())
        self.assertIn("\nVersion: 1.2.3\n", z.read(info + "METADATA").decode())
        self.assertIn('__version__ = "1.2.3"', z.read("oxo/__init__.py").decode())
        names = z.namelist()
        self.assertIn("oxo/py.typed", names)
        listed = []
        for line in z.read(info + "RECORD").decode().splitlines():
            name, digest, size = line.split(",")
            listed.append(name)
            if name != info + "RECORD":
                data = z.read(name)
                want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((digest, size), ("sha256=" + want, str(len(data))), name)
        self.assertEqual(listed, names)

    def test_platform(self):
        tag = self.wheel.platform_tag(b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.4\0")
        if sys.platform.startswith("linux"):
            self.assertRegex(tag, r"^manylinux_2_34_\w+$")
            self.assertRegex(self.wheel.platform_tag(b"musl"), r"^linux_\w+$")

    def test_versions(self):
        for given, want in {
            "1.2.0": "1.2.0", "v1.2.0": "1.2.0", "0.0.0-dev.0123abcd": "0.0.0+dev.0123abcd", "1.0-next.ab-c": "1.0+next.ab.c",
        }.items():
            self.assertEqual(self.wheel.pep440(given), want)
        with self.assertRaises(SystemExit):
            self.wheel.pep440("next")
        with open(os.path.join(HERE, "..", "pyproject.toml"), encoding="utf-8") as f:
            self.assertIn(f'\nversion = "{self.wheel.package_version()}"\n', f.read())

    def test_library_is_missing(self):
        with self.assertRaisesRegex(SystemExit, "make lib"):
            self.wheel.write_wheel("/nowhere", "/nowhere/liboxo.so")


class Types(unittest.TestCase):
    def test_annotations(self):
        for file in sorted(os.listdir(PACKAGE)):
            if not file.endswith(".py"):
                continue
            with open(os.path.join(PACKAGE, file), encoding="utf-8") as f:
                tree = ast.parse(f.read(), file)
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    a = node.args
                    every = a.posonlyargs + a.args + a.kwonlyargs + [x for x in (a.vararg, a.kwarg) if x]
                    bare = [x.arg for x in every if x.annotation is None and x.arg not in ("self", "cls")]
                    where = f"{file}:{node.lineno}: {node.name}"
                    self.assertEqual(bare, [], where)
                    self.assertIsNotNone(node.returns, where)

    def test_mypy(self):
        mypy = shutil.which("mypy")
        if mypy is None:
            self.skipTest("no mypy: pip install mypy, or apt-get install mypy")
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [mypy, "--strict", "--cache-dir", cache, PACKAGE], capture_output=True, text=True, timeout=600, check=False
            )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Bench(unittest.TestCase):
    def test_bench(self):
        file = os.path.join(HERE, "..", "bench.py")  # not by its name, which would put its folder before the package
        program = f"import runpy, sys; sys.argv[1:] = ['tictactoe']; runpy.run_path({file!r}, run_name='__main__')"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^[\d,]+ push, moves and pop a second\n[\d,]+ apply_action")


if __name__ == "__main__":
    unittest.main()
