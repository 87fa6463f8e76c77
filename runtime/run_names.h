/* Names that a run gives: its files, its command. */
#ifndef PMECACHE_RUNTIME_RUN_NAMES_H
#define PMECACHE_RUNTIME_RUN_NAMES_H

#include <stdbool.h>

enum { PMERT_PATH_BYTES = 4096, PMERT_COMMAND_BYTES = 512 };

/* `pattern` with %p as the process id. A child of fork must not write over its parent's file: where the pattern does
 * not tell them apart, the process id goes to its end. False when it is too long. */
bool pmert_expand_path(const char *pattern, char path[PMERT_PATH_BYTES]);
/* Shared libraries that were linked with the runtime have a copy of their own, and write the profile of their own code.
 * The environment is what the copies of a process share: it has the file that one of them has written. */
bool pmert_is_written(const char *path);
void pmert_set_written(const char *path);
/* The command line, arguments separated by blanks; "" where the system does not tell. */
void pmert_read_command(char command[PMERT_COMMAND_BYTES]);

#endif
