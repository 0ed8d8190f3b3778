"""Write the wheel of the package oxo, with the library inside, by the Python standard library alone.

    python3 make_wheel.py [--library FILE] [--out FOLDER] [--version VERSION]

Prints the name of the file. A wheel is a zip file as PEP 427 describes it. pip calls build_wheel (PEP 517): so
"pip wheel ." works, too, after "make lib". The same files give the same bytes.
"""

import argparse
import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.join(HERE, "..", "..", "lib", "liboxo.so")

METADATA = """Metadata-Version: 2.1
Name: oxo
Version: {version}
Summary: Board games with exact values: every move's value, proofs, reasons in words
License: MIT
Keywords: board games,minimax,alpha-beta,connect four,game solver,tic-tac-toe
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Games/Entertainment :: Board Games
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{description}"""

WHEEL = """Wheel-Version: 1.0
Generator: oxo
Root-Is-Purelib: false
Tag: {tag}
"""


def read(*path):
    with open(os.path.join(HERE, *path), "rb") as f:
        return f.read()


def package_version():
    return re.search(r'^__version__ = "(.*)"$', read("oxo", "__init__.py").decode(), re.MULTILINE).group(1)


def pep440(version):
    """Return a version as Python writes it: a release's 1.2.0-next.0123abc is 1.2.0+next.0123abc."""
    version = version.strip().lstrip("v").replace("-", "+", 1).replace("-", ".")
    if not re.fullmatch(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.dev\d+)?(\+[a-zA-Z0-9.]+)?", version):
        raise SystemExit(f"make_wheel.py: the version {version}: want one as 1.2.0")
    return version


def platform_tag(library):
    """Return the systems that a library runs on.

    A library for glibc needs the newest version of glibc that it names a symbol of: manylinux_2_34 has 2.34 or newer
    (PEP 600).
    """
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)(?:\.\d+)?\0", library)]
    if machine.startswith("linux_") and needed:
        return f"manylinux_2_{max(max(needed), 17)}_{machine[len('linux_'):]}"
    return machine


def files_of(version, library):
    """Return the names and the contents of the files of the wheel, without RECORD."""
    files = {}
    for name in sorted(os.listdir(os.path.join(HERE, "oxo"))):
        if name.endswith(".py") or name == "py.typed":
            files[f"oxo/{name}"] = read("oxo", name)
    was = f'__version__ = "{package_version()}"'
    files["oxo/__init__.py"] = files["oxo/__init__.py"].replace(was.encode(), f'__version__ = "{version}"'.encode())
    files["oxo/liboxo.so"] = library
    info = f"oxo-{version}.dist-info/"
    files[info + "METADATA"] = METADATA.format(version=version, description=read("README.md").decode()).encode()
    files[info + "WHEEL"] = WHEEL.format(tag="py3-none-" + platform_tag(library)).encode()
    licence = os.path.join("..", "..", "LICENSE")
    if os.path.exists(os.path.join(HERE, licence)):
        files[info + "LICENSE"] = read(licence)
    return files, info


def record(files, info):
    """Return the list of files with their checksums."""
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join(lines) + info + "RECORD,,\n"


def write_wheel(out, library=LIBRARY, version=None):
    """Write the wheel into a folder, and return the name of the file."""
    if not os.path.exists(library):
        raise SystemExit(f'make_wheel.py: {os.path.normpath(library)} is not there: make it with "make lib"')
    with open(library, "rb") as f:
        data = f.read()
    version = pep440(version or package_version())
    files, info = files_of(version, data)
    files[info + "RECORD"] = record(files, info).encode()
    name = f"oxo-{version}-py3-none-{platform_tag(data)}.whl"
    os.makedirs(out, exist_ok=True)
    with zipfile.ZipFile(os.path.join(out, name), "w", zipfile.ZIP_DEFLATED) as z:
        for path, contents in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if path.endswith(".so") else 0o100644) << 16
            z.writestr(entry, contents)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write the wheel for pip: PEP 517."""
    return write_wheel(wheel_directory, os.environ.get("OXO_LIBRARY", LIBRARY))


def build_sdist(sdist_directory, config_settings=None):
    """Say that there is no source distribution: the library is built by Go, from all of the project."""
    raise SystemExit('make_wheel.py: there is no source distribution; want a wheel, by "make wheel"')


def main():
    parser = argparse.ArgumentParser(description="Write the wheel of the package oxo.")
    parser.add_argument("--library", default=LIBRARY)
    parser.add_argument("--out", default=os.path.join(HERE, "..", "..", "dist"))
    parser.add_argument("--version", help="default: that of the package")
    a = parser.parse_args()
    print(os.path.normpath(os.path.join(a.out, write_wheel(a.out, a.library, a.version))))


if __name__ == "__main__":
    sys.exit(main())
