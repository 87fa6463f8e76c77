# Tests of the plugin through the compiler. README.md tells how a test looks and what the substitutions do.
import importlib.util
import os
import shutil
import sys

import lit.formats

# Another plugin or command than the build tree's: lit -Dplugin=PATH -Dpmecache=PATH
config.plugin = lit_config.params.get("plugin", config.plugin)
config.pmecache = lit_config.params.get("pmecache", config.pmecache)

config.name = "pmecache"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(config.pmecache_source, "test", "lit")
config.test_exec_root = os.path.join(config.pmecache_binary, "output")
config.suffixes = [".c", ".cpp", ".f90", ".test"]
config.excludes = ["Inputs"]

# Options of the plugin and the size of the team come from a test alone.
for name in list(config.environment):
    if name.startswith(("PMECACHE_", "OMP_", "KMP_", "GOMP_")):
        del config.environment[name]

# Programs that tests run need libomp: where scripts/setup put one aside, it is taken from there.
config.openmp = os.path.join(config.pmecache_source, "build", "openmp")
if os.path.isdir(config.openmp):
    found = [folder for folder, _, files in os.walk(config.openmp) if "libomp.so" in files and "llvm-" in folder]
    shared = os.path.join(config.openmp, "usr", "lib", os.uname().machine + "-linux-gnu")
    config.environment["LIBRARY_PATH"] = ":".join(found + [shared])
    config.environment["LD_LIBRARY_PATH"] = shared


def tool(name):
    return os.path.join(config.llvm_tools, name)


# LLVM 19 reads the command line before it loads a -fpass-plugin, so the options behind -mllvm need -fplugin too.
load = "-fpass-plugin=%s" % config.plugin
load_options = load if config.llvm_version >= 20 else "%s -fplugin=%s" % (load, config.plugin)
values = "env PMECACHE_MACHINE=corei7 PMECACHE_PARAMS=n=100,m=100 OMP_NUM_THREADS=4 PMECACHE_DUMP=%t "
missed = "-Rpass-missed=cache -Werror -fopenmp"
to_nowhere = "-emit-llvm -c -o /dev/null"
dump = "rm -rf %t && env PMECACHE_DUMP=%t "
without_assumptions = "sed -E -e '/^ *assume /d' -e 's/ carries//' -e 's/ work [0-9]+( (divide|chain|vector|library) [0-9]+)*//'"
without_work = "sed -E -e 's/ carries//' -e 's/ work [0-9]+( (divide|chain|vector|library) [0-9]+)*//'"

# Longer names first: lit replaces in this order.
config.substitutions += [
    ("%recover_cxx", "%s %s -fopenmp %s -g %s %%s" % (dump, tool("clang++"), load, to_nowhere)),
    ("%recover_fortran", "%s %s -fopenmp %s -g %s %%s" % (dump, tool("flang"), load, to_nowhere)),
    ("%recover", "%s %s -fopenmp %s -g %s %%s" % (dump, tool("clang"), load, to_nowhere)),
    ("%check_all", "%s %%t/kernel.pme | %s %%s" % (without_work, tool("FileCheck"))),
    ("%check", "%s %%t/kernel.pme | %s %%s" % (without_assumptions, tool("FileCheck"))),
    ("%missed_cxx", "%s %s %s %s -g %s %%s" % (values, tool("clang++"), missed, load, to_nowhere)),
    ("%missed_fortran", "%s %s %s %s -g %s %%s" % (values, tool("flang"), missed, load, to_nowhere)),
    ("%missed", "%s %s %s %s -g %s %%s" % (values, tool("clang"), missed, load, to_nowhere)),
    ("%remarks", "%s -fopenmp %s -g -fno-caret-diagnostics %s %%s" % (tool("clang"), load, to_nowhere)),
    ("%cached", "env CCACHE_DIR=%%t/cache CCACHE_EXTRAFILES=%%t/m.machine:%s %%corei7 ccache %s -O2 -g -fopenmp "
                "-fplugin=%s %s -Rpass=cache -c kernel.c -o kernel.o" % (config.plugin, tool("clang"), config.plugin, load)),
    ("%instrument", "%s -O2 -g -fopenmp %s -mllvm" % (tool("clang"), load_options)),
    ("%runtime", config.runtime + " -lpthread -lm"),
    ("%load_options", load_options),
    ("%load", load),
    ("%FileCheck", tool("FileCheck")),
    ("%not", tool("not")),
    ("%opt", tool("opt")),
    ("%clangxx", tool("clang++")),
    ("%clang", tool("clang")),
    ("%flang", tool("flang")),
    ("%pmecache", config.pmecache),
    ("%plugin", config.plugin),
    ("%corei7", "PMECACHE_MACHINE=corei7"),
]

config.available_features.add("llvm-%d" % config.llvm_version)
# flang is supported from LLVM 22 on.
if config.llvm_version >= 22 and os.path.exists(tool("flang")):
    config.available_features.add("flang")

others = [path for n in range(14, 40) if n != config.llvm_version for path in [shutil.which("clang-%d" % n)] if path]
if others:
    config.available_features.add("other-clang")
    config.substitutions.append(("%other_clang", others[0]))

if shutil.which("ccache"):
    config.available_features.add("ccache")

# opt-viewer is a script of Debian's LLVM packages, and reads with PyYAML.
opt_viewer = os.path.join(os.path.dirname(config.llvm_tools), "share", "opt-viewer", "opt-viewer.py")
readers = all(importlib.util.find_spec(name) for name in ("yaml", "pygments"))
if readers and os.path.exists(opt_viewer) and os.path.exists(tool("llvm-remarkutil")):
    config.available_features.add("opt-viewer")
    config.substitutions += [("%viewer", opt_viewer), ("%remarkutil", tool("llvm-remarkutil")), ("%python", sys.executable)]
