"""The cases of the PME paper and others like them, predicted and simulated: shared by benchmarks/accuracy/validate and
benchmarks/accuracy/figure."""
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from recovered import ROOT, recover

PROCESSORS = {"corei7": "Core i7", "core2duo": "Core 2 Duo"}


class Case:
    """One row: a kernel at a size, on a machine, with a team and a schedule, and what the paper printed for it."""

    def __init__(self, section, kernel, sizes, machine, threads, schedule, paper_model=None, paper_simulator=None,
                 array=None, level=None, coherence=False):
        self.section, self.kernel, self.sizes, self.machine = section, kernel, sizes, machine
        self.threads, self.schedule = threads, schedule
        self.paper_model, self.paper_simulator = paper_model, paper_simulator
        self.array = array  # misses of this array only; None: of all
        self.level = level  # misses of this level; None: of the one farthest from the core
        self.coherence = coherence  # writes take lines away from other instances; only the misses due to that

    def size_text(self):
        return " x ".join(str(value) for value in self.sizes.values())

    def __str__(self):
        place = f" array {self.array}" if self.array else f" coherence {self.level}" if self.coherence else ""
        return (f"{self.kernel} {self.size_text()} {self.machine} threads {self.threads} "
                f"schedule {self.schedule}{place}")


# Kernel, size and block of iterations: what the paper's section 6 says of its codes (SP, LU and MG: class C).
THIRTEEN_CODES = [
    ("matmul_ijk", {"N": 1000}, 4), ("matmul_jik", {"N": 1000}, 4), ("matmul_tb", {"N": 1000, "TS": 100}, 4),
    ("trans", {"N": 1000, "M": 1000}, 4),
    ("swim", {"N": 512, "STEPS": 3}, 25), ("su2cor_matmat", {"N": 4096}, 25),
    ("hydro2d_filter", {"N": 402, "M": 160}, 25),
    ("sp_lhsy", {"N": 162}, 16), ("sp_tzetar", {"N": 162}, 16), ("sp_compute_rhs", {"N": 162}, 16),
    ("lu_jacld", {"N": 162}, 16), ("mg_comm3", {"N": 512}, 16), ("mg_resid", {"N": 512}, 16)]


# The paper's Table 4: its model, its simulator with static and with dynamic schedules. Its codes are those of SPEC and
# NAS; ours are counterparts (SWIM of 3 steps only), so that of the last nine only the sizes of numbers compare. The last
# row of the Core 2 Duo is not legible in the copy that was read.
TABLE_4 = {
    "corei7": [(1971369, 2160860, 1931723), (7220821, 7007347, 7133528), (677659, 774540, 774591),
               (250000, 250000, 249461), (354249154, 257314373, 257309505), (6156, 6153, 6153), (65675, 64775, 64831),
               (14956562, 14516653, 14517172), (6412800, 6221760, 6221760), (89480848, 96357543, 96343323),
               (559649, 388011, 386541), (853762, 784796, 784796), (84801106, 83661839, 83661846)],
    "core2duo": [(62750000, 62750000, 62750000), (63500000, 63376500, 63625500), (1191320, 1003850, 1006375),
                 (250000, 250000, 250000), (547768496, 516181431, 516145330), (6156, 6153, 6153), (65675, 64839, 64863),
                 (14956562, 14516868, 14516874), (6412800, 6221760, 6221760), (98836762, 98824503, 6607318),
                 (561276, 386840, 386840), (853762, 784788, 784788), (None, None, None)]}


def thirteen_codes():
    for machine, threads in ("corei7", 4), ("core2duo", 2):
        for number, schedule in enumerate(("static", "dynamic"), 1):
            for (kernel, sizes, block), paper in zip(THIRTEEN_CODES, TABLE_4[machine]):
                yield Case(f"Thirteen codes: {PROCESSORS[machine]}, {schedule}", kernel, sizes, machine, threads,
                           f"{schedule},{block}", paper[0], paper[number])


COHERENCE = "Lines lost to writes of other threads: misses of kind coherence, Core i7, L2"


def coherence_cases():
    """False sharing of lines that are written down columns, and rows that one thread writes and another reads later."""
    for kernel, sizes, chunks in [
            ("trans", {"N": 1000, "M": 1000}, (1, 4, 8)), ("matmul_jik", {"N": 300}, (1, 4, 8)),
            ("swim", {"N": 64, "M": 64, "STEPS": 3}, (1, 4, 16)), ("hydro2d_filter", {"N": 102, "M": 40}, (1, 4, 25))]:
        for chunk in chunks:
            yield Case(COHERENCE, kernel, sizes, "corei7", 4, f"static,{chunk}", level="L2", coherence=True)


ORDER = "Order of chunks: "


