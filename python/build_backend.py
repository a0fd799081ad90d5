# SPDX-License-Identifier: Apache-2.0
"""How pip makes the module: PEP 517 and PEP 660 with the standard library and cmake alone.

    pip install .                                       # configures and builds build/wheel
    pip install . --config-settings build=build/dev     # takes the module of a build that exists
    pip install --editable .                            # the sources as they stand, the compiled part of build/wheel

Nothing is downloaded. numpy is needed to run, and not asked for here: Debian's is found in a venv made
with --system-site-packages, and pip would look for another one in an index.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "involute"
# Entries of an archive carry this instant, so that the same files give the same bytes.
INSTANT = (1980, 1, 1, 0, 0, 0)


def version():
    found = re.search(r"project\(involute VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8"))
    if not found:
        raise SystemExit("build_backend: CMakeLists.txt names no version of the project")
    return found[1]


def metadata():
    """What `pip show involute` reads. The extras are what single functions import."""
    extras = {"sympy": ["sympy"], "scipy": ["scipy"], "pandas": ["pandas"], "xarray": ["xarray"],
              "plot": ["matplotlib"]}
    lines = ["Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {version()}",
             "Summary: Solves ordinary differential systems of any order and index as they are written",
             "Author: The Involute developers", "License: Apache-2.0", "Requires-Python: >=3.9",
             "Keywords: differential-algebraic equations,DAE,ODE,index reduction,multibody",
             "Classifier: License :: OSI Approved :: Apache Software License",
             "Classifier: Programming Language :: C++",
             "Classifier: Programming Language :: Python :: 3",
             "Classifier: Topic :: Scientific/Engineering :: Mathematics",
             "Classifier: Typing :: Typed"]
    for extra, needs in extras.items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {need}; extra == "{extra}"' for need in needs]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (ROOT / "README.md").read_text("utf-8")


def tag():
    """Which interpreters can load it: the one that builds it, on a system like this one."""
    if sys.implementation.name != "cpython":
        raise SystemExit(f"build_backend: made for CPython, and this is {sys.implementation.name}")
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{interpreter}-{interpreter}{sys.abiflags}-{platform}"


def run(*command):
    # pip hides installed packages from a build by PYTHONPATH; cmake's look at Python shall see them.
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    try:
        subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, check=True)
    except FileNotFoundError:
        raise SystemExit(f"build_backend: no {command[0]} here: scripts/setup --python") from None
    except subprocess.CalledProcessError as failed:
        words = " ".join(str(word) for word in command)
        raise SystemExit(f"build_backend: `{words}` ended with {failed.returncode}; its last lines say why") from None


def setting(settings, name):
    value = (settings or {}).get(name)
    return value[-1] if isinstance(value, list) else value


def built(settings):
    """The folder that holds the package `involute` with its compiled part."""
    known = {"build"}
    for name in settings or {}:
        if name not in known:
            raise SystemExit(f"build_backend: no setting `{name}`; there is `build=FOLDER`, a folder configured "
                             "with -D INVOLUTE_PYTHON=ON")
    given = setting(settings, "build")
    folder = ROOT / (given or "build/wheel")
    if given is None:
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        run("cmake", "-S", ROOT, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DINVOLUTE_TOGETHER=6", "-DINVOLUTE_PYTHON=ON",
            f"-DPython_EXECUTABLE={sys.executable}")
    elif not (folder / "CMakeCache.txt").exists():
        raise SystemExit(f"build_backend: {folder} is no build folder: "
                         f"cmake -S . -B {given} -D INVOLUTE_PYTHON=ON")
    run("cmake", "--build", folder, "--parallel", "--target", "involute_python")
    package = folder / "python" / NAME
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if not (package / f"_core{suffix}").exists():
        raise SystemExit(f"build_backend: {package} has no _core{suffix}: {folder} was configured for another "
                         f"Python than {sys.executable}")
    return package.parent


def metadata_files():
    return {"METADATA": metadata(),
            "WHEEL": f"Wheel-Version: 1.0\nGenerator: involute\nRoot-Is-Purelib: false\nTag: {tag()}\n"}


def write_metadata(folder):
    info = pathlib.Path(folder) / f"{NAME}-{version()}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    for name, text in metadata_files().items():
        (info / name).write_text(text, "utf-8")
    shutil.copy(ROOT / "LICENSE", info / "LICENSE")
    return info.name


def write_wheel(folder, files):
    """A zip of {path inside: bytes} with the metadata and a list of sums behind."""
    info = f"{NAME}-{version()}.dist-info"
    files = dict(files)
    for name, text in metadata_files().items():
        files[f"{info}/{name}"] = text.encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{NAME}-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, INSTANT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, content)
    return wheel


def stripped(library):
    """Its bytes without debugging information, where there is a `strip`."""
    if not shutil.which("strip"):
        return library.read_bytes()
    copy = library.with_name(library.name + ".stripped")
    run("strip", "--strip-unneeded", "-o", copy, library)
    try:
        return copy.read_bytes()
    finally:
        copy.unlink()


# ---- what pip calls

def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return write_metadata(metadata_directory)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = built(config_settings)
    files = {}
    for path in sorted((folder / NAME).rglob("*")):
        if path.is_file() and (path.suffix in (".py", ".pyi", ".so") or path.name == "py.typed"):
            content = stripped(path) if path.suffix == ".so" else path.read_bytes()
            files[path.relative_to(folder).as_posix()] = content
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    # The build folder holds links to the sources beside the compiled part: its path is all there is to install.
    folder = built(config_settings)
    return write_wheel(wheel_directory, {f"__editable__.{NAME}.pth": f"{folder}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        raise SystemExit("build_backend: a source archive is made of what git knows, and this is no git repository")
    top = f"{NAME}-{version()}"

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return entry

    with tarfile.open(pathlib.Path(sdist_directory) / f"{top}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(filter(None, listed.stdout.decode().split("\0"))):
            if (ROOT / name).exists():
                archive.add(ROOT / name, f"{top}/{name}", filter=plain)
        write_metadata(sdist_directory)
        info = pathlib.Path(sdist_directory) / f"{NAME}-{version()}.dist-info"
        archive.add(info / "METADATA", f"{top}/PKG-INFO", filter=plain)
        shutil.rmtree(info)
    return f"{top}.tar.gz"


if __name__ == "__main__":  # cmake's installation puts the same metadata beside the module
    print(write_metadata(sys.argv[1]))
