/* The loops of a build as comma-separated values (RFC 4180): a row a loop, costliest first. */
#include <string.h>

#include "units_parts.h"

/* ---- values ---- */

static void put_quoted(const char *text, FILE *stream) {
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', stream);
    fputc(*text, stream);
  }
}

static void put_text(const char *text, FILE *stream) {
  fputs(",\"", stream);
  put_quoted(text, stream);
  fputc('"', stream);
}

/* Empty where it is not known. */
static void put_number(double value, bool is_known, FILE *stream) {
  if (is_known)
    fprintf(stream, ",%.15g", value);
  else
    fputc(',', stream);
}

static void put_member(const json_t *object, const char *key, FILE *stream) {
  const json_t *value = json_object_get(object, key);
  if (json_is_string(value))
    put_text(json_string_value(value), stream);
  else
    put_number(json_number_value(value), json_is_number(value), stream);
}

/* ---- levels: a pair of columns for each name that there is ---- */

static const pme__level_cost *level_of(const pme__unit_loop *loop, const char *name) {
  for (int l = 0; l < loop->level_count; l++)
    if (!strcmp(loop->levels[l].name, name))
      return &loop->levels[l];
  return NULL;
}

static void put_levels(const pme__unit_loop *loop, const pme__level_names *levels, FILE *stream) {
  for (int i = 0; i < levels->count; i++) {
    const pme__level_cost *level = level_of(loop, levels->names[i]);
    put_number(level ? level->accesses : 0, level != NULL, stream);
    put_number(level ? level->misses : 0, level != NULL, stream);
  }
}

/* ---- rows ---- */

/* Each code once, with blanks between them. */
static void put_reasons(const pme__unit_loop *loop, FILE *stream) {
  const json_t *reasons = json_object_get(loop->loop, "reasons");
  const char *before = "";
  fputs(",\"", stream);
  for (size_t i = 0; i < json_array_size(reasons); i++) {
    const char *code = pme__text_at(json_array_get(reasons, i), "code");
    if (pme__has_earlier(reasons, i, code))
      continue;
    fputs(before, stream);
    put_quoted(code, stream);
    before = " ";
  }
  fputc('"', stream);
}

static void put_law(const pme__unit_loop *loop, FILE *stream) {
  bool has_law = loop->kind == PME__LOOP_BY_SIZE;
  put_number(loop->law.coefficient, has_law, stream);
  put_number(loop->law.exponent, has_law, stream);
}

static void put_loop(const pme__units *u, const pme__unit_loop *loop, const pme__level_names *levels, FILE *stream) {
  static const char *const keys[] = {"status", "schedule", "chunk", "threads", "trip_count", "executions"};
  int rank = (int)(loop - u->loops) + 1;
  fprintf(stream, "%d", rank);
  put_text(loop->file, stream);
  put_number(loop->line, loop->line > 0, stream);
  put_number(loop->column, loop->column > 0, stream);
  put_text(loop->name, stream);
  put_text(loop->variable, stream);
  put_text(u->units[loop->unit].source, stream);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    put_member(loop->loop, keys[i], stream);
  put_number(loop->calls, true, stream);
  put_number(loop->cycles, loop->cycles >= 0, stream);
  put_number(loop->seconds, loop->seconds >= 0, stream);
  put_levels(loop, levels, stream);
  put_law(loop, stream);
  put_text(loop->saving.change, stream);
  put_number(loop->saving.ratio, loop->saving.change[0] != 0, stream);
  put_reasons(loop, stream);
  fputs("\r\n", stream);
}

void pme__units_csv(const pme__units *units, FILE *stream) {
  pme__level_names levels = pme__level_names_of(units);
  fputs("rank,file,line,column,function,variable,unit,status,schedule,chunk,threads,trip_count,executions,calls,cycles,"
        "seconds",
        stream);
  for (int i = 0; i < levels.count; i++)
    fprintf(stream, ",%s_accesses,%s_misses", levels.names[i], levels.names[i]);
  fputs(",law_coefficient,law_exponent,advice,advice_ratio,reasons\r\n", stream);
  for (int i = 0; i < units->loop_count; i++)
    put_loop(units, &units->loops[i], &levels, stream);
}
