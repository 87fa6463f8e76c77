"""Kernels whose time is measured: their sizes, the programs in memory that take turns, and what pmecache advises for them.

Shared by benchmarks/accuracy/advice-time, benchmarks/accuracy/team-time and benchmarks/speed/advice-speed.
"""
import hashlib
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from openmp import openmp_environment
from recovered import KERNELS as SOURCES
from recovered import ROOT, clang_of, macros_of

# Kernel: its sizes, each some milliseconds or more.
KERNELS = {
    "trans": [{"N": 1000, "M": 1000}, {"N": 1000, "M": 2000}, {"N": 2000, "M": 2000}],
    "matmul_ijk": [{"N": n} for n in (200, 300, 400)],
    "matmul_jik": [{"N": n} for n in (200, 300, 400)],
    "matmul_tb": [{"N": n, "TS": t} for n, t in ((200, 10), (256, 16), (400, 20))],
    "stencil5": [{"N": n, "M": n} for n in (1500, 2400, 3600)],
    "swim": [{"N": n, "STEPS": 3} for n in (256, 400, 600)],
    "su2cor_matmat": [{"N": n} for n in (300000, 600000, 1200000)],
    "hydro2d_filter": [{"N": n, "M": m} for n, m in ((802, 320), (1602, 320), (1602, 640))],
    "sp_lhsy": [{"N": n} for n in (50, 64, 80)],
    "sp_tzetar": [{"N": n} for n in (80, 102, 130)],
    "sp_compute_rhs": [{"N": n} for n in (40, 50, 64)],
    "lu_jacld": [{"N": n} for n in (130, 162, 200)],
    "mg_comm3": [{"N": n} for n in (256, 300, 350)],
    "mg_resid": [{"N": n} for n in (100, 128, 180)],
    "timed/gemm_ikj": [{"N": n} for n in (300, 500, 800)],
    "timed/syrk": [{"N": n} for n in (200, 350, 500)],
    "timed/trmm": [{"N": n} for n in (300, 450, 600)],
    "timed/matvec": [{"N": n} for n in (1500, 2200, 3000)],
    "timed/matvec_transposed": [{"N": n} for n in (1000, 1500, 2200)],
    "timed/gesummv": [{"N": n} for n in (1200, 1800, 2500)],
    "timed/gemver": [{"N": n} for n in (1500, 2200, 3000)],
    "timed/jacobi2d": [{"N": n, "STEPS": 4} for n in (600, 1000, 1500)],
    "timed/heat3d": [{"N": n} for n in (120, 160, 220)],
    "timed/fdtd2d": [{"N": n, "STEPS": 3} for n in (600, 900, 1400)],
    "timed/covariance": [{"N": n} for n in (200, 300, 400)],
    "timed/doitgen": [{"N": n} for n in (70, 100, 130)],
    "timed/shortest_paths": [{"N": n} for n in (200, 300, 400)],
    "timed/triangular_solve": [{"N": n} for n in (200, 350, 500)],
    "timed/axpy": [{"N": n} for n in (2000000, 4000000, 8000000)],
    "timed/convolution": [{"N": n} for n in (1500, 2200, 3200)],
    "timed/triangular_matvec": [{"N": n} for n in (2000, 3000, 4000)],
    "timed/pair_forces": [{"N": n} for n in (1500, 3000, 5000)],
    "ppt/adi": [{"N": n, "STEPS": 2} for n in (300, 500, 800)],
    "ppt/bicg": [{"N": n} for n in (1000, 1500, 2200)],
    "ppt/blackscholes": [{"N": n, "STEPS": 2} for n in (32768, 65536, 131072)],
    "ppt/durbin": [{"N": n} for n in (1000, 1500, 2200)],
    "ppt/gramschmidt": [{"N": n} for n in (150, 220, 320)],
    "ppt/symm": [{"N": n} for n in (150, 220, 320)],
    "timed/relaxation": [{"N": n} for n in (1500, 2200, 3200)],
    "ppt/atax": [{"N": n} for n in (1000, 1500, 2200)],
    "ppt/lu": [{"N": n} for n in (200, 300, 420)],
    "ppt/mvt": [{"N": n} for n in (1000, 1500, 2200)],
    "ppt/two_products": [{"N": n} for n in (150, 220, 320)],
}

# A call counts where the control loop around it took no more than this many times its best; else it is repeated.
DISTURBED, MOST_REPEATS = 1.1, 6

