/* The units of a compilation database, several at a time. */
#define _GNU_SOURCE /* sysconf, in any mode of the language */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile_line.h"
#include "database.h"
#include "scan.h"
#include "scan_compiler.h"
#include "scan_units.h"
#include "shadow.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/progress.h"

typedef struct workers {
  const scan *scan;
  int running, most, done, failed;
  progress progress;
} workers;

static pid_t start(const workers *w, const database_entry *entry) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    bool is_tried_again = makes_modules(entry->count, entry->arguments);
    bool is_good = shadow_compile(
        &(shadow_job){entry->count, entry->arguments, entry->directory, w->scan->folder, is_tried_again});
    if (!is_good && is_tried_again && chdir(entry->directory) == 0)
      note_unit(w->scan->folder, SCAN_FAILED, entry->count, entry->arguments);
    _exit(!is_good);
  }
  return child;
}

static void wait_for_one(workers *w) {
  int waited;
  pid_t ended = wait(&waited);
  if (ended < 0 && errno == EINTR)
    return;
  w->running--;
  w->done++;
  w->failed += ended < 0 || !WIFEXITED(waited) || WEXITSTATUS(waited) != 0;
  progress_step(&w->progress, (uint64_t)w->done);
}

static void add(workers *w, const database_entry *entry) {
  while (w->running >= w->most)
    wait_for_one(w);
  if (start(w, entry) > 0)
    w->running++;
  else
    w->failed++;
}

static int processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 && count < 4096 ? (int)count : 1;
}

static int compile_all(const scan *s, const database *d) {
  workers w = {.scan = s, .most = s->options->jobs ? s->options->jobs : processors()};
  w.progress = progress_start("compiled", "units");
  for (int i = 0; i < d->entry_count; i++)
    if (compile_line_is_wanted(d->entries[i].count, d->entries[i].arguments) ||
        makes_modules(d->entries[i].count, d->entries[i].arguments))
      add(&w, &d->entries[i]);
  while (w.running)
    wait_for_one(&w);
  progress_end(&w.progress);
  scan_again(s);
  return w.done > w.failed || !w.done ? EXIT_ANSWERED : EXIT_NO_ANSWER;
}

int scan_database(const scan *s) {
  char path[PATH_MAX];
  struct stat there;
  const char *given = s->options->database;
  bool is_folder = !stat(given, &there) && S_ISDIR(there.st_mode);
  snprintf(path, sizeof path, "%s%s", given, is_folder ? "/compile_commands.json" : "");
  pme_error error = {0};
  database d;
  pme_arena *arena = pme_arena_create();
  pme_status status = arena ? database_read(path, arena, &d, &error) : PME_NO_MEMORY;
  error.status = status;
  int result = status ? report_fault(path, &error) : compile_all(s, &d);
  pme_arena_destroy(arena);
  return result;
}
