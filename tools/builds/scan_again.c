/* Units of Fortran in an order that nobody knows: a build that names no dependences of modules, or several compiles at a
 * time, come to a unit before the one that makes its modules. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "database.h"
#include "scan.h"
#include "scan_compiler.h"
#include "scan_units.h"
#include "shadow.h"

static bool compile(const scan *s, const database_entry *unit, bool is_tried_again) {
  int waited = 0;
  pid_t child = fork();
  if (child == 0) {
    leave_scan(s->folder);
    _exit(!shadow_compile(&(shadow_job){unit->count, unit->arguments, unit->directory, s->folder, is_tried_again}));
  }
  return child > 0 && waitpid(child, &waited, 0) == child && WIFEXITED(waited) && WEXITSTATUS(waited) == 0;
}

static void compile_all(const scan *s, const database *units) {
  int count = units->entry_count, before;
  do {
    before = count;
    count = 0;
    for (int i = 0; i < before; i++)
      if (!compile(s, &units->entries[i], true))
        units->entries[count++] = units->entries[i];
  } while (count && count < before);
  for (int i = 0; i < count; i++)
    compile(s, &units->entries[i], false);
}

void scan_again(const scan *s) {
  char path[PATH_MAX];
  database failed;
  pme_error error = {0};
  pme_arena *arena = pme_arena_create();
  collect_units(s->folder, SCAN_FAILED);
  bool is_named = snprintf(path, sizeof path, "%s/" SCAN_FAILED, s->folder) < (int)sizeof path;
  if (arena && is_named && access(path, R_OK) == 0 && database_read(path, arena, &failed, &error) == PME_OK)
    compile_all(s, &failed);
  if (is_named)
    unlink(path);
  pme_arena_destroy(arena);
}