# Two more sizes of each, drawn when the model of time had been fitted and not looked at before.
MORE_SIZES = {
    "trans": [{"N": 1300, "M": 700}, {"N": 1024, "M": 1536}],
    "matmul_ijk": [{"N": 250}, {"N": 330}],
    "matmul_jik": [{"N": 250}, {"N": 330}],
    "matmul_tb": [{"N": 300, "TS": 12}, {"N": 384, "TS": 24}],
    "stencil5": [{"N": 1100, "M": 1100}, {"N": 2048, "M": 2048}],
    "swim": [{"N": 300, "STEPS": 3}, {"N": 513, "STEPS": 3}],
    "su2cor_matmat": [{"N": 200000}, {"N": 900000}],
    "hydro2d_filter": [{"N": 600, "M": 400}, {"N": 1202, "M": 512}],
    "sp_lhsy": [{"N": 56}, {"N": 72}],
    "sp_tzetar": [{"N": 64}, {"N": 115}],
    "sp_compute_rhs": [{"N": 36}, {"N": 57}],
    "lu_jacld": [{"N": 110}, {"N": 180}],
    "mg_comm3": [{"N": 200}, {"N": 320}],
    "mg_resid": [{"N": 90}, {"N": 150}],
    "timed/gemm_ikj": [{"N": 250}, {"N": 640}],
    "timed/syrk": [{"N": 256}, {"N": 430}],
    "timed/trmm": [{"N": 256}, {"N": 520}],
    "timed/matvec": [{"N": 1200}, {"N": 2600}],
    "timed/matvec_transposed": [{"N": 1200}, {"N": 2048}],
    "timed/gesummv": [{"N": 1024}, {"N": 2100}],
    "timed/gemver": [{"N": 1100}, {"N": 2600}],
    "timed/jacobi2d": [{"N": 800, "STEPS": 4}, {"N": 1200, "STEPS": 4}],
    "timed/heat3d": [{"N": 100}, {"N": 190}],
    "timed/fdtd2d": [{"N": 512, "STEPS": 3}, {"N": 1100, "STEPS": 3}],
    "timed/covariance": [{"N": 240}, {"N": 350}],
    "timed/doitgen": [{"N": 64}, {"N": 85}],
    "timed/shortest_paths": [{"N": 160}, {"N": 256}],
    "timed/triangular_solve": [{"N": 256}, {"N": 420}],
    "timed/axpy": [{"N": 1000000}, {"N": 3000000}],
    "timed/convolution": [{"N": 1024}, {"N": 2700}],
    "timed/triangular_matvec": [{"N": 1500}, {"N": 2500}],
    "timed/pair_forces": [{"N": 1100}, {"N": 2300}],
    "timed/relaxation": [{"N": 1100}, {"N": 2600}],
}

# And two more, drawn at random between those, for the model that had learned from these.
LAST_SIZES = {
    "trans": [{"N": 1861, "M": 1334}, {"N": 1088, "M": 1699}],
    "matmul_ijk": [{"N": 340}, {"N": 329}],
    "matmul_jik": [{"N": 371}, {"N": 308}],
    "matmul_tb": [{"N": 380, "TS": 20}, {"N": 384, "TS": 16}],
    "stencil5": [{"N": 1313, "M": 2235}, {"N": 1447, "M": 3483}],
    "swim": [{"N": 502, "STEPS": 3}, {"N": 295, "STEPS": 3}],
    "su2cor_matmat": [{"N": 810541}, {"N": 1177228}],
    "hydro2d_filter": [{"N": 1243, "M": 381}, {"N": 838, "M": 640}],
    "sp_lhsy": [{"N": 70}, {"N": 73}],
    "sp_tzetar": [{"N": 113}, {"N": 93}],
    "sp_compute_rhs": [{"N": 54}, {"N": 44}],
    "lu_jacld": [{"N": 186}, {"N": 195}],
    "mg_comm3": [{"N": 289}, {"N": 314}],
    "mg_resid": [{"N": 91}, {"N": 94}],
    "timed/gemm_ikj": [{"N": 302}, {"N": 343}],
    "timed/syrk": [{"N": 427}, {"N": 340}],
    "timed/trmm": [{"N": 390}, {"N": 433}],
    "timed/matvec": [{"N": 1902}, {"N": 2740}],
    "timed/matvec_transposed": [{"N": 1518}, {"N": 1033}],
    "timed/gesummv": [{"N": 1779}, {"N": 1454}],
    "timed/gemver": [{"N": 2683}, {"N": 1244}],
    "timed/jacobi2d": [{"N": 853, "STEPS": 4}, {"N": 679, "STEPS": 4}],
    "timed/heat3d": [{"N": 199}, {"N": 148}],
    "timed/fdtd2d": [{"N": 928, "STEPS": 3}, {"N": 1232, "STEPS": 3}],
    "timed/covariance": [{"N": 334}, {"N": 316}],
    "timed/doitgen": [{"N": 103}, {"N": 113}],
    "timed/shortest_paths": [{"N": 246}, {"N": 204}],
    "timed/triangular_solve": [{"N": 366}, {"N": 452}],
    "timed/axpy": [{"N": 7252033}, {"N": 5814999}],
    "timed/convolution": [{"N": 3188}, {"N": 2481}],
    "timed/triangular_matvec": [{"N": 3036}, {"N": 3615}],
    "timed/pair_forces": [{"N": 1241}, {"N": 2638}],
    "timed/relaxation": [{"N": 2081}, {"N": 3130}],
}
KERNELS = {kernel: sizes + MORE_SIZES.get(kernel, []) + LAST_SIZES.get(kernel, []) for kernel, sizes in KERNELS.items()}


