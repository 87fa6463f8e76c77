"""Kernels as the plugin of a build tree recovers them."""
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "benchmarks" / "kernels"


def clang_of(tree):
    """The clang that the plugin of a tree is for."""
    return os.environ.get("CLANG") or "clang-" + Path(tree).resolve().name.removeprefix("llvm-")


def macros_of(sizes):
    return [f"-D{name}={value}" for name, value in sizes.items()]


def recover(tree, folder, kernel, sizes, *options, **environment):
    """Compiles KERNEL.c; the .pme file that the plugin dumps into the folder."""
    tree = Path(tree).resolve()
    subprocess.run([clang_of(tree), "-O2", "-fopenmp", *options, *macros_of(sizes), "-c", "-o", os.devnull,
                    f"-fpass-plugin={tree}/lib/libpmecache.so", str(KERNELS / f"{kernel}.c")],
                   check=True, env={**os.environ, "PMECACHE_DUMP": str(folder), **environment})
    return next(Path(folder).glob("*.pme"))
