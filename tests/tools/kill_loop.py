# SPDX-License-Identifier: Apache-2.0
"""Runs the program again and again and ends it at random places: by signals, by files that may not
grow, by full or closed streams. What it leaves behind is whole or absent, and rows are whole lines.

    kill_loop.py PROGRAM MODEL TIMES [SEED]
"""
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP]
OLD = b"old\n"


class Broken(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Broken(what)


def check_csv(text):
    """The header, then lines with as many numbers."""
    require(text.endswith(b"\n"), "the last line is cut off: %r" % text[-80:])
    lines = text.decode().splitlines()
    names = lines[0].split(",")
    require(names[0] == "t", "no header: %r" % lines[0])
    for line in lines[1:]:
        values = [float(field) for field in line.split(",")]
        require(len(values) == len(names), "a row is cut off: %r" % line)


def check_npz(path):
    with zipfile.ZipFile(path) as archive:
        require(archive.testzip() is None, "the archive is broken")
        require("values.npy" in archive.namelist(), "there are no values")


def check_file(path, kind):
    if not path.exists():
        return "absent"
    content = path.read_bytes()
    if content == OLD:
        return "old"
    if kind == "csv":
        check_csv(content)
    elif kind == "json":
        require("code" in json.loads(content), "no code")
    elif kind == "npz":
        check_npz(path)
    else:
        require(content.rstrip().endswith(b"</svg>"), "the picture is cut off")
    return "whole"


class Trial:
    """One run: what it is asked for, and what happens to it."""

    def __init__(self, program, model, folder, chance):
        self.folder, self.chance = folder, chance
        self.kind = chance.choice(["csv", "csv", "json", "npz"])
        self.to_file = self.kind == "npz" or chance.random() < 0.5
        self.words = [program, "solve", model, "--format", self.kind, "--to",
                      chance.choice(["20", "2000", "1e9"])]
        self.file, self.picture = folder / "out", None
        if self.to_file:
            self.words += ["-o", str(self.file)]
            if chance.random() < 0.5:
                self.file.write_bytes(OLD)
            if chance.random() < 0.2:
                self.picture = folder / "picture.svg"
                self.words += ["--plot", str(self.picture)]
        if self.kind != "csv" or self.picture:  # rows are kept
            self.words += ["--max-memory", "20"]
        self.fate = chance.choice(["signal", "signal", "signal", "limit", "full", "closed"])
        self.size = chance.randrange(1, 1 << 17)
        self.closed = [d for d in (0, 1, 2) if chance.random() < 0.5]

    def __str__(self):
        return "%s (%s, limit %d, closed %s)" % (" ".join(self.words), self.fate, self.size,
                                                 self.closed)

    def prepare(self):
        """In the child, before the program."""
        if self.fate == "limit":
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.size))
        if self.fate == "closed":
            for descriptor in self.closed:
                os.close(descriptor)

    def run(self):
        out = self.folder / "stdout"
        with open("/dev/full" if self.fate == "full" else out, "wb") as stdout, \
                open(self.folder / "stderr", "wb") as stderr:
            child = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=stdout,
                                     stderr=stderr, preexec_fn=self.prepare)
            time.sleep(self.chance.random() ** 2 * 0.6)
            sent = self.chance.choice(SIGNALS) if self.fate == "signal" else signal.SIGTERM
            child.send_signal(sent)
            code = child.wait(timeout=120)
        self.check(code, sent, out)
        return "%s %s" % (self.fate, code)

    def check(self, code, sent, out):
        said = (self.folder / "stderr").read_bytes().decode()
        require("internal error" not in said, said)
        allowed = {0, 4, -sent} | ({2} if self.fate != "signal" else set())
        require(code in allowed, "exit code %d: %s" % (code, said))
        names = {path.name for path in self.folder.iterdir()}
        require(names <= {"stdout", "stderr", "out", "picture.svg"}, "left behind: %s" % names)
        state = check_file(self.file, self.kind)
        if code in (0, 4) and self.to_file:
            require(state == "whole", "the run ended well, and its file is " + state)
        if self.picture:
            check_file(self.picture, "svg")
        if self.to_file or self.fate == "full":
            return
        text = out.read_bytes()
        if self.kind == "csv" and text:
            if self.fate == "limit":  # what does not fit any more is cut by the system
                text = text[:text.rfind(b"\n") + 1]
            if text:
                check_csv(text)
        if self.kind == "json" and code in (0, 4) and not (self.fate == "closed" and 1 in self.closed):
            require("code" in json.loads(text), "no code")


def main():
    program, model, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    chance = random.Random(seed)
    tally = {}
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            trial = Trial(program, model, pathlib.Path(folder), chance)
            try:
                what = trial.run()
            except Exception as mistake:  # whatever is found, with the trial that found it
                sys.exit("trial %d of seed %d: %s\n%s" % (number, seed, trial, mistake))
            tally[what] = tally.get(what, 0) + 1
    print("%d trials, all whole or absent: %s" % (times, sorted(tally.items())))


main()
