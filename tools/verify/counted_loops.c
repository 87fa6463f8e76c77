#include "counted_loops.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/builds/process.h"

/* ---- lines of the library ---- */

static bool read_loop(char *line, int event_count, pme_arena *arena, counted_loop *loop) {
  char *at = line;
  loop->offset = strtoull(at, &at, 16);
  loop->executions = strtod(at, &at);
  loop->threads = (int)strtol(at, &at, 10);
  for (int i = 0; i < event_count; i++)
    loop->counts[i] = strtod(at, &at);
  at += *at == ' ';
  at[strcspn(at, "\n")] = 0;
  loop->module = pme_arena_copy_text(arena, at);
  loop->file = "";
  return loop->module && at[0] == '/' && loop->executions > 0 && loop->threads > 0;
}

/* A program that starts itself again has the same loops. */
static counted_loop *same_loop(const counted_loops *loops, const counted_loop *loop) {
  for (int i = 0; i < loops->count; i++)
    if (loops->rows[i].offset == loop->offset && !strcmp(loops->rows[i].module, loop->module))
      return &loops->rows[i];
  return NULL;
}

static bool add_loop(counted_loops *loops, int *capacity, const counted_loop *loop, pme_arena *arena) {
  counted_loop *same = same_loop(loops, loop);
  if (same) {
    same->executions += loop->executions;
    same->threads = same->threads > loop->threads ? same->threads : loop->threads;
    for (int i = 0; i < EVENT_MOST; i++)
      same->counts[i] += loop->counts[i];
    return true;
  }
  if (loops->count == *capacity) {
    int more = *capacity ? 2 * *capacity : 64;
    counted_loop *rows = PME_ARENA_NEW(arena, counted_loop, more);
    if (!rows)
      return false;
    if (loops->count)
      memcpy(rows, loops->rows, (size_t)loops->count * sizeof *rows);
    loops->rows = rows;
    *capacity = more;
  }
  loops->rows[loops->count++] = *loop;
  return true;
}

pme_status counted_loops_read(const char *path, int event_count, pme_arena *arena, counted_loops *out) {
  char line[8192];
  int capacity = 0;
  bool fits = true;
  *out = (counted_loops){0};
  FILE *stream = fopen(path, "r");
  while (stream && fits && fgets(line, sizeof line, stream)) {
    counted_loop loop = {0};
    if (read_loop(line, event_count, arena, &loop))
      fits = add_loop(out, &capacity, &loop, arena);
  }
  if (stream)
    fclose(stream);
  return fits ? PME_OK : PME_NO_MEMORY;
}

/* ---- places ---- */

/* "FILE:LINE[:COLUMN][ (discriminator N)]"; "??:0" where nothing is known. */
static void read_place(char *text, counted_loop *loop, pme_arena *arena) {
  text[strcspn(text, " \n")] = 0;
  char *last = strrchr(text, ':');
  char *before = last;
  while (before > text && (before == last || *before != ':'))
    before--;
  bool has_column = last && before > text && strspn(before + 1, "0123456789") == (size_t)(last - before - 1);
  char *colon = has_column ? before : last;
  if (!colon || text[0] == '?')
    return;
  *colon = 0;
  long line = strtol(colon + 1, NULL, 10);
  loop->line = line > 0 && line <= INT_MAX ? (int)line : 0;
  const char *file = pme_arena_copy_text(arena, text);
  loop->file = loop->line && file ? file : "";
}

static void place_loop(counted_loop *loop, const char *symbolizer, const char *scratch, pme_arena *arena) {
  char line[8192], offset[32];
  char *llvm[] = {(char *)symbolizer,
                  "--functions=none",
                  "--no-inlines",
                  "--output-style=GNU",
                  "-e",
                  (char *)loop->module,
                  offset,
                  NULL};
  char *binutils[] = {(char *)symbolizer, "-e", (char *)loop->module, offset, NULL};
  snprintf(offset, sizeof offset, "0x%" PRIx64, loop->offset);
  if (process_run(strstr(symbolizer, "llvm-symbolizer") ? llvm : binutils, &(process_place){NULL, scratch}) != 0)
    return;
  FILE *stream = fopen(scratch, "r");
  if (stream && fgets(line, sizeof line, stream))
    read_place(line, loop, arena);
  if (stream)
    fclose(stream);
}

void counted_loops_place(counted_loops *loops, const char *symbolizer, const char *scratch, pme_arena *arena) {
  for (int i = 0; i < loops->count; i++)
    place_loop(&loops->rows[i], symbolizer, scratch, arena);
}
