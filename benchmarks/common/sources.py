"""Source files compiled with the plugin: cases of benchmarks/common/same-answers."""
import re
from pathlib import Path

from build_tree import DRIVERS, ROOT
from cases import Case
from questions import MACHINES, chooser

REMARKS = ["-Rpass=cache", "-Rpass-missed=cache", "-Rpass-analysis=cache"]
INCLUDES = ("include", "inc")
INSTRUMENTED = 4  # every so many files are also compiled for measuring
MODES = ("all", "irregular", "values")
# Sizes of the kernels: their own, and small enough to be simulated.
KERNEL_SIZES = {"default": [], "small": ["-DN=90", "-DM=70", "-DTS=10"]}


def flags_of(source, top):
    """-I for the folders from that of the file up to `top`, with their folders of headers."""
    folders = [folder for folder in [source.parent, *source.parent.parents] if folder.is_relative_to(top)]
    with_headers = [path for folder in folders for path in (folder, *(folder / name for name in INCLUDES))]
    return [f"-I{path}" for path in with_headers if path.is_dir()]


def listed(path):
    """Files and flags of a list: a file a line, a tab, its flags; paths are relative to the list's folder."""
    for line in path.read_text().splitlines():
        name, _, flags = line.partition("\t")
        if name and not name.startswith("#"):
            flags = [re.sub(r"^-I(?!/)", f"-I{path.parent}/", flag) for flag in flags.split()]
            yield path.parent / name, flags


def sources_of(place):
    """(file, flags) of a folder or a list."""
    place = Path(place).resolve()
    if place.is_file():
        yield from listed(place)
        return
    for source in sorted(place.rglob("*")):
        if source.suffix in DRIVERS and source.is_file():
            yield source, flags_of(source, place)


def compile_command(source, flags, headers, *more):
    """The compile of one file; `more` comes last."""
    system = ["-isystem", headers] if headers and DRIVERS[source.suffix] != "flang" else []
    quiet = [] if DRIVERS[source.suffix] == "flang" else ["-w", "-fno-caret-diagnostics", "-fdebug-compilation-dir=."]
    return lambda tree: [tree.driver(source) or "no-compiler", "-O2", "-fopenmp", "-c", *quiet, *flags, *system, *tree.load,
                         *more, source, "-o", "object.o"]


def name_of(source):
    return str(source.relative_to(ROOT)) if source.is_relative_to(ROOT) else str(source)


def plugin_cases(part, files, headers, **environment):
    """Remarks, JSON, dumps and object of each file. Dumps are asked for as files of the folder that the case runs in."""
    for number, (source, flags) in enumerate(files):
        draw = chooser(name_of(source))
        asked = {"PMECACHE_JSON": "answer.json", "PMECACHE_DUMP": ".", "PMECACHE_MACHINE": draw.choice(MACHINES),
                 **environment}
        if draw.random() < 0.5:
            asked["PMECACHE_THREADS"] = draw.choice((1, 2, 4, 6))
        # flang writes the folder, and its strings in any order, into debug information.
        is_fortran = DRIVERS[source.suffix] == "flang"
        debug = ["-gline-tables-only"] if number % 2 and not is_fortran else []
        yield Case(part, name_of(source), compile_command(source, flags, headers, *REMARKS, *debug), asked)
        if number % INSTRUMENTED == 0:
            mode = MODES[number // INSTRUMENTED % len(MODES)]
            yield Case(part, f"{name_of(source)} instrumented for {mode}",
                       compile_command(source, flags, headers, *REMARKS, *([] if is_fortran else ["-g"])),
                       {"PMECACHE_INSTRUMENT": mode, "PMECACHE_MACHINE": asked["PMECACHE_MACHINE"]})


def kernel_files():
    """The sources of benchmarks/ that are no tools of their own: those with a parallel loop."""
    for source in sorted((ROOT / "benchmarks").rglob("*.c")):
        if re.search(r"^\s*#pragma omp", source.read_text(), re.MULTILINE):
            yield source, flags_of(source, ROOT) + [f"-I{ROOT}/include"]


def dump_cases(size, headers):
    """Each kernel as the plugin recovers it; the folder `kernels/SIZE/NAME` keeps the dumps."""
    for source, flags in kernel_files():
        name = source.relative_to(ROOT / "benchmarks").with_suffix("")
        environment = {"PMECACHE_DUMP": ".", "PMECACHE_JSON": "answer.json", "PMECACHE_MACHINE": "corei7"}
        yield Case("kernels: dumps", f"{name_of(source)}, {size} size",
                   compile_command(source, flags + KERNEL_SIZES[size], headers, *REMARKS),
                   environment, kept=f"kernels/{size}/{name}")
