#define _GNU_SOURCE /* realpath, in any mode of the language */
#include "loops.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/units/units_values.h"
#include "pmecache/report.h"
#include "sources.h"

enum { NUMBER_BYTES = 24, MOST_ROWS = 16, MOST_REASONS = 6 };

/* ---- which loops ---- */

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_file(const char *named, const char *path) {
  char a[PATH_MAX], b[PATH_MAX];
  if (strcmp(last_part(named), last_part(path)) != 0)
    return false;
  return !strcmp(named, path) || (realpath(named, a) && realpath(path, b) && !strcmp(a, b));
}

const pme__unit_loop *next_loop(const pme__units *units, const char *path, int *at) {
  while (units && *at < units->loop_count) {
    const pme__unit_loop *loop = &units->loops[(*at)++];
    if (loop->line && is_file(loop->file, path))
      return loop;
  }
  return NULL;
}

/* ---- the level that costs most ---- */

/* What a miss takes longer than a hit; without latencies eight times what it does at the level before, as in remarks. */
static double miss_weight(const json_t *machine, size_t level, double before) {
  const json_t *levels = json_object_get(machine, "levels");
  double hit = pme__number_at(json_array_get(levels, level), "latency_cycles", 0);
  double behind = pme__number_at(json_array_get(levels, level + 1), "latency_cycles",
                                 pme__number_at(machine, "memory_latency_cycles", 0));
  return behind > hit && hit > 0 ? behind - hit : 8 * before;
}

int costliest_level(const pme__units *units, const pme__unit_loop *loop) {
  double most = -1, weight = 1.0 / 8;
  int best = -1;
  for (int l = 0; l < loop->level_count; l++) {
    weight = miss_weight(units->units[loop->unit].machine, (size_t)l, weight);
    double cost = weight * loop->levels[l].misses;
    if (cost >= most) {
      most = cost;
      best = l;
    }
  }
  return best;
}

/* ---- words ---- */

const char *advice_of(const pme__unit_loop *loop) {
  const json_t *order = json_object_get(loop->loop, "loop_order");
  if (loop->saving.text[0])
    return loop->saving.text;
  if (json_object_get(loop->loop, "advice_own_lines"))
    return pme__text_at(loop->loop, "advice_text");
  return !strcmp(pme__text_at(order, "legality"), "legal") ? pme__text_at(order, "text") : "";
}

static void write_level(const pme__level_cost *level, FILE *out) {
  char misses[NUMBER_BYTES], share[NUMBER_BYTES];
  pme_format_count(level->misses, 2, misses, sizeof misses);
  pme_format_share(level->misses, level->accesses, share, sizeof share);
  fprintf(out, "%s costs most: %s misses (%s of accesses)", level->name, misses, share);
}

void write_summary(const pme__units *units, const pme__unit_loop *loop, FILE *out) {
  const json_t *reason = json_array_get(json_object_get(loop->loop, "reasons"), 0);
  char law[PME__LAW_BYTES];
  int level = costliest_level(units, loop);
  if (loop->kind == PME__LOOP_NOT_RUN) {
    fputs("the run did not come to this loop", out);
  } else if (loop->kind == PME__LOOP_BY_SIZE) {
    pme__write_law(&loop->law, law, sizeof law);
    fputs(law, out);
  } else if (level >= 0) {
    write_level(&loop->levels[level], out);
  } else {
    fprintf(out, "not modelled: %s", pme__text_at(reason, "code"));
  }
  if (loop->is_partly)
    fputs(", in part", out);
}

/* ---- Markdown ---- */

void put_code(const char *text, FILE *out) {
  putc('`', out);
  for (; *text; text++)
    if (*text != '`' && *text != '|' && (unsigned char)*text >= ' ')
      putc(*text, out);
  putc('`', out);
}

static void put_number(double value, FILE *out) {
  char text[NUMBER_BYTES];
  pme_format_count(value, 3, text, sizeof text);
  fprintf(out, " %s |", text);
}

