/* Advice as tables. */
#include <stdio.h>
#include <string.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/order_words.h"
#include "pmecache/report.h"
#include "text_parts.h"

enum { COUNT_WIDTH = 9 };

static void print_time(const pme__table *table, const pme_candidate *c) {
  const pme_machine *machine = table->prediction->machine;
  if (machine->frequency_hz > 0)
    fprintf(table->stream, "%10.3f ms", c->time.cycles / machine->frequency_hz * 1e3);
  else
    fprintf(table->stream, "%9.3g cyc", c->time.cycles);
}

/* Of a level further out than the one that shares are of: fewer misses there are dearer. */
static const char *dearer_level(const pme__table *table, const pme_candidate *present, const pme_candidate *c) {
  for (int l = table->prediction->level_count - 1; l > c->ratio_level; l--)
    if (c->levels[l].misses > present->levels[l].misses && pme__changes(&present->levels[l], &c->levels[l]))
      return table->prediction->level_info[l].name;
  return NULL;
}

static void print_why(const pme__table *table, const pme_advice *advice, const pme_loop_advice *loop,
                      const pme_candidate *c) {
  char why[PME__ADVICE_TEXT_BYTES];
  const char *dearer = loop->by_misses ? dearer_level(table, &loop->candidates[loop->present], c) : NULL;
  pme__write_reason(advice, loop, c, why, sizeof why);
  if (c->is_present)
    fprintf(table->stream, "  <- what is there");
  else if (dearer)
    fprintf(table->stream, "  more misses of %s", dearer);
  else if (c->ratio < 0.995)
    fprintf(table->stream, "  %s", why);
}

static void print_candidate(const pme__table *table, const pme_advice *advice, const pme_loop_advice *loop,
                            const pme_candidate *c) {
  char change[300];
  pme_candidate schedule = *c, other = *c;
  schedule.threads = other.threads = 2; /* the schedule alone: threads have a column */
  other.chunk = c->chunk + 1;
  other.pad_count = 0;
  pme_candidate_write(&schedule, &other, pme_concrete_program(table->prediction->concrete), change, sizeof change);
  fprintf(table->stream, "  %7d  %-26.80s", c->threads, c->is_team ? "by thread number" : change);
  for (int l = 0; l < table->prediction->level_count; l++)
    pme__print_count(table, c->levels[l].misses, COUNT_WIDTH);
  if (!loop->by_misses)
    print_time(table, c);
  if (loop->is_partly)
    fprintf(table->stream, "%10s", "?");
  else
    fprintf(table->stream, "%9.1f%%", 100 * c->ratio);
  print_why(table, advice, loop, c);
  fputc('\n', table->stream);
}

static void print_terms(const pme__table *table, const pme_loop_time *t, const char *title) {
  fprintf(table->stream, "  %-8s compute ", title);
  pme__print_count(table, t->compute, 0);
  fprintf(table->stream, ", streams ");
  pme__print_count(table, t->streams, 0);
  fprintf(table->stream, ", scattered ");
  pme__print_count(table, t->scattered, 0);
  fprintf(table->stream, ", pages ");
  pme__print_count(table, t->pages, 0);
  fprintf(table->stream, ", coherence ");
  pme__print_count(table, t->coherence, 0);
  fprintf(table->stream, ", overhead ");
  pme__print_count(table, t->overhead, 0);
  fprintf(table->stream, ", bandwidth ");
  pme__print_count(table, t->bandwidth, 0);
  fprintf(table->stream, "; imbalance %.2f; together ", t->imbalance);
  pme__print_count(table, t->cycles, 0);
  fprintf(table->stream, " cycles (");
  pme__print_count(table, t->low, 0);
  fprintf(table->stream, " to ");
  pme__print_count(table, t->high, 0);
  fprintf(table->stream, ")\n");
}

/* What the last numbers are shares of. */
static void print_head(const pme__table *table, const pme_loop_advice *loop) {
  char share[80] = "of now";
  if (loop->by_misses)
    snprintf(share, sizeof share, "%.60s of now", table->prediction->level_info[loop->candidates[0].ratio_level].name);
  fprintf(table->stream, "  %7s  %-26s", "threads", "schedule");
  for (int l = 0; l < table->prediction->level_count; l++)
    fprintf(table->stream, "%9s", table->prediction->level_info[l].name);
  fprintf(table->stream, "%s%10s  %s\n", loop->by_misses ? "" : "         time", share, "why");
}

static void print_loop(const pme__table *table, const pme_advice *advice, const pme_loop_advice *loop) {
  char text[PME__ADVICE_TEXT_BYTES];
  pme__print_loop(table, pme__loop_row(table->prediction, loop->node));
  pme__write_advice(advice, loop, text, sizeof text);
  fprintf(table->stream, "  advice: %s\n", text);
  print_head(table, loop);
  for (int i = 0; i < loop->count; i++)
    print_candidate(table, advice, loop, &loop->candidates[i]);
  if (loop->by_misses)
    return;
  print_terms(table, &loop->candidates[loop->present].time, "now:");
  if (loop->present != 0)
    print_terms(table, &loop->candidates[0].time, "best:");
}

void pme_text_times(const pme_advice *advice, FILE *stream) {
  pme__table table = pme__table_of(advice->prediction, NULL, stream);
  for (int i = 0; i < advice->loop_count; i++) {
    const pme_loop_advice *loop = &advice->loops[i];
    const pme_subject_node *node = pme_subject_at(table.subject, loop->node);
    if (loop->by_misses)
      continue;
    fprintf(stream, "%stime of %s %s at line %d, in cycles (docs/model/advice.md):\n", i ? "" : "\n",
            pme__kind_of_loop(&node->u.loop), node->u.loop.variable, node->place.line);
    print_terms(&table, &loop->now, "");
  }
}

static void print_sentence(const pme_loop_orders *orders, int loop, const char *text, bool is_first, FILE *stream) {
  const pme_subject_loop *of = &pme_subject_at(orders->prediction->subject, loop)->u.loop;
  fprintf(stream, "%s  %s '%s': %s\n", is_first ? "\n" : "", pme__kind_of_loop(of), of->variable, text);
}

void pme_text_loop_orders(const pme_loop_orders *orders, FILE *stream) {
  char text[PME__ADVICE_TEXT_BYTES];
  for (int i = 0; i < orders->count; i++) {
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_loop_order(&words, orders->prediction, &orders->orders[i]);
    print_sentence(orders, orders->orders[i].node, text, i == 0, stream);
  }
  for (int i = 0; i < orders->fusion_count; i++) {
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_loop_fusion(&words, orders->prediction, &orders->fusions[i]);
    print_sentence(orders, orders->fusions[i].first, text, i + orders->count == 0, stream);
  }
}

void pme_text_advice(const pme_advice *advice, const char *source_file, FILE *stream) {
  pme__table table = pme__table_of(advice->prediction, source_file, stream);
  pme__print_function(&table);
  for (int i = 0; i < advice->loop_count; i++)
    print_loop(&table, advice, &advice->loops[i]);
  if (pme_advice_note(advice)[0])
    fprintf(stream, "\n  advice is %s\n", pme_advice_note(advice));
  for (int i = 0; i < advice->assumption_count && advice->loop_count; i++)
    fprintf(stream, "%s  assumption: %s\n", i ? "" : "\n", advice->assumptions[i]);
  if (advice->loop_count == 0) {
    fprintf(stream, "\nno parallel loop with a prediction: nothing to advise\n");
    pme__print_notes(&table, NULL);
  }
}
