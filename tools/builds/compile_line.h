/* The command line of a compile: whether the plugin has something to say of it, and the same compile by clang. */
#ifndef PMECACHE_TOOLS_BUILDS_COMPILE_LINE_H
#define PMECACHE_TOOLS_BUILDS_COMPILE_LINE_H

#include <stdbool.h>

/* "g++-12" of "/usr/bin/g++-12". */
const char *base_name(const char *path);
/* "clang++" of "/usr/bin/g++-12"; clang, clang++ or flang. */
const char *driver_for_compiler(const char *compiler);
/* Compiles a source with OpenMP; none of the tests of a configuration. arguments[0] is the compiler. */
bool compile_line_is_wanted(int count, char **arguments);
/* Makes a program or a shared library of what it is given. */
bool compile_line_links(int count, char **arguments);
/* Makes something of a source, or links; none of the tests of a configuration. */
bool compile_line_builds(int count, char **arguments);
/* The next source, from arguments[*index] on, which moves behind it; NULL: none. */
const char *next_source(int count, char **arguments, int *index);
/* Lines of the source are known: -g or a remark that was asked for. */
bool compile_line_has_places(int count, char **arguments);

enum { SHADOW_EXTRA = 24 };
/* The same compile of one of its sources by `compiler` with the plugin, which leaves nothing but the document: `out` has
 * room for `count` + SHADOW_EXTRA. Arguments of `refused` (NULL at the end) are left out. Returns how many there are. */
int write_shadow(char **out, char *compiler, char *load_plugin, int count, char **arguments, const char *source,
                 char *const *refused);

/* Behind the last of `out`, options of flang: modules are written to `modules`, and read where the compile has its own.
 * Room for twice as many as it has, and 3. */
void write_module_folders(char **out, int count, char **arguments, char *modules);

/* What a compile is made to write an instrumented program with. */
typedef struct instrumented_line {
  char *compiler, *load_plugin, *library; /* of the run */
  char *const *refused;                   /* as of write_shadow */
} instrumented_line;
/* The same compile, link included: `out` has room as of write_shadow. Returns how many there are. */
int write_instrumented(char **out, const instrumented_line *line, int count, char **arguments);

#endif
