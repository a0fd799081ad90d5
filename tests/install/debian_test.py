#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian packages: what is in them works where it will lie, and lintian finds no error.

usage: debian_test.py SOURCE BUILD      packages made of this build folder, unpacked beside
       debian_test.py SOURCE            made by scripts/package, installed, used and purged (root; minutes)

What is installed is seen by this test alone: it runs on a layer above /usr and /var that is gone with it. Ends with 77
(skipped) where there is no dpkg or, installing, no root or no such layer (unless CI is set: there nothing is lost).
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(sys.argv[1]).resolve()

USE = """
import involute as iv, sys
s = iv.model(sys.argv[1]).solve(to=10)
assert s.success, s.message
assert abs(s["x"][-1]**2 + s["y"][-1]**2 - 1) < 1e-12
print(iv.__file__)
"""


def run(*command, **options):
    ran = subprocess.run([str(word) for word in command], text=True, capture_output=True, check=False, **options)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def names(packages):
    return {run("dpkg-deb", "-f", package, "Package").strip(): package for package in packages}


def look_inside(package, expected):
    listed = run("dpkg-deb", "-c", package)
    for path in expected:
        if not re.search(path, listed, re.MULTILINE):
            sys.exit(f"{package.name} has no {path}:\n{listed}")
    if "__pycache__" in listed:
        sys.exit(f"{package.name} holds compiled Python:\n{listed}")


def no_search_path(file):
    if re.search(r"R(UN)?PATH", run("readelf", "-d", file)):
        sys.exit(f"{file} says where to look for libraries")


def lintian(packages):
    if shutil.which("lintian"):
        print(run("lintian", "--fail-on", "error", "--allow-root", *packages))


def unpacked(build, scratch):
    """The packages of the program and of the module; the library is not packed, its debugging information is large."""
    run("cpack", "-G", "DEB", "-D", "CPACK_COMPONENTS_ALL=program;python", "-B", scratch / "packages", cwd=build)
    found = names((scratch / "packages").glob("*.deb"))
    if set(found) != {"involute", "python3-involute"}:
        sys.exit(f"packages: {found}")
    look_inside(found["involute"], [r"\./usr/bin/involute$", r"man1/involute\.1\.gz$", r"models/pendulum\.ode$",
                                    r"doc/involute/copyright$", r"doc/involute/changelog\.Debian\.gz$"])
    look_inside(found["python3-involute"],
                [r"\./usr/lib/python3/dist-packages/involute/__init__\.py$", r"involute/_core\.cpython-\S+\.so$",
                 r"involute/py\.typed$", r"\.dist-info/METADATA$", r"doc/python3-involute/copyright$"])
    depends = run("dpkg-deb", "-f", found["python3-involute"], "Depends")
    for word in ["python3 (>= 3.", "python3 (<< 3.", "python3-numpy", "libc6", "libfmt9"]:
        if word not in depends:
            sys.exit(f"python3-involute does not depend on {word}: {depends}")
    root = scratch / "root"
    for package in found.values():
        run("dpkg-deb", "-x", package, root)
    modules = root / "usr/lib/python3/dist-packages"
    model = root / "usr/share/involute/models/pendulum.ode"
    no_search_path(root / "usr/bin/involute")
    no_search_path(next((modules / "involute").glob("_core*.so")))
    run(root / "usr/bin/involute", "check", model)
    place = run(sys.executable, "-B", "-c", USE, model, env=dict(os.environ, PYTHONPATH=str(modules)), cwd=scratch)
    if not pathlib.Path(place.strip()).is_relative_to(root):
        sys.exit(f"took the module of {place}")
    if shutil.which("man"):
        run("man", "--warnings", "-l", root / "usr/share/man/man1/involute.1.gz", env=dict(os.environ, MANWIDTH="80"))
    lintian(found.values())


LAYER = """
mount -t tmpfs none "$1" || exit 77
for folder in usr var; do
    mkdir "$1/$folder" "$1/$folder.work" || exit 77
    mount -t overlay none -o "lowerdir=/$folder,upperdir=$1/$folder,workdir=$1/$folder.work" "/$folder" || exit 77
done
shift
exec "$@"
"""


def on_a_layer(packages):
    """This script once more, in a mount namespace of its own."""
    if os.geteuid() != 0:
        print("not root: nothing is installed")
        return 77
    with tempfile.TemporaryDirectory() as layer:
        again = [sys.executable, "-B", __file__, SOURCE, "--install", *packages]
        ended = subprocess.run(["unshare", "-m", "sh", "-c", LAYER, "sh", layer, *again], check=False).returncode
    if ended == 77 and os.environ.get("CI"):
        ended = subprocess.run(again, check=False).returncode
    return ended


def installed(packages, scratch):
    wanted = {"involute", "libinvolute-dev", "python3-involute"}
    found = names(map(pathlib.Path, packages))
    if set(found) != wanted:
        sys.exit(f"packages: {found}")
    files = set()
    for package in found.values():
        files |= {"/" + line.split(maxsplit=5)[5].removeprefix("./") for line in run("dpkg-deb", "-c", package).splitlines()
                  if not line.startswith("d")}
    python = "/usr/bin/python3"
    plain = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    try:
        run("dpkg", "-i", *found.values())
        run("/usr/bin/involute", "check", "/usr/share/involute/models/pendulum.ode")
        place = run(python, "-c", USE, "/usr/share/involute/models/pendulum.ode", env=plain, cwd=scratch)
        if not place.startswith("/usr/lib/python3/dist-packages/"):
            sys.exit(f"took the module of {place}")
        build = scratch / "consumer"
        readme = scratch / "readme.cpp"
        readme.write_text(re.search(r"```cpp\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)[1])
        run("cmake", "-S", SOURCE / "tests/install/consumer", "-B", build, "-G", "Ninja", "-D", f"README_PROGRAM={readme}")
        run("cmake", "--build", build)
        run(build / "readme")
    finally:
        print(run("dpkg", "--purge", *sorted(wanted)))
    left = [path for path in files if os.path.lexists(path)]
    left += [str(path) for path in pathlib.Path("/usr/lib/python3/dist-packages").glob("involute*")]
    if left:
        sys.exit(f"left behind: {left}")


def main():
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        print("no dpkg here: scripts/setup --package")
        sys.exit(77)
    words = sys.argv[2:]
    if not words:  # scripts/package has lintian look at them
        sys.exit(on_a_layer(SOURCE / line for line in run(SOURCE / "scripts/package").split()))
    with tempfile.TemporaryDirectory() as scratch:
        place = pathlib.Path(scratch).resolve()
        if words[0] == "--install":
            installed(words[1:], place)
        else:
            unpacked(pathlib.Path(words[0]).resolve(), place)


if __name__ == "__main__":
    main()
