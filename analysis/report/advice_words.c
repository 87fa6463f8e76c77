/* Advice as sentences. */
#include "advice_words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "facts.h"
#include "pmecache/report.h"

typedef struct text {
  char *buffer;
  size_t size_bytes, length;
} text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(t->buffer + t->length, t->size_bytes - t->length, format, arguments);
  va_end(arguments);
  t->length += written > 0 ? (size_t)written : 0;
  if (t->length >= t->size_bytes)
    t->length = t->size_bytes - 1;
}

static void say_share(text *t, double share) {
  char buffer[24];
  pme_format_share(share > 0 ? share : 0, 1, buffer, sizeof buffer);
  say(t, "%s", buffer);
}

static void say_count(text *t, double value) {
  char number[24];
  pme_format_count(value, 2, number, sizeof number);
  say(t, "%s", number);
}

/* ---- reasons ---- */

static void say_reason(text *t, const pme_advice *advice, const pme_candidate *c) {
  const pme_program *program = pme_concrete_program(advice->prediction->concrete);
  say(t, "%s", pme_advice_reason_text(c->reason));
  if (c->reason_level < 0)
    return;
  say(t, " (");
  if (c->reason_access != PME_NONE)
    say(t, "'%.80s', ", pme__array_name(program, c->reason_access));
  say(t, "%s)", advice->prediction->level_info[c->reason_level].name);
}

void pme__write_reason(const pme_advice *advice, const pme_candidate *candidate, char *buffer, size_t buffer_bytes) {
  text t = {buffer, buffer_bytes, 0};
  buffer[0] = 0;
  say_reason(&t, advice, candidate);
}

/* ---- a change ---- */

/* "; misses of L2 1.1M -> 250K, of L1 ...": levels that change by more than 2%, outermost first. */
static void say_savings(text *t, const pme_advice *advice, const pme_candidate *from, const pme_candidate *to) {
  static const double notable = 0.02;
  bool said = false;
  for (int l = advice->prediction->level_count - 1; l >= 0; l--) {
    double before = from->levels[l].misses, after = to->levels[l].misses;
    if (fabs(before - after) <= notable * fmax(before, after))
      continue;
    say(t, said ? ", of %s " : "; misses of %s ", advice->prediction->level_info[l].name);
    say_count(t, before);
    say(t, " -> ");
    say_count(t, after);
    said = true;
  }
  if (!said)
    say(t, "; misses stay the same");
}

static void say_range(text *t, const pme_candidate *c) {
  say(t, " (");
  say_share(t, 1 - c->ratio_high);
  say(t, " to ");
  say_share(t, 1 - c->ratio_low);
  say(t, ")");
}

static bool differs_in_schedule(const pme_candidate *a, const pme_candidate *b) {
  return a->schedule != b->schedule || a->chunk != b->chunk;
}

/* The row length that a declaration then has, where it is a number: "1008 in place of 1000". */
static void say_extent(text *t, const pme_program *program, const pme_candidate *c) {
  const pme_array *array = pme_program_array(program, c->padded_array);
  const pme_expr_node *extent = pme_program_expr(program, array->extents[array->extent_count - 1]);
  if (extent->kind != PME_EXPR_CONSTANT || array->element_bytes <= 0)
    return;
  int64_t longer = extent->value + c->pad_bytes / array->element_bytes;
  say(t, ": %lld in place of %lld", (long long)longer, (long long)extent->value);
}

static void say_change(text *t, const pme_advice *advice, const pme_candidate *from, const pme_candidate *to) {
  const pme_program *program = pme_concrete_program(advice->prediction->concrete);
  char change[300], now[300];
  pme_candidate schedule = *from;
  schedule.threads = to->threads;
  schedule.pad_bytes = 0;
  pme_candidate_write(to, from, program, change, sizeof change);
  if (to->pad_bytes > 0) {
    say(t, "declare %s", change);
    say_extent(t, program, to);
    return;
  }
  say(t, "use %s", change);
  if (differs_in_schedule(to, from) && to->threads > 1) {
    pme_candidate_write(&schedule, to, program, now, sizeof now);
    say(t, " in place of %s", now);
  }
  if (to->threads != from->threads)
    say(t, " (now %d thread%s)", from->threads, from->threads == 1 ? "" : "s");
}

static void say_what_pays(text *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *from = &loop->candidates[loop->present], *to = &loop->candidates[0];
  say_change(t, advice, from, to);
  say(t, ": about ");
  say_share(t, 1 - to->ratio);
  if (loop->by_misses)
    say(t, " fewer misses of %s", advice->prediction->level_info[advice->prediction->level_count - 1].name);
  else
    say(t, " less time");
  say_range(t, to);
  say_savings(t, advice, from, to);
  say(t, "; main reason: ");
  say_reason(t, advice, to);
}

/* ---- no change ---- */

static void say_present(text *t, const pme_advice *advice, const pme_candidate *present) {
  char now[120];
  pme_candidate bare = *present;
  bare.threads = 2; /* so that the schedule is said */
  pme_candidate other = bare;
  other.chunk = bare.chunk + 1;
  pme_candidate_write(&bare, &other, pme_concrete_program(advice->prediction->concrete), now, sizeof now);
  say(t, "%s with %d thread%s", now, present->threads, present->threads == 1 ? "" : "s");
}

static void say_calm(text *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *present = &loop->candidates[loop->present], *best = &loop->candidates[0];
  double gap = 1 - best->ratio;
  say_present(t, advice, present);
  if (loop->is_bounded) {
    say(t, " is within ");
    say_share(t, loop->bound);
    say(t, " of the least that any schedule could take");
    return;
  }
  if (best->is_present) {
    say(t, " is the best of %d that were looked at", loop->count);
    return;
  }
  say(t, " is within ");
  say_share(t, gap);
  say(t, " of the best of %d that were looked at", loop->count);
  if (gap >= 0.05) {
    char change[300];
    pme_candidate_write(best, present, pme_concrete_program(advice->prediction->concrete), change, sizeof change);
    say(t, " (%s), less than the prediction is sure of", change);
  }
}

void pme__write_advice(const pme_advice *advice, const pme_loop_advice *loop, char *buffer, size_t buffer_bytes) {
  text t = {buffer, buffer_bytes, 0};
  buffer[0] = 0;
  if (loop->pays)
    say_what_pays(&t, advice, loop);
  else
    say_calm(&t, advice, loop);
  if (loop->by_misses)
    say(&t, "; by misses only: no latencies are known (pmecache machine calibrate measures those of this computer)");
}
