/* Fuzz target: the readers of JSON: documents of a build, in all forms of the answer, and compilation databases. */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analysis/report/page/page.h"
#include "analysis/report/units/units.h"
#include "tools/builds/compile_line.h"
#include "tools/builds/database.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { PATH_BYTES = 64, LOOPS_SHOWN = 20 };

static void ignore(void *context, const char *path, const pme_error *error) {
  (void)context;
  (void)path;
  if (!*error->message)
    abort();
}

static void show(const pme__units *units, FILE *nowhere) {
  char failed[256];
  pme__units_text(units, LOOPS_SHOWN, nowhere);
  pme__units_csv(units, nowhere);
  pme__units_sarif(units, nowhere, NULL);
  pme__units_callgrind(units, nowhere, NULL);
  pme__units_json(units, nowhere, NULL);
  pme__page_write(units, nowhere);
  pme__units_compare(units, units, LOOPS_SHOWN, nowhere);
  pme__units_check(units, units, "L1.misses > +2%, time > 0.5", failed, sizeof failed, NULL);
}

static void read_documents(const char *path, bool is_whole, FILE *nowhere) {
  pme__units *units = NULL;
  if (pme__units_read(&path, 1, is_whole, ignore, NULL, &units) == PME_OK)
    show(units, nowhere);
  pme__units_destroy(units);
}

static void read_database(const char *path) {
  database entries;
  pme_arena *arena = pme_arena_create();
  if (!arena)
    return;
  if (database_read(path, arena, &entries, NULL) == PME_OK)
    for (int e = 0; e < entries.entry_count; e++)
      if (entries.entries[e].count > 0)
        compile_line_is_wanted(entries.entries[e].count, entries.entries[e].arguments);
  pme_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  static FILE *nowhere;
  char path[PATH_BYTES];
  int file = memfd_create("document", MFD_CLOEXEC);
  if (!nowhere)
    nowhere = fopen("/dev/null", "w");
  if (file < 0 || !nowhere || write(file, bytes, count) != (ssize_t)count)
    abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  read_documents(path, false, nowhere);
  read_documents(path, true, nowhere);
  read_database(path);
  close(file);
  return 0;
}
