/* What stands behind each number, as tables for a terminal. */
#include <math.h>
#include <string.h>

#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "text_parts.h"

enum { COUNT_WIDTH = 10, MOST_REUSES = 12, MOST_ENTRIES = 10 };
/* Shares of sets below this are not shown. */
static const double NOTABLE = 0.0005;

typedef struct page {
  pme__table table;
  const pme_explanation *explanation;
  const pme_cache_level *level; /* the present one */
  int node;                     /* the present access */
} page;

/* ---- pieces ---- */

static void print_count(const page *p, double value) { pme__print_count(&p->table, value, COUNT_WIDTH); }

static void print_text(const page *p, const char *text) { fprintf(p->table.stream, "%*s", COUNT_WIDTH, text); }

static void print_share(const page *p, double part, double whole) {
  char share[24];
  pme_format_share(part, whole, share, sizeof share);
  print_text(p, share);
}

/* "reading c at 12:7" */
static void print_access(const page *p, int node, const char *reading, const char *writing) {
  const pme_subject_node *access = pme_subject_at(p->table.subject, node);
  fprintf(p->table.stream, "%s '%s'", access->u.access.is_write ? writing : reading,
          pme__array_name(p->table.subject, node));
  if (access->place.line > 0)
    fprintf(p->table.stream, " at %d:%d", access->place.line, access->place.column);
}

/* ", in i, j, k" */
static void print_loops(const page *p, int node) {
  int loops[PME_MAX_DEPTH], count = 0;
  for (int l = pme__loop_around(p->table.subject, node); l != PME_NONE && count < PME_MAX_DEPTH;
       l = pme__loop_around(p->table.subject, l))
    loops[count++] = l;
  for (int i = count - 1; i >= 0; i--)
    fprintf(p->table.stream, "%s '%s'", i == count - 1 ? ", in loop" : ",",
            pme_subject_at(p->table.subject, loops[i])->u.loop.variable);
}

/* ---- the answer ---- */

static void print_plain(const page *p, const char *before, double value, const char *after) {
  fputs(before, p->table.stream);
  pme__print_count(&p->table, value, 0);
  fputs(after, p->table.stream);
}

static void print_interval(const page *p, const pme_misses *m) {
  if (m->precision == PME_PRECISION_EXACT || m->low == m->high)
    return;
  char interval[80];
  pme__words words = pme__words_in(interval, sizeof interval);
  pme__say_interval(&words, m->low, m->high);
  fprintf(p->table.stream, "; %s%s", m->precision == PME_PRECISION_ESTIMATE ? "with 95% " : "", interval);
}

static void print_answer(const page *p, int level, const pme_misses *m) {
  const pme_prediction_level *info = &p->explanation->prediction->level_info[level];
  char share[24];
  pme_format_share(m->misses, m->accesses, share, sizeof share);
  fprintf(p->table.stream, "\n  %s, %d %s instance%s: ", info->name, info->instances,
          info->shared ? "shared" : "private", info->instances == 1 ? "" : "s");
  print_plain(p, "", m->misses, " misses");
  fprintf(p->table.stream, " (%s of ", share);
  print_plain(p, "", m->accesses, " accesses): ");
  print_plain(p, "", m->cold, " cold, ");
  print_plain(p, "", m->self, " capacity or conflict, ");
  print_plain(p, "", m->other_threads, " due to other threads");
  if (m->coherence > 0)
    print_plain(p, ", ", m->coherence, " coherence");
  print_interval(p, m);
  fputc('\n', p->table.stream);
}

/* ---- the walk ---- */

static void print_stratum(const page *p, const pme_stratum *s, double all) {
  char text[PME_REUSE_TEXT_BYTES];
  pme_stratum_write(s, p->table.subject, text, sizeof text);
  fprintf(p->table.stream, "  ");
  print_count(p, s->accesses);
  print_share(p, s->accesses, all);
  if (s->certified) {
    fprintf(p->table.stream, "%*s", 2 * COUNT_WIDTH, "proved to hit");
    print_count(p, 0);
    print_text(p, "");
    print_text(p, "");
  } else {
    print_count(p, (double)s->samples);
    print_count(p, (double)s->missing);
    print_count(p, s->misses);
    print_count(p, s->half_width);
    print_count(p, s->effort_nanoseconds / 1e3);
  }
  fprintf(p->table.stream, "  %s", text);
  if (s->source != PME_NONE && (s->kind == PME_REUSE_NONE || s->source != p->node)) {
    char share[24];
    pme_format_share(s->source_share, 1, share, sizeof share);
    print_access(p, s->source, "; last by reading", "; last by writing");
    if (s->source_share < 1)
      fprintf(p->table.stream, " (%s)", share);
  }
  fputc('\n', p->table.stream);
}

static void print_walk(const page *p, const pme_number *number) {
  if (!number->has_walk || number->stratum_count == 0)
    return;
  print_plain(p, "  sampled walk: ", number->walk.misses, " misses\n");
  fprintf(p->table.stream, "  %10s%10s%10s%10s%10s%10s%10s  %s\n", "accesses", "share", "samples", "missed", "misses",
          "+-", "us", "touched before");
  for (int i = 0; i < number->stratum_count; i++)
    print_stratum(p, &number->strata[i], number->walk.accesses);
  if (number->walk.coherence > 0) {
    fprintf(p->table.stream, "  %*s", 4 * COUNT_WIDTH, "");
    print_count(p, number->walk.coherence);
    fprintf(p->table.stream, "%*s  coherence: just before, but another thread has written to the line since\n",
            2 * COUNT_WIDTH, "");
  }
}

