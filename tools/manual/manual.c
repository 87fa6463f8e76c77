#define _GNU_SOURCE /* fileno, dup, in any mode of the language */
#include "manual.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "page.h"
#include "tools/command.h"
#include "tools/message.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* What a command prints on stdout, from its beginning; NULL: cannot be kept. */
static FILE *output_of(int (*run)(int count, char **arguments), const char *name) {
  char own[32], help[] = "--help";
  char *arguments[] = {own, help, NULL};
  FILE *kept = tmpfile();
  fflush(stdout);
  int before = kept ? dup(STDOUT_FILENO) : -1;
  if (before < 0 || dup2(fileno(kept), STDOUT_FILENO) < 0) {
    if (kept)
      fclose(kept);
    if (before >= 0)
      close(before);
    return NULL;
  }
  snprintf(own, sizeof own, "%s", name);
  run(2, arguments);
  fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  if (!fseek(kept, 0, SEEK_SET))
    return kept;
  fclose(kept);
  return NULL;
}

static void put_others(const char *name, FILE *out) {
  char other[64];
  for (int id = -1; id < COMMAND_COUNT; id++) {
    snprintf(other, sizeof other, "pmecache%s%s", id < 0 ? "" : "-", id < 0 ? "" : command_at((command_id)id)->name);
    if (strcmp(other, name) != 0)
      fprintf(out, ".BR %s (1)%s\n", other, id + 1 < COMMAND_COUNT ? "," : "");
  }
}

static int save_page(const char *folder, const manual_page *page, FILE *help) {
  char path[PATH_MAX];
  bool is_long = snprintf(path, sizeof path, "%s/%s.1", folder, page->name) >= PATH_MAX;
  FILE *out = help && !is_long ? fopen(path, "w") : NULL;
  int reason = out ? EIO : errno;
  if (out) {
    write_page(page, help, out);
    put_others(page->name, out);
  }
  bool failed = !out || ferror(out);
  failed = (out && fclose(out)) || failed;
  if (help)
    fclose(help);
  if (!failed)
    return EXIT_ANSWERED;
  fprintf(stderr, "pmecache: error: cannot write '%.150s': %s\n", path, strerror(reason));
  return EXIT_NO_ANSWER;
}

int write_manual(const char *folder) {
  char name[64];
  manual_page all = {"pmecache", "tells how OpenMP loops use the caches of a machine", PMECACHE_VERSION};
  int status = save_page(folder, &all, output_of(print_all_help, "pmecache"));
  for (int id = 0; id < COMMAND_COUNT && status == EXIT_ANSWERED; id++) {
    const command *c = command_at((command_id)id);
    snprintf(name, sizeof name, "pmecache-%s", c->name);
    status = save_page(folder, &(manual_page){name, c->summary, PMECACHE_VERSION}, output_of(c->run, c->name));
  }
  return status;
}