def drawn_sizes(kernel, seed, count):
    """Sizes that nobody chose: each extent log-uniform between the least and the largest that the kernel has above."""
    draw = random.Random(f"{seed} {kernel}")
    drawn = []
    for _ in range(count):
        size = dict(draw.choice(KERNELS[kernel]))
        tile = size.get("TS", 1)
        for extent in sorted(size.keys() - {"STEPS", "TS"}):
            values = sorted(known[extent] for known in KERNELS[kernel])
            between = math.exp(draw.uniform(math.log(values[0]), math.log(values[-1])))
            size[extent] = round(between / tile) * tile
        drawn.append(size)
    return drawn


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def schedule_of(candidate):
    return candidate["schedule"] + (f",{candidate['chunk']}" if candidate["chunk"] else "")


class Advice:
    """Of one kernel, size and team: the schedule for each pragma line, and the predicted cycles of all loops."""

    def __init__(self, function):
        self.schedules, self.cycles, self.reasons = {}, 0.0, []
        for loop in function["loops"]:
            if not loop["parallel"]:
                continue
            candidates = [c for c in loop.get("advice", []) if "pad_rows" not in c]
            if not candidates:
                self.reasons.append(f"line {loop['line']}: no advice")
                continue
            self.schedules[loop["line"]] = schedule_of(candidates[0])
            present = next(c for c in candidates if c["present"])
            # What the loop takes in its function, and what the change saves of it.
            self.cycles += loop["time_now"]["cycles"] + candidates[0]["time"]["cycles"] - present["time"]["cycles"]

    def text(self):
        different = sorted(set(self.schedules.values()))
        return different[0] if len(different) == 1 else " / ".join(different)


class Case:
    def __init__(self, kernel, number, sizes, threads):
        self.kernel, self.number, self.sizes, self.threads = kernel, number, sizes, threads
        self.source = SOURCES / f"{kernel}.c"
        self.function = self.source.stem

    def __str__(self):
        return f"{self.function} {self.size_text()}, {self.threads} thread{'s' if self.threads > 1 else ''}"

    def size_text(self):
        return " x ".join(str(value) for key, value in self.sizes.items() if key != "STEPS")

    def macros(self):
        return macros_of(self.sizes)


