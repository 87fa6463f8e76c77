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

static void add_cost(double *totals, int index, double value, FILE *stream) {
  totals[index] += value < 0 ? 0 : value;
  fprintf(stream, " %.0f", value < 0 ? 0 : value);
}

/* Accesses, misses of each level; cycles stand at the loop, which alone has a time. */
static void put_reference(const pme__unit_loop *loop, const json_t *reference, const pme__level_names *names,
                          double *totals, FILE *stream) {
  const json_t *first = level_of(reference, names->count ? names->names[0] : "");
  fprintf(stream, "%.0f", pme__number_at(reference, "line", 0));
  add_cost(totals, 0, loop->calls * pme__number_at(first, "accesses", 0), stream);
  for (int i = 0; i < names->count; i++)
    add_cost(totals, 1 + i, pme__misses_in_run(loop, level_of(reference, names->names[i])), stream);
  fputs(" 0\n", stream);
}

static void put_loop(const pme__unit_loop *loop, const pme__level_names *names, double *totals, FILE *stream) {
  const json_t *references = json_object_get(loop->loop, "references");
  put_name("fl=", loop->file, stream);
  put_name("fn=", loop->name, stream);
  fprintf(stream, "%d", loop->line);
  for (int i = 0; i <= names->count; i++)
    fputs(" 0", stream);
  add_cost(totals, names->count + 1, loop->cycles, stream);
  fputc('\n', stream);
  for (size_t i = 0; i < json_array_size(references); i++)
    put_reference(loop, json_array_get(references, i), names, totals, stream);
  fputc('\n', stream);
}

pme_status pme__units_callgrind(const pme__units *units, FILE *stream, pme_error *error) {
  pme__level_names names = pme__level_names_of(units);
  double totals[PME_MAX_LEVELS + 2] = {0};
  (void)error; /* nothing is allocated */
  fputs("# callgrind format\nversion: 1\ncreator: pmecache\ncmd: (predicted)\npositions: line\nevents: Acc", stream);
  for (int i = 0; i < names.count; i++)
    fprintf(stream, " %sm", names.names[i]);
  fputs(" Cyc\n\n", stream);
  for (int i = 0; i < units->kind_counts[PME__LOOP_NUMBERS]; i++)
    put_loop(&units->loops[i], &names, totals, stream);
  fputs("totals:", stream);
  for (int i = 0; i < names.count + 2; i++)
    fprintf(stream, " %.0f", totals[i]);
  fputc('\n', stream);
  return PME_OK;
}