static void put_levels(const json_t *levels, FILE *out) {
  char share[NUMBER_BYTES];
  fputs("| level | misses | of accesses | first touch | own | other threads | coherence |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n",
        out);
  for (size_t i = 0; i < json_array_size(levels); i++) {
    const json_t *level = json_array_get(levels, i);
    double misses = pme__number_at(level, "misses", 0);
    pme_format_share(misses, pme__number_at(level, "accesses", 0), share, sizeof share);
    fprintf(out, "| %s |", pme__text_at(level, "name"));
    put_number(misses, out);
    fprintf(out, " %s |", share);
    put_number(pme__number_at(level, "cold", 0), out);
    put_number(pme__number_at(level, "self", 0), out);
    put_number(pme__number_at(level, "other_threads", 0), out);
    put_number(pme__number_at(level, "coherence", 0), out);
    putc('\n', out);
  }
  putc('\n', out);
}

static void put_reasons(const json_t *reasons, FILE *out) {
  for (size_t i = 0; i < json_array_size(reasons) && i < MOST_REASONS; i++) {
    const json_t *reason = json_array_get(reasons, i);
    fputs("- ", out);
    put_code(pme__text_at(reason, "code"), out);
    fprintf(out, ": %s", pme__text_at(reason, "text"));
    if (pme__text_at(reason, "hint")[0])
      fprintf(out, " (%s)", pme__text_at(reason, "hint"));
    putc('\n', out);
  }
}

static void put_reference(const json_t *reference, FILE *out) {
  const json_t *levels = json_object_get(reference, "levels");
  fputs("| ", out);
  put_code(pme__text_at(reference, "array"), out);
  fprintf(out, " | %s | %.0f |", pme__text_at(reference, "access"), pme__number_at(reference, "line", 0));
  for (size_t l = 0; l < json_array_size(levels); l++)
    put_number(pme__number_at(json_array_get(levels, l), "misses", 0), out);
  putc('\n', out);
}

static void put_reference_head(const pme__unit_loop *loop, FILE *out) {
  fputs("| misses of | | line |", out);
  for (int l = 0; l < loop->level_count; l++)
    fprintf(out, " %s |", loop->levels[l].name);
  fputs("\n|---|---|--:|", out);
  for (int l = 0; l < loop->level_count; l++)
    fputs("--:|", out);
  putc('\n', out);
}

bool put_references(const pme__unit_loop *loop, int line, FILE *out) {
  const json_t *references = json_object_get(loop->loop, "references");
  int rows = 0;
  for (size_t i = 0; loop->level_count && i < json_array_size(references); i++) {
    const json_t *reference = json_array_get(references, i);
    if (line && (int)pme__number_at(reference, "line", 0) != line)
      continue;
    if (!rows)
      put_reference_head(loop, out);
    if (rows < MOST_ROWS)
      put_reference(reference, out);
    rows++;
  }
  if (rows > MOST_ROWS)
    fprintf(out, "\nand %d more accesses\n", rows - MOST_ROWS);
  return rows > 0;
}

void put_loop(const pme__units *units, const pme__unit_loop *loop, FILE *out) {
  const json_t *levels = json_object_get(loop->loop, "levels");
  double threads = pme__number_at(loop->loop, "threads", 0);
  fputs("parallel loop ", out);
  put_code(loop->variable, out);
  fputs(" in ", out);
  put_code(loop->name, out);
  if (threads > 0)
    fprintf(out, ", %.0f threads", threads);
  if (pme__text_at(loop->loop, "schedule")[0])
    fprintf(out, ", %s", pme__text_at(loop->loop, "schedule"));
  fputs(": ", out);
  write_summary(units, loop, out);
  fputs("\n\n", out);
  if (json_array_size(levels)) {
    put_levels(levels, out);
    put_references(loop, 0, out);
  }
  if (advice_of(loop)[0])
    fprintf(out, "\n%s\n", advice_of(loop));
  putc('\n', out);
  put_reasons(json_object_get(loop->loop, "reasons"), out);
}
