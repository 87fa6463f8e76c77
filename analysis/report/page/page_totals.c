/* Totals of the program and of its functions, as tables. */
#include <stdlib.h>
#include <string.h>

#include "page_parts.h"
#include "pmecache/report.h"

static void put_level(const pme__level_total *level, bool has_calls, bool has_data, FILE *stream) {
  char share[24];
  fputs("<tr><td class=t>", stream);
  pme__page_text(level->name, stream);
  fputs("</td>", stream);
  pme__page_count(level->accesses, stream);
  pme__page_count(level->misses, stream);
  pme_format_share(level->misses, level->accesses, share, sizeof share);
  fprintf(stream, "<td>%s</td>", share);
  pme__page_count(level->first_touches, stream);
  if (has_calls)
    pme__page_count(level->warm_misses, stream), pme__page_count(level->cold_misses, stream);
  if (has_data)
    pme__page_count(level->misses + level->data_misses, stream);
  fputs("</tr>\n", stream);
}

static void put_function(const pme__units *u, const pme__function *f, const pme__totals *all, FILE *stream) {
  pme__totals t = pme__totals_of(u, f);
  const char *name = pme__text_at(f->value, "source_name");
  fputs("<tr><td class=t>", stream);
  pme__page_text(*name ? name : pme__text_at(f->value, "name"), stream);
  fputs("</td><td class=t><code>", stream);
  pme__page_text(f->file, stream);
  fputs("</code></td>", stream);
  if (f->is_weighted)
    pme__page_count(f->calls, stream);
  else
    fputs("<td></td>", stream);
  for (int i = 0; i < all->level_count; i++)
    pme__page_count(pme__total_misses(&t, all->levels[i].name), stream);
  fputs("</tr>\n", stream);
}

/* ---- functions ---- */

/* So many rows stand open: more of them would hide the ranking. */
enum { MOST_OPEN = 12 };

typedef struct function_row {
  const pme__function *function;
  double misses; /* of the outermost level */
} function_row;

static int by_misses(const void *left, const void *right) {
  const function_row *a = (const function_row *)left, *b = (const function_row *)right;
  int order = (a->misses < b->misses) - (a->misses > b->misses);
  return order ? order : (a->function > b->function) - (a->function < b->function);
}

static int sort_functions(const pme__units *u, const char *outermost, function_row *rows) {
  int count = 0;
  for (int i = 0; i < u->function_count; i++)
    if (json_array_size(json_object_get(u->functions[i].value, "levels"))) {
      pme__totals t = pme__totals_of(u, &u->functions[i]);
      rows[count++] = (function_row){&u->functions[i], pme__total_misses(&t, outermost)};
    }
  qsort(rows, (size_t)count, sizeof *rows, by_misses);
  return count;
}

static void put_functions(const pme__units *u, const pme__totals *all, FILE *stream) {
  function_row *rows = PME_ARENA_NEW(u->arena, function_row, u->function_count + 1);
  int count = rows ? sort_functions(u, all->levels[all->level_count - 1].name, rows) : 0;
  fprintf(stream,
          "<details%s><summary>%d function%s</summary>\n<table><tr><th class=t>function<th class=t>file<th>calls",
          count <= MOST_OPEN ? " open" : "", count, count == 1 ? "" : "s");
  for (int i = 0; i < all->level_count; i++) {
    fputs("<th>", stream);
    pme__page_text(all->levels[i].name, stream);
    fputs(" misses", stream);
  }
  fputs("</tr>\n", stream);
  for (int i = 0; i < count; i++)
    put_function(u, rows[i].function, all, stream);
  fputs("</table></details>\n", stream);
}

static void put_left_out(const pme__units *u, const pme__totals *all, FILE *stream) {
  double others = all->data_accesses + all->left_out_accesses;
  char text[24], share[24];
  if (u->inlined_count)
    fprintf(stream, "<p>Calls of %d function%s are counted in the callers that they are inlined in.</p>\n",
            u->inlined_count, u->inlined_count == 1 ? "" : "s");
  if (others <= 0 && all->is_more_left_out)
    fputs("<p>Not counted: accesses whose addresses data decide; how many is not known.</p>\n", stream);
  if (others <= 0)
    return;
  pme_format_count(others, 2, text, sizeof text);
  pme_format_share(others, all->levels[0].accesses + others, share, sizeof share);
  fprintf(stream, "<p>Not counted: %s%s accesses (%s of all) whose addresses data decide.</p>\n",
          all->is_more_left_out ? "at least " : "", text, share);
}

static void put_supposed(const pme__totals *all, FILE *stream) {
  char text[PME__SUPPOSED_BYTES];
  if (pme__write_supposed(all, text, sizeof text))
    fprintf(stream, "<p>%s.</p>\n", text);
}

void pme__page_totals(const pme__units *u, FILE *stream) {
  pme__totals all = pme__totals_of(u, NULL);
  bool has_calls = u->weighted_count > 0;
  int partly = pme__count_partly(u);
  fprintf(stream, "<h2 id=totals>Totals</h2>\n<p>Loops that have numbers, parallel or not, in %s.</p>\n",
          has_calls ? "all calls of the run" : "one call of each function");
  if (partly)
    fprintf(stream, "<p>Of %d parallel loop%s only a part is counted.</p>\n", partly, partly == 1 ? "" : "s");
  if (!all.level_count)
    return;
  put_left_out(u, &all, stream);
  put_supposed(&all, stream);
  fprintf(stream, "<table><tr><th class=t>level<th>accesses<th>misses<th>share<th>first touches%s%s</tr>\n",
          has_calls ? "<th>if caches stay warm<th>if each call begins with cold ones" : "",
          all.data_accesses > 0 ? "<th>at most, with places that data choose" : "");
  for (int i = 0; i < all.level_count; i++)
    put_level(&all.levels[i], has_calls, all.data_accesses > 0, stream);
  fputs("</table>\n", stream);
  put_functions(u, &all, stream);
}