/* ---- the closed form ---- */

/* "127K lines in the window, 15.5 a set; other lines in its set: 14: 59%, 15: 35%, 16 or more: 5.5%" */
static void print_area_vector(const page *p, const pme_reuse *reuse) {
  int ways = p->level->associativity, printed = 0;
  fprintf(p->table.stream, "%*s", 3 * COUNT_WIDTH + 4, "");
  if (isfinite(reuse->window_lines)) {
    pme__print_count(&p->table, reuse->window_lines, 0);
    double a_set = reuse->window_lines / (double)pme_cache_sets(p->level);
    fprintf(p->table.stream, " lines in the window, %.*f a set;", a_set < 1 ? 3 : a_set < 100 ? 1 : 0, a_set);
  }
  fprintf(p->table.stream, " other lines in its set:");
  for (int c = 0; c <= ways; c++) {
    char share[24];
    if (reuse->area_vector[c] < NOTABLE)
      continue;
    if (++printed > MOST_ENTRIES && c < ways)
      continue;
    pme_format_share(reuse->area_vector[c], 1, share, sizeof share);
    fprintf(p->table.stream, "%s %d%s: %s", printed > 1 ? "," : "", c, c == ways ? " or more" : "", share);
  }
  fputc('\n', p->table.stream);
}

static void print_reuse(const page *p, const pme_reuse *reuse) {
  char text[PME_REUSE_TEXT_BYTES];
  pme_reuse_write(reuse, p->table.subject, text, sizeof text);
  fprintf(p->table.stream, "  ");
  print_count(p, reuse->lines);
  print_share(p, reuse->probability, 1);
  print_count(p, reuse->misses);
  fprintf(p->table.stream, "  %s", text);
  print_access(p, reuse->source, ", by reading", ", by writing");
  fputc('\n', p->table.stream);
  print_area_vector(p, reuse);
}

static void print_row(const page *p, double lines, const char *missing, double misses, const char *text) {
  fprintf(p->table.stream, "  ");
  if (lines > 0)
    print_count(p, lines);
  else
    print_text(p, "");
  print_text(p, missing);
  print_count(p, misses);
  fprintf(p->table.stream, "  %s\n", text);
}

static void print_form(const page *p, const pme_number *number) {
  double lines = 0, misses = 0;
  if (!number->has_form)
    return;
  print_plain(p, "  closed form: ", number->form.misses, " misses");
  fprintf(p->table.stream, " (cache of %lld sets, %d ways)\n", (long long)pme_cache_sets(p->level),
          p->level->associativity);
  fprintf(p->table.stream, "  %10s%10s%10s  %s\n", "lines", "gone", "misses", "touched before");
  for (int i = 0; i < number->reuse_count; i++) {
    if (i < MOST_REUSES) {
      print_reuse(p, &number->reuses[i]);
      continue;
    }
    lines += number->reuses[i].lines;
    misses += number->reuses[i].misses;
  }
  if (number->reuse_count > MOST_REUSES)
    print_row(p, lines, "", misses, "other distances and loops (--json lists them)");
  if (number->first_touches > 0)
    print_row(p, number->first_touches, "100%", number->first_touches, "never: first touches");
  if (fabs(number->rest) > 0.5)
    print_row(p, 0, "", number->rest, "correction, so that first touches are the lines of the array");
}

/* ---- accesses ---- */

static void print_number(page *p, int reference, int level) {
  const pme_number *number = pme_explanation_at(p->explanation, reference, level);
  const pme_misses *answer = &p->explanation->prediction->references[reference].levels[level];
  p->level = &p->explanation->prediction->machine->levels[level];
  if (number->choice == PME_CHOICE_NO_ANSWER) {
    fprintf(p->table.stream, "\n  %s: no engine has a number\n", p->level->name);
    return;
  }
  print_answer(p, level, answer);
  fprintf(p->table.stream, "  answered by %s\n", pme_choice_text(number->choice));
  if (fabs(number->correction) > 0.5)
    print_plain(p, "  of these ", number->correction, " so that first touches are at least the lines touched\n");
  print_walk(p, number);
  print_form(p, number);
}

void pme_text_explanation(const pme_explanation *explanation, const bool *wanted, const char *source_file,
                          FILE *stream) {
  const pme_prediction *prediction = explanation->prediction;
  page p = {.table = pme__table_of(prediction, source_file, stream), .explanation = explanation};
  pme__print_function(&p.table);
  for (int r = 0; r < prediction->reference_count; r++) {
    int node = prediction->references[r].node;
    if (wanted && !wanted[r])
      continue;
    fputc('\n', stream);
    print_access(&p, node, "reading", "writing");
    print_loops(&p, node);
    p.node = node;
    fputc('\n', stream);
    for (int level = 0; level < prediction->level_count; level++)
      print_number(&p, r, level);
  }
}
