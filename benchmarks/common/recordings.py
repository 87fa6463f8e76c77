"""Runs of instrumented kernels, and what is asked of the profiles and traces that they leave behind: cases of
benchmarks/common/same-answers.

Both trees instrument each kernel and run it: one thread, the same addresses each time, so profiles and traces must be the
same. Questions are then asked of those that the old tree recorded.
"""
import subprocess

from build_tree import ROOT, without_random_addresses
from cases import Case
from questions import MACHINES, SCHEDULES, chooser
from sources import REMARKS, compile_command

SIZES = (300, 600, 1200, 2400)
# How a run can be told to measure, beside the default.
WAYS = {"exact": {"PMECACHE_SAMPLE": "exact"}, "no-sets": {"PMECACHE_SETS": "off"},
        "sets": {"PMECACHE_SETS": "64x8,512x8,8192x16"}}
LARGE = 20000  # beyond what the samplers leave exact
METHODS = ("auto", "mimic", "blocks", "rdfp", "footprint", "markov")
INSTRUMENTED_FOR = "corei7"


def kernels():
    """The kernels that share a driver: those beside a driver.c."""
    for driver in sorted((ROOT / "benchmarks").rglob("driver.c")):
        for source in sorted(driver.parent.glob("*.c")):
            if source.stem not in ("driver", "witness"):
                yield driver, source


def object_of(stem):
    return f"built/{stem}/object.o"


def build_cases(headers):
    """Objects stay in built/KERNEL."""
    sources = dict.fromkeys(source for pair in kernels() for source in pair)
    for source in sources:
        mode = {} if source.stem == "driver" else {"PMECACHE_INSTRUMENT": "all", "PMECACHE_MACHINE": INSTRUMENTED_FOR}
        yield Case("recordings: objects", source.name, compile_command(source, [], headers, *REMARKS, "-g"), mode,
                   kept=f"built/{source.stem}")


def link(judge, environment):
    """Programs built/KERNEL/program of both sides; they have paths in them and are not compared."""
    for side, tree in judge.trees.items():
        for driver, source in kernels():
            folder = judge.folder(side, f"built/{source.stem}")
            subprocess.run([tree.driver(source), "-fopenmp", folder / "object.o", judge.folder(side, object_of("driver")),
                            *tree.link, "-o", folder / "program"], check=True, env=environment)


def run_case(kernel, label, size, libraries, threads=1, **environment):
    """Profile and trace stay in runs/KERNEL-LABEL."""
    # Profiles and traces have the command in them: it has to be the same on both sides.
    command = [*without_random_addresses(), f"../../built/{kernel}/program", size]
    return Case("recordings: runs", f"{kernel} {size}, {label}", lambda tree: command,
                {"OMP_NUM_THREADS": threads, "PMECACHE_PROFILE_OUT": "run.pmeprof", **libraries, **environment},
                kept=f"runs/{kernel}-{label}")


def run_cases(libraries):
    for _, source in kernels():
        for size in SIZES:
            trace = {"PMECACHE_TRACE_OUT": "run.pmetrace"} if size == SIZES[1] else {}
            yield run_case(source.stem, str(size), size, libraries, **trace)
        for label, environment in WAYS.items():
            yield run_case(source.stem, label, SIZES[2], libraries, **environment)
        yield run_case(source.stem, "large", LARGE, libraries)


class Recorded:
    """Where the old tree's recordings are."""

    def __init__(self, judge, kernel):
        self.judge, self.kernel = judge, kernel

    def file(self, label, kind="pmeprof"):
        return self.judge.folder("old", f"runs/{self.kernel}-{label}") / f"run.{kind}"

    def profiles(self):
        return [self.file(str(size)) for size in SIZES]


