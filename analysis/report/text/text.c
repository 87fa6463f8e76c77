/* A prediction, or a machine, as tables for a terminal. */
#include <string.h>

#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "text_parts.h"

enum { COUNT_WIDTH = 9 };

/* ---- predictions ---- */

static bool any_coherence(const pme_prediction *prediction) {
  for (int level = 0; level < prediction->level_count; level++)
    if (prediction->levels[level].coherence > 0)
      return true;
  return false;
}

static void print_precision(const pme__table *table, const pme_misses *misses) {
  static const char *const names[] = {"exact", "estimate", "bound"};
  fprintf(table->stream, "  %s", names[misses->precision]);
  if (misses->precision == PME_PRECISION_EXACT || misses->low == misses->high)
    return;
  fprintf(table->stream, " ");
  pme__print_count(table, misses->low, 0);
  fprintf(table->stream, "..");
  pme__print_count(table, misses->high, 0);
  if (pme__is_open(misses))
    fputs(", not known without a run", table->stream);
}

static void print_level(const pme__table *table, int level, const pme_misses *misses, bool coherence) {
  char rate[24];
  pme_format_share(misses->misses, misses->accesses, rate, sizeof rate);
  pme__print_level_name(table, level);
  pme__print_count(table, misses->accesses, COUNT_WIDTH);
  pme__print_count(table, misses->misses, COUNT_WIDTH);
  fprintf(table->stream, "%*s", COUNT_WIDTH, rate);
  pme__print_count(table, misses->cold, COUNT_WIDTH);
  pme__print_count(table, misses->self, COUNT_WIDTH);
  pme__print_count(table, misses->other_threads, COUNT_WIDTH);
  if (coherence)
    pme__print_count(table, misses->coherence, COUNT_WIDTH + 2);
  if (coherence)
    pme__print_count(table, misses->false_sharing, COUNT_WIDTH + 6);
  print_precision(table, misses);
  fputc('\n', table->stream);
}

/* Of the misses of the level, those that are none of the program's own lines. */
static void print_page_walks(const pme__table *table, const pme_misses *misses) {
  if (misses->page_walks < 0.5)
    return;
  fprintf(table->stream, "  %-16s%*s", "  page walks", COUNT_WIDTH, "");
  pme__print_count(table, misses->page_walks, COUNT_WIDTH);
  fputs("  of these misses\n", table->stream);
}

/* Lines that came before they were asked for, which are no misses. */
static void print_prefetches(const pme__table *table, const pme_misses *misses) {
  if (misses->prefetches < 0.5)
    return;
  fprintf(table->stream, "  %-16s%*s", "  prefetches", COUNT_WIDTH, "");
  pme__print_count(table, misses->prefetches, COUNT_WIDTH);
  fputs("  beside them\n", table->stream);
}

/* What crosses the border behind the level. */
static void print_traffic(const pme__table *table, int level, const pme_misses *misses) {
  double line_bytes = table->prediction->machine->levels[level].line_bytes;
  bool is_last = level + 1 == table->prediction->level_count;
  if (!table->prediction->has_traffic)
    return;
  fprintf(table->stream, "  %-16s", is_last ? "  memory, bytes" : "  behind, bytes");
  pme__print_count(table, line_bytes * misses->fills, COUNT_WIDTH);
  fprintf(table->stream, " %s,", is_last ? "read" : "in");
  pme__print_count(table, line_bytes * (misses->write_backs + misses->clean_outs), COUNT_WIDTH);
  fputs(is_last ? " written" : " out", table->stream);
  if (misses->write_backs_half_width > 0) {
    fputs(" +-", table->stream);
    pme__print_count(table, line_bytes * misses->write_backs_half_width, 0);
  }
  fputc('\n', table->stream);
}

static void print_levels(const pme__table *table, const pme_misses *levels) {
  bool coherence = any_coherence(table->prediction);
  fprintf(table->stream, "  %-16s%9s%9s%9s%9s%9s%9s%s\n", "level", "accesses", "misses", "rate", "cold", "self",
          "others", coherence ? "  coherence  false sharing" : "");
  for (int level = 0; level < table->prediction->level_count; level++) {
    print_level(table, level, &levels[level], coherence);
    print_page_walks(table, &levels[level]);
    print_prefetches(table, &levels[level]);
    print_traffic(table, level, &levels[level]);
  }
}