def chunk_orders():
    """The last chunk is one block for each of the four threads."""
    for kernel, sizes, iterations in [
            ("trans", {"N": 1000, "M": 60000}, 1000), ("matmul_jik", {"N": 1000}, 1000),
            ("stencil5", {"N": 402, "M": 150000}, 400), ("swim", {"N": 128, "M": 16384, "STEPS": 1}, 128)]:
        for chunk in 1, 4, 20, 50, -(-iterations // 4):
            yield Case(ORDER + kernel, kernel, sizes, "corei7", 4, f"static,{chunk}")


def cases():
    table4 = "Table 4: size 1000, chunk 4"
    for kernel, sizes, i7, duo in [
            ("matmul_ijk", {"N": 1000}, (1971369, 2160860), (62750000, 62750000)),
            ("matmul_jik", {"N": 1000}, (7220821, 7007347), (63500000, 63376500)),
            ("matmul_tb", {"N": 1000, "TS": 100}, (677659, 774540), (1191320, 1003850)),
            ("trans", {"N": 1000, "M": 1000}, (250000, 250000), (250000, 250000))]:
        yield Case(table4, kernel, sizes, "corei7", 4, "static,4", *i7)
        yield Case(table4, kernel, sizes, "core2duo", 2, "static,4", *duo)
    # Which loop is parallel in Figures 8 and 10, and why a printed number is left out: docs/results/pme-paper.md.
    figure8 = "Figure 8: TRANS of 60000 x 1000, consecutive blocks, Core i7"
    for threads, misses_a, misses_b in [(1, 7500000, 7500000), (2, 7500000, 29679788), (4, 7500000, None)]:
        sizes = {"N": 1000, "M": 60000}
        yield Case(figure8, "trans", sizes, "corei7", threads, "static", misses_a, array="a")
        yield Case(figure8, "trans", sizes, "corei7", threads, "static", misses_b, array="b")
    figure9 = "Figure 9: MATMULIJK, consecutive blocks, Core i7"
    for threads in 1, 2, 4:
        yield Case(figure9, "matmul_ijk", {"N": 1200}, "corei7", threads, "static")
    figure10 = "Figure 10: TRANS of 40000 x 100, chunks, Core 2 Duo"
    for chunk in 1, 4, 20, 50:
        yield Case(figure10, "trans", {"N": 100, "M": 40000}, "core2duo", 2, f"static,{chunk}")
    figure11 = "Figure 11: MATMULJIK, chunks, Core i7"
    for chunk in 1, 4, 20, 250:
        yield Case(figure11, "matmul_jik", {"N": 1000}, "corei7", 4, f"static,{chunk}")
    yield from thirteen_codes()
    yield from chunk_orders()
    yield from coherence_cases()
    stencil = "Beyond the paper: five-point stencil"
    for machine, threads in ("corei7", 4), ("core2duo", 2):
        for chunk in 1, 16:
            yield Case(stencil, "stencil5", {"N": 2000, "M": 2000}, machine, threads, f"static,{chunk}")


def say(*words):
    print(*words, file=sys.stderr, flush=True)


class Tools:
    """The built tree and the cache of simulations."""

    def __init__(self, tree, cache, scratch):
        self.tree, self.cache, self.scratch = Path(tree).resolve(), Path(cache), Path(scratch)
        self.cache.mkdir(parents=True, exist_ok=True)
        self.programs = {}
        sources = sorted(ROOT.glob("simulator/*.[ch]"))
        self.simulator_digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()

    def program(self, case):
        """The .pme file of the case's kernel at its size."""
        key = (case.kernel, tuple(case.sizes.items()))
        if key not in self.programs:
            folder = self.scratch / "-".join([case.kernel, *(str(value) for value in case.sizes.values())])
            folder.mkdir()
            self.programs[key] = recover(self.tree, folder, case.kernel, case.sizes, PMECACHE_MACHINE="corei7")
        return self.programs[key]

    @staticmethod
    def request(case):
        return ["--machine", case.machine, "--threads", str(case.threads), "--schedule", case.schedule, "--json",
                *([] if case.coherence else ["--no-coherence"])]

    def kept(self, case):
        """Where the simulator's answer is kept. It depends neither on where the source is nor on what an iteration computes."""
        program = re.sub(r' work .*$| file ".*"$', "", self.program(case).read_text(), flags=re.MULTILINE)
        request = [program, *self.request(case), self.simulator_digest]
        return self.cache / (hashlib.sha256("\0".join(request).encode()).hexdigest() + ".json")

    def ask(self, producer, case):
        """The function's object of the JSON answer."""
        command = [str(self.tree / "bin" / "pmecache"), producer, str(self.program(case)), *self.request(case)]
        if producer != "simulate":
            return self.run(command)
        kept = self.kept(case)
        if not kept.exists():
            say(f"simulating: {case}")
            kept.with_suffix(".part").write_text(json.dumps(self.run(command)))
            kept.with_suffix(".part").rename(kept)
        return json.loads(kept.read_text())

    @staticmethod
    def run(command):
        done = subprocess.run(command, capture_output=True, text=True)
        if not done.stdout:  # with status 1 the answer is there and says why it is none
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        return json.loads(done.stdout)["functions"][0]


def check_whole(function):
    """Misses of a part of a program are no prediction of the program."""
    for loop in function["loops"]:
        if loop["status"] != "modelled":
            codes = {reason["code"] for reason in loop["reasons"]}
            raise ValueError(f"loop {loop['variable']} is {loop['status']} ({', '.join(sorted(codes))})")


def last_level(levels):
    return levels[-1]


def misses_of(function, case):
    """Misses, low and high of the function or of one array, at the level farthest from the core or the one asked for."""
    array = case.array
    if case.coherence:
        level = next(level for level in function["levels"] if level["name"] == case.level)
        return level["coherence"], None, None
    if array is None:
        level = last_level(function["levels"])
        return level["misses"], level.get("low"), level.get("high")
    total = sum(last_level(reference["levels"])["misses"]
                for loop in function["loops"] for reference in loop["references"] if reference["array"] == array)
    return total, None, None


def count(value):
    return "" if value is None else f"{value:,.0f}"


def percent(value, truth):
    if value is None or truth in (None, 0):
        return ""
    return f"{100 * (value - truth) / truth:+.1f}%"
