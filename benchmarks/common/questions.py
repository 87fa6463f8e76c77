"""What is asked of programs (.pme) by the command pmecache: cases of benchmarks/common/same-answers.

Which machines, threads and schedules a program is asked with is drawn by its name: the same in every run.
"""
import random
import re

from cases import Case

MACHINES = ("corei7", "core2duo", "i7-5960x", "xeon-e5-2699v4", "epyc-7702p", "cores=6;L1=3K,3,64;L2=96K,12,64,shared=3")
SCHEDULES = ("static", "static,1", "static,4", "static,16", "dynamic,4", "guided")
TEAMS = (1, 2, 3, 4, 7, 8, 16)
SIZES = (64, 200, 777, 1000, 2048)
FEW_ACCESSES = 3_000_000  # that a simulation may take

# What is asked of each kernel, of the small one, and of each random program, and how often.
OF_KERNEL = {"predict": 14, "advise": 5, "explain": 4}
OF_SMALL_KERNEL = {"predict": 3, "advise": 2, "explain": 1, "compare": 3, "simulate": 2}
OF_RANDOM = {"predict": 2, "advise": 1, "explain": 1, "compare": 1}


def chooser(name):
    return random.Random(f"pmecache {name}")


class Program:
    """What has to be known of a program's text."""

    def __init__(self, path, name):
        text = path.read_text()
        self.path, self.name = path, name
        self.symbols = re.findall(r"^param (\S+)$", text, re.MULTILINE)
        self.arrays = re.findall(r"^array (\S+)", text, re.MULTILINE)


def place_of(draw, program):
    """Machine, team, schedule and values of symbols."""
    words = ["--machine", draw.choice(MACHINES)]
    if draw.random() < 0.8:
        words += ["--threads", draw.choice(TEAMS)]
    if draw.random() < 0.6:
        words += ["--schedule", draw.choice(SCHEDULES)]
    if program.symbols and draw.random() < 0.9:
        size = draw.choice(SIZES)
        words += ["--param", ",".join(f"{symbol}={size}" for symbol in program.symbols)]
    return words


def flags_of(draw, command):
    """Options of the command alone, each in some of the questions."""
    chances = {"predict": (("--no-coherence", 0.4), ("--as-compiled", 0.2), ("--closed-form", 0.15), ("--precision=1%", 0.1)),
               "explain": (("--no-coherence", 0.4), ("--as-compiled", 0.2), ("--precision=2%", 0.1)),
               "compare": (("--no-coherence", 0.4), ("--as-compiled", 0.2), ("--interleave=drift", 0.1),
                           ("--interleave=random", 0.1), ("--levels=filtered", 0.2)),
               "simulate": (("--no-coherence", 0.4), ("--interleave=random", 0.2), ("--levels=filtered", 0.2)),
               "advise": (("--by=misses", 0.2), ("--scope=chunk", 0.2), ("--effort=60", 0.2))}
    words = []
    for option, chance in chances[command]:
        if draw.random() < chance:
            words += option.split("=")
    if command in ("compare", "simulate"):
        words += ["--max-accesses", FEW_ACCESSES]
    if command == "advise" and draw.random() < 0.2:
        words += ["--plot", "plot.svg"]
    return words


def question(draw, command, program):
    words = place_of(draw, program) + flags_of(draw, command)
    if command == "explain" and program.arrays and draw.random() < 0.7:
        words += ["--ref", draw.choice(program.arrays) + draw.choice(("", ":read", ":write"))]
    # Texts for people are answers as well.
    return words + (["--json"] if draw.random() < 0.85 else [])


def ask(part, command, program, words):
    return Case(f"{part}: {command}", f"{program.name}: pmecache {command} {' '.join(map(str, words))}",
                lambda tree: [tree.tool, command, program.path, *words])


def cases_of(part, programs, how_often):
    """`programs`: pairs of a file and the name that it is told by."""
    for path, name in programs:
        program = Program(path, name)
        draw = chooser(f"{part} {name}")
        for command, times in how_often.items():
            for _ in range(times):
                yield ask(part, command, program, question(draw, command, program))
