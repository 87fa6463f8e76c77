"""Compiles and runs the kernels of benchmarks/kernels/irregular and others with their driver: shared by the scripts of
instrumented runs."""
import os
import re
import subprocess
from pathlib import Path

from openmp import use_openmp_aside
from recovered import KERNELS as SOURCES
from recovered import ROOT, clang_of

FOLDER = SOURCES / "irregular"
KERNELS = ["bfs", "spmv", "histogram", "lookup", "hash_join", "list_walk", "sort"]
# Written after the methods, to see how they fare on programs that they were not made for.
UNSEEN = ["btree", "cells", "pagerank", "phases", "binary_search", "columns"]

# In the manner of real programs. The last four were set apart as blind before any of the ten was measured.
LIKE_REAL = ["gather", "components", "transposed", "radix_pass", "neighbour_pairs", "string_hash",
             "kd_search", "colouring", "triangular_solve", "deposit"]


def chosen(options):
    """The kernels that --unseen, --like-real and --only say."""
    kernels = LIKE_REAL if getattr(options, "like_real", False) else UNSEEN if options.unseen else KERNELS
    return [kernel for kernel in kernels if options.only in kernel]


class Tree:
    """A build tree, and the clang that its plugin is for."""

    def __init__(self, path):
        use_openmp_aside()
        self.path = Path(path).resolve()
        self.clang = clang_of(self.path)
        self.plugin = self.path / "lib" / "libpmecache.so"
        if not self.plugin.exists():
            raise SystemExit(f"{self.plugin} is missing: build the tree with the plugin, or name one (--tree)")
        # LLVM 19 reads the command line before it loads the plugin.
        version = re.search(r"version (\d+)", call([self.clang, "--version"]).stdout).group(1)
        self.load = [f"-fpass-plugin={self.plugin}"] + ([f"-fplugin={self.plugin}"] if version == "19" else [])
        self.runtime = [str(self.path / "lib" / "libpmecache_rt.a"), "-lpthread", "-lm"]
        self.tool = self.path / "bin" / "pmecache"

    def compile(self, *arguments, **environment):
        command = [self.clang, "-O2", "-g", "-fopenmp", "-fno-caret-diagnostics", *map(str, arguments)]
        return call(command, **environment)

    def instrument(self, mode, kernel, output, folder=FOLDER, **environment):
        sources = [folder / f"{kernel}.c", FOLDER / "driver.c"]
        self.compile(*self.load, "-mllvm", f"-pmecache-instrument={mode}", *sources, *self.runtime, "-o", output,
                     **environment)

    def witness(self, kernel, output):
        """The kernel as clang leaves it with local scalars in registers and nothing else optimised, calling
        witness.c for each load and store."""
        front, scalars, traced = f"{output}.front.bc", f"{output}.bc", f"{output}.o"
        opt = re.sub(r"clang(-\d+)?$", r"opt\1", self.clang)
        self.compile("-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", FOLDER / f"{kernel}.c", "-o", front)
        # What -fsanitize-coverage=trace-loads,trace-stores does, right behind SROA.
        call([opt, "-passes=function(sroa),sancov-module", "-sanitizer-coverage-level=1",
              "-sanitizer-coverage-trace-loads", "-sanitizer-coverage-trace-stores", front, "-o", scalars])
        call([self.clang, "-O0", "-c", scalars, "-o", traced])
        self.compile(traced, FOLDER / "driver.c", FOLDER / "witness.c", "-lpthread", "-o", output)

    def remarks(self, kernel, profile, machine, threads):
        """The remarks of a compile that knows the profile: (line, text)."""
        text = self.compile(*self.load, "-Rpass=cache", "-c", FOLDER / f"{kernel}.c", "-o", os.devnull,
                            PMECACHE_PROFILE=str(profile), PMECACHE_MACHINE=machine, PMECACHE_ADVISE="off",
                            OMP_NUM_THREADS=str(threads)).stderr
        return [(int(line), words) for line, words in re.findall(r":(\d+):\d+: remark: (.*?) \[-R", text)]


def try_call(command, cwd=None, **environment):
    return subprocess.run([str(word) for word in command], env=dict(os.environ, **environment), text=True, cwd=cwd,
                          capture_output=True)


def call(command, **environment):
    """Runs a command; what it says on stderr is shown when it fails."""
    result = try_call(command, **environment)
    if result.returncode:
        raise SystemExit(f"failed: {' '.join(map(str, command))}\n{result.stderr}")
    return result
