/* What belongs to this command: the libraries beside it, and the compilers that the plugin was built for. Looked for
 * from where this command is, so that a build tree, an installation and a moved installation all answer right. */
#ifndef PMECACHE_TOOLS_INSTALLATION_H
#define PMECACHE_TOOLS_INSTALLATION_H

#include <limits.h>
#include <stdbool.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { INSTALLED_PATH_BYTES = 2 * PATH_MAX };

/* The library with this name. When it is not there, false, and `command` has said so on stderr. */
bool find_library(const char *command, const char *name, char path[INSTALLED_PATH_BYTES]);

/* The compiler of the plugin's LLVM: `driver` is clang, clang++ or flang. `driver-MAJOR` in PATH, else the one beside
 * the LLVM that the plugin was built with. When there is none, false, and `command` has said so. */
bool find_compiler(const char *command, const char *driver, char path[INSTALLED_PATH_BYTES]);

/* A program of the plugin's LLVM as find_compiler looks for one, else one of this name in PATH; false, and nothing is said,
 * where there is none. */
bool find_program(const char *name, char path[INSTALLED_PATH_BYTES]);

/* The major version of LLVM that the plugin was built for; 0 without a plugin. */
int plugin_llvm_version(void);

/* From a build tree: compilers that are run from now on, and programs that they link, find the OpenMP runtime that
 * scripts/setup has put beside the tree (build/openmp), where the one that is installed belongs to another LLVM; else
 * nothing changes. */
void use_runtime_aside(void);
/* The library of that runtime; false where programs use the one that is installed. */
bool find_runtime_aside(char path[INSTALLED_PATH_BYTES]);

#endif
