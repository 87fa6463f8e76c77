/* The answer about a build in the format of callgrind: misses of each line, for callgrind_annotate and KCachegrind. */
#include <string.h>

#include "units_parts.h"

static void put_name(const char *key, const char *text, FILE *stream) {
  fputs(key, stream);
  for (; *text; text++)
    fputc((unsigned char)*text < ' ' ? '?' : *text, stream);
  fputc('\n', stream);
}

/* NULL: there is none. */
static const json_t *level_of(const json_t *reference, const char *name) {
  const json_t *levels = json_object_get(reference, "levels");
  for (size_t i = 0; i < json_array_size(levels); i++)
    if (!strcmp(pme__text_at(json_array_get(levels, i), "name"), name))
      return json_array_get(levels, i);
  return NULL;
}

typedef struct writer {
  const pme__units *units;
  pme__level_names names;
  bool has_cycles;                   /* a machine without latencies has no times */
  double totals[PME_MAX_LEVELS + 2]; /* accesses, misses of each level, cycles */
  FILE *stream;
} writer;

static void add_cost(writer *w, int index, double value) {
  w->totals[index] += value < 0 ? 0 : value;
  fprintf(w->stream, " %.0f", value < 0 ? 0 : value);
}

/* Where the file of a position is another one than before: that of the loop, or what is inlined into its function. */
static void change_file(const writer *w, const pme__unit_loop *loop, const char **present, const char *file) {
  if (strcmp(*present, file) != 0)
    put_name(strcmp(loop->file, file) != 0 ? "fi=" : "fe=", file, w->stream);
  *present = file;
}

/* Accesses, misses of each level; cycles stand at the loop, which alone has a time. */
static void put_reference(writer *w, const pme__unit_loop *loop, const json_t *reference) {
  const pme__level_names *names = &w->names;
  const json_t *first = level_of(reference, names->count ? names->names[0] : "");
  fprintf(w->stream, "%.0f", pme__number_at(reference, "line", 0));
  add_cost(w, 0, loop->calls * pme__number_at(first, "accesses", 0));
  for (int i = 0; i < names->count; i++)
    add_cost(w, 1 + i, pme__misses_in_run(loop, level_of(reference, names->names[i])));
  fputc('\n', w->stream);
}

static bool put_loop(writer *w, const pme__unit_loop *loop) {
  const json_t *references = json_object_get(loop->loop, "references");
  const char *present = loop->file;
  put_name("fl=", loop->file, w->stream);
  put_name("fn=", loop->name, w->stream);
  fprintf(w->stream, "%d", loop->line);
  for (int i = 0; i <= w->names.count; i++)
    add_cost(w, i, 0);
  if (w->has_cycles)
    add_cost(w, w->names.count + 1, loop->cycles);
  fputc('\n', w->stream);
  for (size_t i = 0; i < json_array_size(references); i++) {
    const json_t *reference = json_array_get(references, i);
    const char *file = pme__reference_file(w->units, loop, reference);
    if (!file)
      return false;
    change_file(w, loop, &present, file);
    put_reference(w, loop, reference);
  }
  fputc('\n', w->stream);
  return true;
}

static bool has_cycles(const pme__units *units) {
  for (int i = 0; i < units->kind_counts[PME__LOOP_NUMBERS]; i++)
    if (units->loops[i].cycles >= 0)
      return true;
  return false;
}

pme_status pme__units_callgrind(const pme__units *units, FILE *stream, pme_error *error) {
  writer w = {units, pme__level_names_of(units), has_cycles(units), {0}, stream};
  fputs("# callgrind format\nversion: 1\ncreator: pmecache\ncmd: (predicted)\npositions: line\nevents: Acc", stream);
  for (int i = 0; i < w.names.count; i++)
    fprintf(stream, " %sm", w.names.names[i]);
  fputs(w.has_cycles ? " Cyc\n\n" : "\n\n", stream);
  for (int i = 0; i < units->kind_counts[PME__LOOP_NUMBERS]; i++)
    if (!put_loop(&w, &units->loops[i]))
      return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  fputs("totals:", stream);
  for (int i = 0; i <= w.names.count + w.has_cycles; i++)
    fprintf(stream, " %.0f", w.totals[i]);
  fputc('\n', stream);
  return PME_OK;
}
