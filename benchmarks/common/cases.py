"""One command run by two build trees, and whether it answered the same: shared by benchmarks/common/same-answers.

A case is run in an empty folder of its own for each tree. Its answer is the exit status, what it printed, and every file
that it left in that folder, byte for byte.
"""
import collections
import random
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from build_tree import clean_environment

SECONDS = 300
# A document may move to another folder; what is said with its name may not change.
DOCUMENT = re.compile(rb"docs/(?:[\w-]+/)*([\w-]+\.md)")
SHOWN_BYTES = 160
LINES_OF_PART = 400


@dataclass
class Case:
    """`command` gives the arguments for a tree. `environment` is added to a clean one. Answers of a case that is `kept` stay
    in the folder of that name, for later cases."""
    part: str
    name: str
    command: Callable
    environment: dict = field(default_factory=dict)
    kept: str = ""


@dataclass
class Answer:
    status: object
    parts: dict  # name: bytes


def files_below(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def comparable(text, tree, folder):
    return DOCUMENT.sub(rb"docs/\1", text.replace(bytes(tree.path), b"TREE").replace(bytes(folder.resolve()), b"FOLDER"))


def first_difference(old, new):
    """Number and text of the first line that differs."""
    olds, news = old.split(b"\n"), new.split(b"\n")
    for number, (one, other) in enumerate(zip(olds, news), 1):
        if one != other:
            return number, around(one, other), around(other, one)
    number = min(len(olds), len(news)) + 1
    return number, *(lines[number - 1] if len(lines) >= number else b"(ends)" for lines in (olds, news))


def around(line, other):
    """The part of a long line where the other one differs."""
    at = next((i for i, (a, b) in enumerate(zip(line, other)) if a != b), min(len(line), len(other)))
    begin = max(0, at - SHOWN_BYTES // 2) if len(line) > SHOWN_BYTES else 0
    return line[begin:begin + SHOWN_BYTES]


class Judge:
    """Runs cases in both trees, counts, and tells what differs."""

    def __init__(self, old, new, scratch, jobs):
        self.trees, self.scratch, self.jobs = {"old": old, "new": new}, Path(scratch), jobs
        self.counts = collections.Counter()
        self.lock = threading.Lock()
        self.done = 0

    def folder(self, side, kept):
        return self.scratch / side / kept

    def run(self, side, case, number):
        tree = self.trees[side]
        folder = self.folder(side, case.kept or f"case-{number}")
        folder.mkdir(parents=True)
        try:
            done = subprocess.run([str(word) for word in case.command(tree)], cwd=folder, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=SECONDS,
                                  env=clean_environment(**{k: str(v) for k, v in case.environment.items()}))
            status, printed = done.returncode, {"stdout": done.stdout, "stderr": done.stderr}
        except subprocess.TimeoutExpired:
            status, printed = f"no end in {SECONDS} s", {}
        parts = {**printed, **files_below(folder)}
        if not case.kept:
            shutil.rmtree(folder)
        return Answer(status, {part: comparable(text, tree, folder) for part, text in parts.items()})

    def judge(self, case, number):
        """Runs, counts, and tells."""
        old, new = self.run("old", case, number), self.run("new", case, number)
        differences = list(self.differences(old, new))
        with self.lock:
            self.counts[case.part, "cases"] += 1
            self.counts[case.part, "answered"] += old.status == 0
            self.counts[case.part, "bytes"] += sum(map(len, old.parts.values()))
            self.counts[case.part, "differ"] += bool(differences)
            self.done += 1
            if differences and self.counts[case.part, "differ"] <= LINES_OF_PART:
                self.say("\n".join([f"DIFFERS {case.part}: {case.name}", *differences]))
            self.progress()

    @staticmethod
    def differences(old, new):
        if old.status != new.status:
            yield f"  status {old.status} -> {new.status}"
        for part in sorted({*old.parts, *new.parts}):
            if part not in old.parts or part not in new.parts:
                yield f"  {part}: only in {'old' if part in old.parts else 'new'}"
            elif old.parts[part] != new.parts[part]:
                line, one, other = first_difference(old.parts[part], new.parts[part])
                yield f"  {part}:{line}:\n    - {one.decode(errors='replace')}\n    + {other.decode(errors='replace')}"

    def judge_all(self, cases, every=1):
        """Each case, or one of so many: drawn, so that questions of all kinds are among them."""
        cases = list(cases)
        if every > 1:
            cases = random.Random(every).sample(cases, -(-len(cases) // every))
        with ThreadPoolExecutor(self.jobs) as pool:
            first = self.done
            list(pool.map(self.judge, cases, range(first, first + len(cases))))

    def say(self, text):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        print(text, flush=True)

    def progress(self):
        if sys.stderr.isatty() and self.done % 10 == 0:
            print(f"\r{self.done} cases, {self.differing()} differ", end="", file=sys.stderr, flush=True)

    def differing(self):
        return sum(count for (_, what), count in self.counts.items() if what == "differ")

    def table(self):
        """Lines of Markdown: a row for each part."""
        yield "| part | cases | answered (status 0) | bytes compared | different |"
        yield "|---|--:|--:|--:|--:|"
        parts = dict.fromkeys(part for part, _ in self.counts)
        columns = ("cases", "answered", "bytes", "differ")
        for part in parts:
            yield f"| {part} | " + " | ".join(f"{self.counts[part, column]:,}" for column in columns) + " |"
        sums = [sum(self.counts[part, column] for part in parts) for column in columns]
        yield "| all | " + " | ".join(f"{total:,}" for total in sums) + " |"