static void print_reference(const pme__table *table, const pme_reference_prediction *reference) {
  pme__print_reference_name(table, reference);
  if (!reference->modelled) {
    fprintf(table->stream, "  not modelled\n");
    return;
  }
  pme__print_count(table, reference->levels[0].accesses, COUNT_WIDTH);
  for (int level = 0; level < table->prediction->level_count; level++)
    pme__print_count(table, reference->levels[level].misses, COUNT_WIDTH);
  fputc('\n', table->stream);
}

/* Accesses of each reference below a node and its misses of each level. */
static void print_references(const pme__table *table, int node) {
  const pme_prediction *prediction = table->prediction;
  pme__print_reference_heading(table);
  fprintf(table->stream, "%9s", "accesses");
  for (int level = 0; level < prediction->level_count; level++)
    fprintf(table->stream, "%9s", prediction->level_info[level].name);
  fputc('\n', table->stream);
  for (int i = 0; i < prediction->reference_count; i++)
    if (pme_subject_is_below(table->subject, prediction->references[i].node, node))
      print_reference(table, &prediction->references[i]);
}

void pme_text_prediction(const pme_prediction *prediction, const char *source_file, FILE *stream) {
  pme__table table = pme__table_of(prediction, source_file, stream);
  pme__print_function(&table);
  for (int i = 0; i < prediction->loop_count; i++) {
    const pme_loop_prediction *loop = &prediction->loops[i];
    if (!pme__is_reported(prediction, loop))
      continue;
    pme__print_loop(&table, loop);
    if (loop->status != PME_LOOP_NOT_MODELLED) {
      print_levels(&table, loop->levels);
      print_references(&table, loop->node);
    }
    pme__print_notes(&table, loop);
  }
  if (pme__print_total(&table))
    print_levels(&table, prediction->levels);
  pme__print_notes(&table, NULL);
}

/* ---- machines ---- */

/* 32768 as "32K". */
static void format_size(int64_t size_bytes, char *buffer, size_t buffer_bytes) {
  static const char *const units[] = {"", "K", "M", "G", "T"};
  int unit = 0;
  for (; unit < 4 && size_bytes % 1024 == 0 && size_bytes > 0; unit++)
    size_bytes /= 1024;
  snprintf(buffer, buffer_bytes, "%lld%s", (long long)size_bytes, units[unit]);
}

static void print_cost(double value, FILE *stream) {
  if (value > 0)
    fprintf(stream, "%9g", value);
  else
    fprintf(stream, "%9s", "unknown");
}

static void print_policies(const pme_machine *machine, FILE *stream) {
  bool any = false;
  for (int i = 0; i < machine->level_count; i++)
    any = any || machine->levels[i].policy.kind != PME_POLICY_LRU;
  for (int i = 0; any && i < machine->level_count; i++) {
    char name[PME_POLICY_NAME_BYTES];
    pme_policy_name(&machine->levels[i].policy, name);
    fprintf(stream, "%s%s %s", i ? ", " : "  replacement: ", machine->levels[i].name, name);
  }
  if (any)
    fputc('\n', stream);
}

void pme_text_machine(const pme_machine *machine, FILE *stream) {
  if (machine->name[0])
    fprintf(stream, "%s: ", machine->name);
  fprintf(stream, "%d core%s", machine->cores, machine->cores == 1 ? "" : "s");
  if (machine->frequency_hz > 0)
    fprintf(stream, " at %g GHz", machine->frequency_hz / 1e9);
  fprintf(stream, ", threads placed %s\n", machine->placement == PME_PLACEMENT_SPREAD ? "spread" : "close");
  fprintf(stream, "  %-8s%9s%6s%6s%9s%11s%9s%15s\n", "level", "size", "ways", "line", "sets", "shared by", "latency",
          "cycles a line");
  for (int i = 0; i < machine->level_count; i++) {
    const pme_cache_level *level = &machine->levels[i];
    char size[32];
    format_size(level->size_bytes, size, sizeof size);
    fprintf(stream, "  %-8s%9s%6d%6d%9lld%11d", level->name, size, level->associativity, level->line_bytes,
            (long long)pme_cache_sets(level), level->shared_by);
    print_cost(level->latency_cycles, stream);
    fprintf(stream, "%6s", "");
    print_cost(level->throughput_cycles, stream);
    fputc('\n', stream);
  }
  fprintf(stream, "  %-8s%9s%6s%6s%9s%11s", "memory", "", "", "", "", "");
  print_cost(machine->memory_latency_cycles, stream);
  fprintf(stream, "%6s", "");
  print_cost(machine->memory_throughput_cycles, stream);
  fputc('\n', stream);
  print_policies(machine, stream);
}
