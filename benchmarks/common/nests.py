"""Nests of PolyBench and its like, written from their mathematics: their sources, the advice on them, and their times."""
import itertools
import json
import math
import re
import subprocess
import sys
from pathlib import Path

from build_tree import Tree, clean_environment, openmp_aside

# Name, arrays, loops outermost first (variable, first, end), and the statement. Sizes are macros: N, M.
PRODUCT = 1000  # of three loops: three arrays of 8 MB
PLANE = 4000    # of two: 128 MB an array
NESTS = [
    ("gemm", PRODUCT, "a b c", "i 0 N, j 0 N, k 0 N", "c[i][j] += a[i][k] * b[k][j];"),
    ("gemm, transposed", PRODUCT, "a b c", "i 0 N, j 0 N, k 0 N", "c[i][j] += a[k][i] * b[k][j];"),
    ("2mm, second product", PRODUCT, "a b c", "i 0 N, k 0 N, j 0 N", "c[i][j] += a[i][k] * b[k][j];"),
    ("syrk", PRODUCT, "a c", "i 0 N, j 0 N, k 0 N", "c[i][j] += a[i][k] * a[j][k];"),
    ("syr2k", PRODUCT, "a b c", "i 0 N, j 0 N, k 0 N", "c[i][j] += a[j][k] * b[i][k] + b[j][k] * a[i][k];"),
    ("covariance", PRODUCT, "a c", "i 0 N, j 0 N, k 0 N", "c[i][j] += a[k][i] * a[k][j];"),
    ("trmm", PRODUCT, "a b", "j 0 N, i 0 N, k i+1 N", "b[i][j] += a[k][i] * b[k][j];"),  # columns alone are independent
    ("mvt, columns", PLANE, "a v w", "i 0 N, j 0 N", "v[i] += a[j][i] * w[j];"),
    ("mvt, rows", PLANE, "a v w", "i 0 N, j 0 N", "v[i] += a[i][j] * w[j];"),
    ("atax, second", PLANE, "a v w", "j 0 N, i 0 N", "v[j] += a[i][j] * w[i];"),
    ("gesummv", PLANE, "a b v w", "i 0 N, j 0 N", "v[i] += 3 * a[i][j] * w[j] + 2 * b[i][j] * w[j];"),
    ("gemver, update", PLANE, "a u v w", "i 0 N, j 0 N", "a[i][j] += u[i] * v[j] + w[i] * u[j];"),
    ("jacobi-2d", PLANE, "a b", "i 1 N-1, j 1 N-1",
     "b[i][j] = a[i][j] + a[i][j-1] + a[i][j+1] + a[i-1][j] + a[i+1][j];"),
    ("jacobi-2d, columns", PLANE, "a b", "j 1 N-1, i 1 N-1",
     "b[i][j] = a[i][j] + a[i][j-1] + a[i][j+1] + a[i-1][j] + a[i+1][j];"),
    ("fdtd-2d", PLANE, "a b", "j 0 N, i 1 N", "a[i][j] -= b[i][j] - b[i-1][j];"),
    ("adi, columns", PLANE, "a b", "i 0 N, j 1 N", "a[j][i] -= a[j-1][i] * b[j][i];"),
    ("adi, rows", PLANE, "a b", "i 0 N, j 1 N", "a[i][j] -= a[i][j-1] * b[i][j];"),
    ("heat-3d", 240, "s t", "i 1 N-1, j 1 N-1, k 1 N-1",
     "t[i][j][k] = s[i][j][k] + s[i-1][j][k] + s[i+1][j][k] + s[i][j-1][k] + s[i][j+1][k] + s[i][j][k-1] + s[i][j][k+1];"),
    ("heat-3d, k first", 240, "s t", "k 1 N-1, j 1 N-1, i 1 N-1",
     "t[i][j][k] = s[i][j][k] + s[i-1][j][k] + s[i+1][j][k] + s[i][j-1][k] + s[i][j+1][k] + s[i][j][k-1] + s[i][j][k+1];"),
    ("doitgen", 180, "s t a", "i 0 N, j 0 N, k 0 N, l 0 N", "t[i][j][k] += s[i][j][l] * a[l][k];"),
    ("transpose", PLANE, "a b", "i 0 N, j 0 N", "b[i][j] = a[j][i];"),
]
EXTENTS = {**dict.fromkeys("abc", "[N][N]"), **dict.fromkeys("uvw", "[N]"), **dict.fromkeys("st", "[N][N][N]")}
HARNESS = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static uint64_t state = 1;
/* Small integers in floating-point numbers: sums are exact, in whatever sequence. */
static void fill(double *all, size_t count) {
  for (size_t i = 0; i < count; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    all[i] = (double)(state >> 62);
  }
}
static uint64_t sum_of(const double *all, size_t count) {
  uint64_t sum = 0, bits;
  for (size_t i = 0; i < count; i++) {
    memcpy(&bits, &all[i], sizeof bits);
    sum = sum * 31 + bits;
  }
  return sum;
}
int main(void) {
  struct timespec from, to;
  uint64_t sum = 0;
%s
#pragma omp parallel
  __asm__ volatile(""); /* its team is there before the clock runs */
  clock_gettime(CLOCK_MONOTONIC, &from);
  nest();
  clock_gettime(CLOCK_MONOTONIC, &to);
%s
  printf("%%.9f %%llu\\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec),
         (unsigned long long)sum);
}
"""


class Nest:
    def __init__(self, row, share):
        self.name, size, arrays, loops, self.statement = row
        self.arrays = arrays.split()
        self.loops = [tuple(loop.split()) for loop in loops.split(", ")]
        self.size = max(int(size * share), 16)

    def function(self, order=None, tiles=None):
        """The source of the nest; `tiles`: sizes of all loops."""
        lines = [f"enum {{ N = {self.size} }};"]
        lines += [f"double {name}{EXTENTS[name]};" for name in self.arrays]
        lines += ["void nest(void) {", "#pragma omp parallel for"]
        if tiles:
            lines.append(f"#pragma omp tile sizes({','.join(map(str, tiles))})")
        for depth, place in enumerate(order or range(len(self.loops))):
            variable, first, end = self.loops[place]
            lines.append("  " * (depth + 1) + f"for (int {variable} = {first}; {variable} < {end}; {variable}++)")
        return lines + ["  " * (len(self.loops) + 1) + self.statement, "}"]

    def accesses(self):
        """Of the statement, as it reads and then writes: (is written, array, byte of the element as an expression)."""
        strides = {array: [self.size ** d for d in reversed(range(EXTENTS[array].count("[")))] for array in self.arrays}
        found = [(array, re.findall(r"\[([^]]+)\]", subscripts))
                 for array, subscripts in re.findall(r"\b([a-z])((?:\[[^]]+\])+)", self.statement)]
        for array, subscripts in (found if " = " not in self.statement else found[1:]) + found[:1]:
            terms = [f"{8 * stride}*({index.replace('N', str(self.size))})"
                     for index, stride in zip(subscripts, strides[array])]
            yield array, " + ".join(terms)

    def program(self, order=None, tiles=None):
        """As text for pmecache, with tiles as OpenMP makes them; a size of 0 is all iterations."""
        lines = ["pme 1", "function nest"]
        lines += [f"array {name} element 8 align 64" for name in self.arrays]
        loops, inner, head = [self.loops[place] for place in order or range(len(self.loops))], [], []
        for (variable, first, end), size in zip(loops, tiles or [0] * len(loops)):
            first, end = first.replace("N", str(self.size)), end.replace("N", str(self.size))
            if size:
                head.append(f"loop {variable}{variable} = {first} .. {end} - 1 step {size}")
                inner.append(f"loop {variable} = {variable}{variable} .. min({end} - 1, {variable}{variable} + {size - 1})")
            else:
                inner.append(f"loop {variable} = {first} .. {end} - 1")
        loops = head + inner
        loops[0] += " parallel"
        loops[-1] += " work 4 vector 4" + (" chain 1" if order is None and not tiles and self.sums_up() else "")
        accesses = list(self.accesses())
        body = [f"read {array} @ {byte}" for array, byte in accesses[:-1]] + ["write %s @ %s" % accesses[-1]]
        return "\n".join([*lines, *loops, *body, *["end"] * len(loops)]) + "\n"

    def sums_up(self):
        """Whether the innermost loop adds to one element."""
        return self.loops[-1][0] not in self.statement.split("=")[0]

    def harness(self):
        fills = "\n".join(f"  fill((double *){name}, sizeof {name} / sizeof(double));" for name in self.arrays)
        sums = "\n".join(f"  sum += sum_of((double *){name}, sizeof {name} / sizeof(double));" for name in self.arrays)
        return HARNESS % (fills, sums)

    def is_rectangular(self):
        names = {variable for variable, _, _ in self.loops}
        return not any(names & set(first + end) for _, first, end in self.loops)

    def orders(self):
        """Other orders in which each bound is known."""
        for order in itertools.permutations(range(len(self.loops))):
            seen = set()
            known = True
            for place in order:
                variable, first, end = self.loops[place]
                known &= {v for v, _, _ in self.loops if v in first + end} <= seen
                seen.add(variable)
            is_dealt = self.name != "trmm" or order[0] == 0  # its other orders are sequential
            if known and is_dealt and order != tuple(range(len(self.loops))):
                yield order


class Bench:
    def __init__(self, options, folder):
        self.tree = Tree(options.tree)
        self.folder = Path(folder)
        aside, _ = openmp_aside(self.tree)
        self.environment = clean_environment(OMP_NUM_THREADS=str(options.threads), OMP_PROC_BIND="true", **aside)
        self.threads = options.threads
        self.machine = options.machine or self.calibrate()
        self.compiler = [self.tree.driver("x.c"), "-O3", "-march=native", "-fopenmp", "-fopenmp-version=51"]

    def calibrate(self):
        path = self.folder / "host.machine"
        subprocess.run([self.tree.tool, "machine", "calibrate", path], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return path

    def advise(self, nest):
        """The advice on the nest as it is written, and the lines that follow it; None: there is none."""
        source = self.folder / "nest.c"
        source.write_text("\n".join(nest.function()) + "\n")
        asked = {"PMECACHE_DUMP": str(self.folder), "PMECACHE_MACHINE": f"file:{self.machine}",
                 "PMECACHE_THREADS": str(self.threads)}
        command = [*self.compiler, *self.tree.load, "-gline-tables-only", "-c", source, "-o", "/dev/null"]
        subprocess.run(command, check=True, env={**self.environment, **asked})
        answer = subprocess.run([self.tree.tool, "advise", self.folder / "nest.pme", "--json", "--machine",
                                 f"file:{self.machine}", "--threads", str(self.threads)],
                                check=False, capture_output=True, text=True, env=self.environment)
        for loop in json.loads(answer.stdout)["functions"][0]["loops"]:
            advice = loop.get("loop_order")
            if advice and advice["legality"] == "legal":
                return advice, self.follow(nest.function(), advice)
        return None, None

    @staticmethod
    def follow(lines, advice):
        if not advice["fixes"]:
            raise SystemExit("an advice without a change of the source: " + advice["text"])
        fix = advice["fixes"][0]
        return lines[:fix["line"] - 1] + fix["text"].splitlines() + lines[fix["end_line"]:]

    def build(self, nest, lines, name, more=()):
        """`more`: options of the compiler. None: it refuses, as where a loop may not be cut."""
        source, program = self.folder / f"{name}.c", self.folder / name
        source.write_text("\n".join(lines) + "\n" + nest.harness())
        done = subprocess.run([*self.compiler, *more, source, "-o", program], env=self.environment, capture_output=True)
        return program if done.returncode == 0 else None

    def build_with_polly(self, nest):
        """The nest as it stands, by LLVM's own search for orders and tiles: without OpenMP, whose loops Polly does not
        see. None: this compiler has none."""
        return self.build(nest, nest.function(), "polly", ["-fno-openmp", "-mllvm", "-polly"])

    def run(self, program):
        done = subprocess.run([program], capture_output=True, text=True, env=self.environment)
        if done.returncode != 0:
            sys.exit(f"{program} ended with {done.returncode}: {done.stderr.strip()}")
        seconds, result = done.stdout.split()
        return float(seconds), result

    def least(self, programs, rounds):
        """Of programs by name that run in turn: least seconds, and what each computes."""
        seconds, results = dict.fromkeys(programs, math.inf), {}
        for _ in range(rounds):
            for name, program in programs.items():
                taken, results[name] = self.run(program)
                seconds[name] = min(seconds[name], taken)
        return seconds, results
