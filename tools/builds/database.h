/* A compilation database (compile_commands.json): what CMake, Meson, Ninja and Bear write down of a build. */
#ifndef PMECACHE_TOOLS_BUILDS_DATABASE_H
#define PMECACHE_TOOLS_BUILDS_DATABASE_H

#include "pmecache/arena.h"
#include "pmecache/status.h"

typedef struct database_entry {
  const char *directory;
  int count;
  char **arguments; /* NULL behind the last one */
} database_entry;

typedef struct database {
  int entry_count;
  database_entry *entries;
} database;

/* `path` is the file. Lives in `arena`. PME_IO, PME_BAD_INPUT, PME_NO_MEMORY. */
pme_status database_read(const char *path, pme_arena *arena, database *out, pme_error *error);

#endif
