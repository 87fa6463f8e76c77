/* pmecache in the place of a compiler: links in the folder of a scan, by the compilers' names, lead to it. */
#ifndef PMECACHE_TOOLS_BUILDS_SCAN_COMPILER_H
#define PMECACHE_TOOLS_BUILDS_SCAN_COMPILER_H

#include <stdbool.h>

/* The folder of the scan that is under way (an absolute path), and what a compile finds in it. */
#define SCAN_VARIABLE "PMECACHE_SCAN"
/* The one source of a compile, for flang: without lines its modules do not say what they are of. The plugin reads it. */
#define SCAN_SOURCE_VARIABLE "PMECACHE_SCAN_SOURCE"
#define SCAN_BIN "bin"           /* links by the names of compilers */
#define SCAN_REAL "real"         /* links to compilers that CC, CXX or FC named by a path */
#define SCAN_MODULES "modules"   /* of Fortran, as flang writes them */
#define SCAN_MEASURES "measures" /* is there when a unit was compiled to measure itself */
#define SCAN_LOG "log"           /* units that clang did not compile, and why */
#define SCAN_ANSWERS "answers"

/* Of the log: behind what clang could not make, and what it lacked, at the start of a line. */
#define SCAN_NOT_COMPILED ": not compiled by "
#define SCAN_NOT_LINKED ": not linked by "
#define SCAN_NO_HEADER "omp.h comes with clang's OpenMP runtime: "
#define SCAN_NO_LIBRARY "programs of OpenMP are linked with clang's OpenMP runtime: "

/* What is compiled from here on is no compile of the build: it does not come here again, whatever it is called. */
void leave_scan(const char *folder);

/* Whether the compiler, a path, is that of the plugin. */
bool loads_plugin(const char *compiler);

/* Whether it is of Fortran, and clang reads no modules of its compiler: it is compiled once more, others may use its
 * modules. */
bool makes_modules(int count, char **arguments);

/* Whether the command was started by the name of a compiler. */
bool is_started_as_compiler(const char *name);
/* Runs the compiler of that name, with the plugin where it is of its LLVM; else the unit is compiled once more by clang.
 * What the compiler prints, writes and exits with stays. */
int scan_compile(int count, char **arguments);

#endif
