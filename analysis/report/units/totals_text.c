/* Totals for a terminal. */
#include <stdlib.h>
#include <string.h>

#include "pmecache/report.h"
#include "units_parts.h"

void pme__print_clean(const char *text, FILE *stream) {
  for (; *text; text++)
    fputc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, stream);
}

/* Behind a '(' of a name: what is left of it without the parameters. */
static const char *skip_parameters(const char *at) {
  int depth = 1;
  for (; *at && depth; at++)
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
  return strncmp(at, " const", 6) != 0 ? at : at + 6;
}

void pme__print_name(const char *name, FILE *stream) {
  enum { MOST_BYTES = 72 };
  static const char call[] = "operator()", hidden[] = "(anonymous namespace)";
  char text[MOST_BYTES + 4];
  size_t length = 0;
  while (*name && length < MOST_BYTES) {
    size_t whole = !strncmp(name, call, sizeof call - 1)       ? sizeof call - 1
                   : !strncmp(name, hidden, sizeof hidden - 1) ? sizeof hidden - 1
                                                               : *name != '(';
    for (; whole && length < MOST_BYTES; whole--)
      text[length++] = *name++;
    if (*name == '(' && strncmp(name, hidden, sizeof hidden - 1) != 0)
      name = skip_parameters(name + 1);
  }
  for (const char *next = name; *name && length && ((unsigned char)*next & 0xc0) == 0x80; next = &text[length])
    length--; /* no half of a letter */
  memcpy(text + length, *name ? "..." : "", *name ? 4 : 1);
  pme__print_clean(text, stream);
}

int pme__count_partly(const pme__units *u) {
  int count = 0;
  for (int i = 0; i < u->kind_counts[PME__LOOP_NUMBERS]; i++)
    count += u->loops[i].is_partly;
  return count;
}

static void print_count(double value, FILE *stream) {
  char text[24];
  pme_format_count(value, 2, text, sizeof text);
  fprintf(stream, " %10s", text);
}

static void print_level(const pme__level_total *level, bool has_calls, bool has_data, FILE *stream) {
  char share[24];
  pme_format_share(level->misses, level->accesses, share, sizeof share);
  fprintf(stream, "%-5.12s", level->name);
  print_count(level->accesses, stream);
  print_count(level->misses, stream);
  fprintf(stream, " %6s", share);
  print_count(level->first_touches, stream);
  if (has_calls)
    print_count(level->warm_misses, stream), print_count(level->cold_misses, stream);
  if (has_data)
    print_count(level->misses + level->data_misses, stream);
  fputc('\n', stream);
}

/* ---- functions ---- */

typedef struct function_row {
  const pme__function *function;
  pme__totals totals;
} function_row;

static double outermost_misses(const function_row *row) {
  return row->totals.level_count ? row->totals.levels[row->totals.level_count - 1].misses : 0;
}

static int by_misses(const void *left, const void *right) {
  const function_row *a = (const function_row *)left, *b = (const function_row *)right;
  double first = outermost_misses(a), second = outermost_misses(b);
  int order = (first < second) - (first > second);
  return order ? order : (a->function > b->function) - (a->function < b->function);
}

static void print_function(const function_row *row, const pme__totals *all, FILE *stream) {
  const char *name = pme__text_at(row->function->value, "source_name");
  if (row->function->is_weighted)
    fprintf(stream, "%10.6g", row->function->calls);
  else
    fprintf(stream, "%10s", "-");
  for (int i = 0; i < all->level_count; i++)
    print_count(pme__total_misses(&row->totals, all->levels[i].name), stream);
  fputs("  ", stream);
  pme__print_name(*name ? name : pme__text_at(row->function->value, "name"), stream);
  fputc('\n', stream);
}

/* Their calls are worth a table where a run has told them. */
static void print_functions(const pme__units *u, const pme__totals *all, int most, FILE *stream) {
  function_row *rows = PME_ARENA_NEW(u->arena, function_row, u->function_count + 1);
  int count = 0;
  for (int i = 0; rows && i < u->function_count; i++)
    if (json_array_size(json_object_get(u->functions[i].value, "levels")) && u->functions[i].calls > 0)
      rows[count++] = (function_row){&u->functions[i], pme__totals_of(u, &u->functions[i])};
  if (!count)
    return;
  qsort(rows, (size_t)count, sizeof *rows, by_misses);
  fputs("     calls", stream);
  for (int i = 0; i < all->level_count; i++)
    fprintf(stream, " %10.10s", all->levels[i].name);
  fputs("  misses of a function\n", stream);
  for (int i = 0; i < count && i < most; i++)
    print_function(&rows[i], all, stream);
  if (count > most)
    fprintf(stream, "... and %d more (--top %d shows all)\n", count - most, count);
}

/* What is in no total: loops, and accesses of those that are in it. */
static void print_left_out(const pme__units *u, const pme__totals *all, FILE *stream) {
  double accesses = all->levels[0].accesses, others = all->data_accesses + all->left_out_accesses;
  char text[24], share[24];
  if (u->inlined_count)
    fprintf(stream, "Calls that are inlined are counted in their callers alone (%d function%s).\n", u->inlined_count,
            u->inlined_count == 1 ? "" : "s");
  if (others <= 0 && all->is_more_left_out)
    fputs("Not counted: accesses whose addresses data decide; how many is not known.\n", stream);
  if (others <= 0)
    return;
  pme_format_count(others, 2, text, sizeof text);
  pme_format_share(others, accesses + others, share, sizeof share);
  fprintf(stream, "Not counted: %s%s accesses (%s of all) whose addresses data decide%s.\n",
          all->is_more_left_out ? "at least " : "", text, share,
          all->data_accesses > 0 ? "; 'at most' has as many misses of them as there can be" : "");
}

/* What is in the totals and may be executed less often. */
static void print_supposed(const pme__totals *all, bool has_calls, FILE *stream) {
  char text[PME__SUPPOSED_BYTES];
  if (pme__write_supposed(all, text, sizeof text))
    fprintf(stream, "%s%s.\n", text, has_calls ? ": a run of --instrument all, with this team, tells how often" : "");
}

void pme__print_totals(const pme__units *u, int most, FILE *stream) {
  pme__totals all = pme__totals_of(u, NULL);
  bool has_calls = u->weighted_count > 0;
  int left_out = u->kind_counts[PME__LOOP_BY_SIZE] + u->kind_counts[PME__LOOP_REFUSED], partly = pme__count_partly(u);
  if (!all.level_count)
    return;
  fprintf(stream, "\nTotals of the loops with numbers, parallel or not, in %s",
          has_calls ? "all calls of the run" : "one call of each function");
  if (left_out)
    fprintf(stream, "; %d parallel loop%s in no total", left_out, left_out == 1 ? " is" : "s are");
  if (partly)
    fprintf(stream, "; %sof %d only a part is counted", left_out ? "" : "of the parallel loops ", partly);
  fputc('\n', stream);
  print_left_out(u, &all, stream);
  print_supposed(&all, has_calls, stream);
  fprintf(stream, "%-5s %10s %10s %6s %10s%s%s\n", "", "accesses", "misses", "share", "first",
          has_calls ? "    if warm    if cold" : "", all.data_accesses > 0 ? "    at most" : "");
  for (int i = 0; i < all.level_count; i++)
    print_level(&all.levels[i], has_calls, all.data_accesses > 0, stream);
  if (has_calls)
    print_functions(u, &all, most, stream);
}