class Bench:
    def __init__(self, options, scratch):
        self.tree, self.scratch, self.reps = options.tree.resolve(), Path(scratch), options.reps
        self.folder = options.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = {**openmp_environment(), "OMP_PROC_BIND": "close", "OMP_PLACES": "cores", "KMP_BLOCKTIME": "1",
                            "OMP_DYNAMIC": "false"}
        self.clang = clang_of(self.tree)
        self.tool = self.tree / "bin" / "pmecache"
        self.machine = options.machine or self.calibrated()
        fields = dict(word.split("=", 1) for word in self.machine.read_text().splitlines()[-1].split(";") if "=" in word)
        self.hertz = float(re.sub("G$", "e9", fields["frequency"]))
        self.programs, self.dumped, self.disturbed = {}, {}, 0

    def calibrated(self):
        path = self.folder / "host.machine"
        if not path.exists():
            say("calibrating")
            subprocess.run([self.tool, "machine", "calibrate", path], check=True, stdout=subprocess.DEVNULL)
        return path

    # ---- what pmecache says ----

    def dump(self, case):
        key = (case.kernel, case.number)
        if key not in self.dumped:
            folder = Path(tempfile.mkdtemp(dir=self.scratch))
            environment = {**self.environment, "PMECACHE_DUMP": str(folder), "PMECACHE_ADVISE": "off"}
            subprocess.run([self.clang, "-O2", "-fopenmp", f"-fpass-plugin={self.tree}/lib/libpmecache.so",
                            *case.macros(), "-g", "-c", "-o", os.devnull, case.source], check=True, env=environment)
            self.dumped[key] = folder / f"{case.function}.pme"
        return self.dumped[key]

    def advice(self, case):
        done = subprocess.run([self.tool, "advise", self.dump(case), "--machine", f"file:{self.machine}", "--threads",
                               str(case.threads), "--scope", "chunk", "--json"], capture_output=True, text=True)
        if not done.stdout:
            raise RuntimeError(done.stderr.strip())
        return Advice(json.loads(done.stdout)["functions"][0])

    # ---- what the machine says ----

    def build(self, case, schedules):
        """The program with these schedules by line of their pragmas, or one schedule for all."""
        key = (case.kernel, case.number, str(schedules))
        if key not in self.programs:
            folder = Path(tempfile.mkdtemp(dir=self.scratch))
            lines = case.source.read_text().splitlines(keepends=True)
            if isinstance(schedules, dict):
                for line, schedule in schedules.items():
                    lines[line - 1] = lines[line - 1].replace("schedule(SCHEDULE)", f"schedule({schedule})")
            source = folder / case.source.name
            source.write_text("".join(lines))
            common = [self.clang, "-O2", "-fopenmp", f"-I{case.source.parent}", *case.macros(),
                      f"-DSCHEDULE={schedules if isinstance(schedules, str) else 'static'}",
                      "-DTHREADS=omp_get_max_threads()", "-include", "omp.h"]
            run = {"check": True, "env": self.environment}
            subprocess.run([*common, "-Dmain=kernel_main", "-c", source, "-o", folder / "kernel.o"], **run)
            subprocess.run([*common, f"-DKERNEL={case.function}", SOURCES / "timed" / "timer.c", folder / "kernel.o",
                            "-lm", "-o", folder / "timer"], **run)
            self.programs[key] = folder / "timer"
        return self.programs[key]

    def record(self, case):
        sources = [case.source, SOURCES / "kernel.h", SOURCES / "timed" / "timer.c"]
        text = "\0".join([*(path.read_text() for path in sources), str(case.sizes), str(case.threads), self.clang])
        return self.folder / f"{case.function}-{case.number}-{case.threads}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"

    def kept(self, case):
        path = self.record(case)
        return json.loads(path.read_text()) if path.exists() else {}

    def start(self, case, schedules):
        return subprocess.Popen([self.build(case, schedules)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                env={**self.environment, "OMP_NUM_THREADS": str(case.threads)})

    @staticmethod
    def call(process, threads):
        process.stdin.write(f"{threads}\n")
        process.stdin.flush()
        taken = float(process.stdout.readline().split()[0])  # by the clock; processor time stands behind it
        time.sleep(0.003)  # until its team sleeps
        return taken

    def call_undisturbed(self, process, control, threads):
        """What the call took while a loop of arithmetic took what it usually does: at times the host gives two
        processors the throughput of one, and that is no property of the program."""
        path = self.folder / f"control-{threads}"
        best = float(path.read_text()) if path.exists() else float("inf")
        for turn in range(MOST_REPEATS):
            before, taken, after = (self.call(which, threads) for which in (control, process, control))
            if min(before, after) < best:
                best = min(before, after)
                path.write_text(f"{best:.9f}")
            if max(before, after) <= DISTURBED * best:
                break
            self.disturbed += 1
            time.sleep(0.02 * 2**turn)
        return taken

    def measure(self, case, variants):
        """Seconds of each variant (name: schedules), the median of calls that take turns."""
        processes, checksums, seconds = {}, set(), {name: [] for name in variants}
        control = Case("timed/control", 0, {}, case.threads)
        try:
            for name, schedules in variants.items():
                process = processes[name] = self.start(case, schedules)
                checksums.add(process.stdout.readline().split(",")[0])
            beside = processes[None] = self.start(control, "static")
            beside.stdout.readline()
            for turn in range(self.reps + 1):  # the first one warms up
                for name in variants:
                    taken = self.call_undisturbed(processes[name], beside, case.threads)
                    if turn:
                        seconds[name].append(taken)
        finally:
            for process in processes.values():
                process.stdin.close()
                process.wait()
        if len(checksums) > 1 and case.function != "matmul_tb":  # whose threads race, as in the paper
            raise RuntimeError(f"results depend on the schedule: {checksums}")
        path = self.record(case)
        path.with_suffix(".part").write_text(json.dumps(seconds))
        path.with_suffix(".part").rename(path)
        return seconds
