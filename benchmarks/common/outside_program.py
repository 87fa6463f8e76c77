"""Programs whose sources lie outside of this repository, in a folder of their own, with the commands that build and run
them there."""
import os
import re
import shlex
import shutil
import stat
from pathlib import Path

from irregular_programs import call, try_call

C_NAMES, CPP_NAMES, FORTRAN_NAMES = ("cc", "gcc", "clang"), ("c++", "g++", "clang++"), ("gfortran", "flang", "f95")
# The last word links what the others are only compiled against.
SHIM = """#!/bin/sh
for word; do
  case $word in -c|-S|-E|-M|-MM) exec {compiler} {options} "$@" ;; esac
done
exec {compiler} {options} "$@" {objects} -lpthread -lm
"""


def of_same_version(clang, name):
    """clang++ beside clang."""
    return re.sub(r"clang(-\d+)?$", name + r"\1", str(clang))


def put_compilers(folder, clang, options, objects):
    """Compilers by their usual names, which are this clang with these options; programs are linked with `objects`."""
    folder.mkdir(parents=True, exist_ok=True)
    fortran = of_same_version(clang, "flang")
    for names, compiler in (C_NAMES, clang), (CPP_NAMES, of_same_version(clang, "clang++")), (FORTRAN_NAMES, fortran):
        for name in names:
            shim = folder / name
            shim.write_text(SHIM.format(compiler=compiler, options=shlex.join(options), objects=shlex.join(objects)))
            shim.chmod(shim.stat().st_mode | stat.S_IXUSR)


class OutsideProgram:
    """{threads} in the command that runs it is the team's size, for programs that take it as an argument."""

    def __init__(self, folder, build, run, name=None):
        self.source, self.build_text, self.run_text = Path(folder).resolve(), build, run
        self.name = name or self.source.name

    def place(self, folder):
        """What builds it from a copy there: its own sources stay as they are."""
        shutil.copytree(self.source, folder, dirs_exist_ok=True)
        return ["sh", "-c", self.build_text]

    def command(self, threads):
        return shlex.split(self.run_text.replace("{threads}", str(threads)))

    def build_with(self, folder, clang, options, objects):
        """A copy there, built by that clang with these options, and linked with these objects."""
        build, compilers = self.place(folder), folder.parent / "compilers"
        put_compilers(compilers, clang, options, objects)
        call(build, cwd=folder, PATH=f"{compilers}:{os.environ['PATH']}")

    def run_in(self, folder, threads, **environment):
        """Its exit status says nothing: some end with one of their own."""
        try_call(self.command(threads), cwd=folder, **environment)
