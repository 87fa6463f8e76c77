"""A build tree of pmecache, its compilers, and how they are called: shared by the commands of this folder.

Only what a tree keeps in bin/ and lib/ is looked for, so that trees of any two versions of the sources can be compared.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DRIVERS = {".c": "clang", ".cc": "clang++", ".cpp": "clang++", ".cxx": "clang++", ".f90": "flang", ".f95": "flang",
           ".F90": "flang"}
# What the caller's shell has set must not decide an answer.
FOREIGN = ("PMECACHE_", "OMP_", "KMP_", "LIBOMP_")


class Tree:
    def __init__(self, path):
        self.path = Path(path).resolve()
        self.tool = self.path / "bin" / "pmecache"
        self.plugin = self.path / "lib" / "libpmecache.so"
        self.runtime = self.path / "lib" / "libpmecache_rt.a"
        for needed in (self.tool, self.plugin, self.runtime):
            if not needed.exists():
                raise SystemExit(f"{needed} is missing: build the tree first, with the plugin")
        self.version = self._setting("PMECACHE_LLVM_VERSION") or self.path.name.removeprefix("llvm-")
        # LLVM 19 reads the command line before it loads the plugin.
        self.load = [f"-fpass-plugin={self.plugin}"] + ([f"-fplugin={self.plugin}"] if self.version == "19" else [])
        self.link = [str(self.runtime), "-lpthread", "-lm"]

    def _setting(self, name):
        cache = self.path / "CMakeCache.txt"
        found = re.search(rf"^{name}:\w+=(.+)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
        return found and found.group(1)

    def write_programs(self):
        """The generator of random programs."""
        places = [self.path / "bin" / "write_programs", *self.path.glob("test/**/write_programs")]
        return next((place for place in places if place.is_file()), None)

    def driver(self, source):
        """The compiler driver of a source file, None where there is none."""
        name = DRIVERS.get(Path(source).suffix)
        return name and shutil.which(f"{name}-{self.version}")


def openmp_aside(*trees):
    """Variables that find an OpenMP runtime which the set-up put beside the trees (scripts/setup), and its folder of headers."""
    folders = [tree.path.parent / "openmp" for tree in trees] + [ROOT / "build" / "openmp"]
    aside = next((folder for folder in folders if folder.is_dir()), None)
    if not aside:
        return {}, None
    machine = str(aside / "usr" / "lib" / f"{os.uname().machine}-linux-gnu")
    version = trees[0].version
    libraries = [str(found.parent) for found in aside.rglob("libomp.so") if f"llvm-{version}" in str(found)]
    headers = [found.parent for found in aside.rglob("omp.h") if f"llvm-{version}" in str(found)]
    return ({"LIBRARY_PATH": ":".join([*libraries, machine]), "LD_LIBRARY_PATH": machine},
            headers[0] if headers else None)


def clean_environment(**more):
    """The caller's environment without what would change answers, with `more`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def without_random_addresses():
    """What a command is put behind so that its addresses are the same each time."""
    setarch = shutil.which("setarch")
    works = setarch and subprocess.run([setarch, "-R", "true"], capture_output=True).returncode == 0
    return [setarch, "-R"] if works else []
