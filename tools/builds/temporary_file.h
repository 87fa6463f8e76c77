/* Files that a command needs for a while. */
#ifndef PMECACHE_TOOLS_BUILDS_TEMPORARY_FILE_H
#define PMECACHE_TOOLS_BUILDS_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* An empty file for this command in TMPDIR, else in /tmp; its name goes into `path`. False, with errno: there is none, or
 * the name is longer than `bytes`. Who calls removes it. */
bool temporary_file_make(const char *command, char *path, size_t bytes);

#endif