def profile_questions(recorded, draw):
    """(words, outputs are files) of `pmecache profile`."""
    labels = [str(size) for size in SIZES] + [*WAYS, "large"]
    for label in labels:
        profile = recorded.file(label)
        yield ["show", profile]
        for machine in draw.sample(MACHINES, 3):
            yield ["predict", profile, "--machine", machine, "--json"]
        yield ["predict", profile, "--machine", INSTRUMENTED_FOR]
    yield ["show", recorded.file("large"), "--histogram", "--svg", "distances.svg", "--most", 5]
    small = recorded.profiles()
    yield ["merge", *small[:2], "--output", "merged.pmeprof"]
    for way in "fitted", "printed":
        yield ["scale", *small, "--sizes", ",".join(map(str, SIZES)), "--to", 8 * SIZES[-1], "--way", way, "--force",
               "--output", "scaled.pmeprof", "--machine", draw.choice(MACHINES), "--json"]
    yield ["predict", recorded.file(str(SIZES[1]), "pmetrace"), "--machine", "core2duo", "--json"]
    yield ["predict", recorded.file(str(SIZES[1]), "pmetrace"), "--threads", "1,4", "--machine", "corei7", "--json"]


def mimic_questions(trace, draw):
    for machine in draw.sample(MACHINES, 2):
        yield [trace, "--machine", machine, "--json"]
        yield [trace, "--machine", machine, "--threads", "2,6", "--schedule", draw.choice(SCHEDULES), "--json"]
    for method in METHODS:
        yield [trace, "--machine", draw.choice(MACHINES), "--threads", "1,4", "--method", method, "--json"]
    machine = draw.choice(MACHINES[:5])
    yield [trace, "--machine", machine, "--threads", "1,3", "--time", "--json"]
    yield [trace, "--machine", machine, "--threads", "4", "--svg", "picture.svg"]
    yield [trace, "--machine", machine, "--advise", "--output", "advice.pmeprof", "--json"]
    yield [trace, "--machine", machine, "--advise", "--threads", "2"]
    yield [trace, "--machine", machine, "--threads", "3", "--no-interval", "--seed", "7", "--json"]


def told(word):
    return f"{word.parent.name}/{word.name}" if hasattr(word, "parent") else str(word)


def ask(part, command, words):
    return Case(part, f"pmecache {command} {' '.join(map(told, words))}", lambda tree: [tree.tool, command, *words])


def question_cases(judge, texts):
    for _, source in kernels():
        recorded, draw = Recorded(judge, source.stem), chooser(source.stem)
        for words in profile_questions(recorded, draw):
            yield ask(f"profile {words[0]}", "profile", words)
        for trace in recorded.file(str(SIZES[1]), "pmetrace"), recorded.file("team", "pmetrace"):
            for words in mimic_questions(trace, draw):
                yield ask("mimic", "mimic", words)
    for text in texts:
        for words in mimic_questions(text, chooser(text.name)):
            yield ask("mimic", "mimic", words)


def record_team(judge, libraries):
    """Traces of three threads, by the old tree alone: their order is not the same in two runs."""
    for number, (_, source) in enumerate(kernels()):
        case = run_case(source.stem, "team", SIZES[0], libraries, 3, PMECACHE_TRACE_OUT="run.pmetrace")
        if judge.run("old", case, -1 - number).status != 0:
            raise SystemExit(f"{source.stem} with three threads failed")


def profiled_compiles(judge, headers):
    """Remarks of a compile that uses the profile."""
    for _, source in kernels():
        profile = Recorded(judge, source.stem).file(str(SIZES[2]))
        environment = {"PMECACHE_PROFILE": profile, "PMECACHE_MACHINE": INSTRUMENTED_FOR, "PMECACHE_JSON": "answer.json"}
        yield Case("plugin: with a profile", source.name, compile_command(source, [], headers, *REMARKS, "-g"), environment)


def write_texts(folder):
    """Traces as text, made up: loops of all schedules, blocks, private memory, lines that several iterations share."""
    folder.mkdir()
    for number, schedule in enumerate(("static", "static,2", "dynamic,3", "guided", "static,1 nowait")):
        draw = chooser(schedule)
        lines = ["pmetrace 1", "master", *(f"w {4096 + 8 * i:x} 8" for i in range(64)), "all", "r 1000 8",
                 f"loop {schedule}"]
        for i in range(96):
            lines += ["i", f"b {i % 3}", f"r {4096 + 8 * (i % 64):x} 8", f"w {65536 + 8 * i:x} 8", f"w {1 << 20:x} 4 p"]
            lines += [f"r {65536 + 64 * draw.randrange(512):x} 8" for _ in range(draw.randrange(9))]
        path = folder / f"{number}.trace"
        path.write_text("\n".join([*lines, "master", "w 10040 8", ""]))
        yield path
