/* Advice as sentences. */
#include "advice_words.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "facts.h"
#include "pmecache/report.h"
#include "words.h"

/* What is left takes something, however little: no 100% but for all. */
static void say_share(pme__words *t, double share) {
  static const double most = 0.99;
  char buffer[24];
  pme_format_share(share < 1 ? fmin(fmax(share, 0), most) : share, 1, buffer, sizeof buffer);
  pme__say(t, "%s", buffer);
}

/* ---- reasons ---- */

/* Some is left, more than the edges of blocks have. */
static bool is_less_only(const pme_candidate *c, const pme_candidate *present) {
  static const double edges = 0.1;
  int level = c->reason_level;
  return c->reason == PME_ADVICE_FALSE_SHARING && level >= 0 &&
         c->levels[level].false_sharing > edges * present->levels[level].false_sharing;
}

static void say_reason(pme__words *t, const pme_advice *advice, const pme_candidate *c, const pme_candidate *present) {
  pme__say(t, "%s",
           is_less_only(c, present) ? "less false sharing: threads write into the same lines less often"
                                    : pme_advice_reason_text(c->reason));
  if (c->reason_level < 0)
    return;
  pme__say(t, " (");
  if (c->reason_access != PME_NONE)
    pme__say(t, "'%.80s', ", pme__array_name(advice->prediction->subject, c->reason_access));
  pme__say(t, "%s)", advice->prediction->level_info[c->reason_level].name);
}

void pme__write_reason(const pme_advice *advice, const pme_loop_advice *loop, const pme_candidate *candidate,
                       char *buffer, size_t buffer_bytes) {
  pme__words t = pme__words_in(buffer, buffer_bytes);
  say_reason(&t, advice, candidate, &loop->candidates[loop->present]);
}

/* ---- a change ---- */

bool pme__changes(const pme_misses *from, const pme_misses *to) {
  static const double notable = 0.02;
  double difference = fabs(from->misses - to->misses);
  return difference > notable * fmax(from->misses, to->misses) &&
         difference > hypot((from->high - from->low) / 2, (to->high - to->low) / 2);
}

/* As the prediction says it: with how far it may be off where that is much. */
static void say_misses_of_level(pme__words *t, const pme_misses *misses) {
  if (pme__is_open(misses)) {
    pme__say_open(t, misses);
    return;
  }
  pme__say_count(t, misses->misses);
  pme__say_reach(t, misses);
}

/* "; misses of L2 1.1M -> 250K, of L1 ...": levels that change, outermost first. */
static void say_savings(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *from = &loop->candidates[loop->present], *to = &loop->candidates[0];
  bool said = false;
  for (int l = advice->prediction->level_count - 1; l >= 0; l--) {
    if (!pme__changes(&from->levels[l], &to->levels[l]))
      continue;
    pme__say(t, said ? ", of %s " : "; misses of %s ", advice->prediction->level_info[l].name);
    if (!said && loop->is_compiled)
      pme__say(t, "as compiled ");
    say_misses_of_level(t, &from->levels[l]);
    pme__say(t, " -> ");
    say_misses_of_level(t, &to->levels[l]);
    said = true;
  }
  if (!said)
    pme__say(t, "; misses stay about the same");
}

/* Nothing saves all. */
static void say_range(pme__words *t, const pme_candidate *c) {
  static const double nearly_all = 0.99;
  pme__say(t, " (");
  say_share(t, 1 - c->ratio_high);
  if (1 - c->ratio_low < nearly_all) {
    pme__say(t, " to ");
    say_share(t, 1 - c->ratio_low);
  } else {
    pme__say(t, " or more");
  }
  pme__say(t, ")");
}

static bool differs_in_schedule(const pme_candidate *a, const pme_candidate *b) {
  return a->schedule != b->schedule || a->chunk != b->chunk;
}

/* "[1000][1008]", `more` bytes in a row; false: sizes are not known, or a row is more than the last dimension. */
static bool say_extents(pme__words *t, const pme_program *program, const pme_array *array, int64_t more) {
  if (array->extent_count != 2 || array->element_bytes <= 0)
    return false;
  const pme_expr_node *rows = array->extents[0] == PME_NONE ? NULL : pme_program_expr(program, array->extents[0]);
  const pme_expr_node *row = pme_program_expr(program, array->extents[1]);
  if (row->kind != PME_EXPR_CONSTANT || (rows && rows->kind != PME_EXPR_CONSTANT))
    return false;
  int64_t longer = row->value + more / array->element_bytes;
  if (rows)
    pme__say(t, "[%lld]", (long long)rows->value);
  else
    pme__say(t, "[]");
  pme__say(t, "[%lld]", (long long)longer);
  return true;
}

static long long elements_more(const pme_array *array, const pme_longer_rows *pad) {
  return array->element_bytes > 0 ? pad->bytes / array->element_bytes : 0;
}

/* "make rows of 'p' 16448 bytes long in place of 16384 (8 elements more" */
static void say_row_pitch(pme__words *t, const pme_array *array, const pme_longer_rows *pad) {
  long long row_bytes = pad->row_bytes;
  pme__say(t, "make rows of '%.80s' %lld bytes long in place of %lld (", array->name, row_bytes + pad->bytes,
           row_bytes);
  pme__say(t, "%lld elements more", elements_more(array, pad));
}

/* "declare 'a' as [1000][1008] in place of [1000][1000] (8 more", or in words. */
static void say_longer_rows(pme__words *t, const pme_program *program, const pme_longer_rows *pad) {
  const pme_array *array = pme_program_array(program, pad->array);
  char extents[80];
  pme__words longer = pme__words_in(extents, sizeof extents);
  if (pad->row_bytes > 0) {
    say_row_pitch(t, array, pad);
  } else if (say_extents(&longer, program, array, pad->bytes)) {
    pme__say(t, "declare '%.80s' as %s in place of ", array->name, extents);
    say_extents(t, program, array, 0);
    pme__say(t, " (%lld more", elements_more(array, pad));
  } else {
    pme__say(t, "declare rows of '%.80s' longer (by %lld elements", array->name, elements_more(array, pad));
  }
}

static void say_padding(pme__words *t, const pme_program *program, const pme_candidate *c) {
  for (int i = 0; i < c->pad_count; i++) {
    say_longer_rows(t, program, &c->pads[i]);
    pme__say(t, "%s", i + 1 < c->pad_count ? ") and " : ", bounds of loops unchanged)");
  }
}

static void say_change(pme__words *t, const pme_advice *advice, const pme_candidate *from, const pme_candidate *to) {
  const pme_program *program = pme_concrete_program(advice->prediction->concrete);
  char change[300], now[300];
  pme_candidate schedule = *from, bare = *to;
  schedule.threads = to->threads;
  schedule.pad_count = 0;
  if (to->pad_count > 0) {
    say_padding(t, program, to);
    if (!differs_in_schedule(to, from) && to->threads == from->threads)
      return;
    pme__say(t, " and ");
  }
  bare.pad_count = 0;
  pme_candidate_write(&bare, from, program, change, sizeof change);
  pme__say(t, "use %s", change);
  if (differs_in_schedule(to, from) && to->threads > 1) {
    pme_candidate_write(&schedule, to, program, now, sizeof now);
    pme__say(t, " in place of %s", now);
  }
  if (to->threads != from->threads)
    pme__say(t, " (now %d thread%s)", from->threads, from->threads == 1 ? "" : "s");
}

/* What saves less is not worth a word. */
#define LEAST_SHARE 0.01

/* Of two changes, what the one that costs nothing saves: candidates are best first. */
static void say_schedule_alone(pme__words *t, const pme_loop_advice *loop) {
  const pme_candidate *from = &loop->candidates[loop->present], *to = &loop->candidates[0];
  if (to->pad_count == 0 || !differs_in_schedule(to, from))
    return;
  for (int i = 1; i < loop->count; i++) {
    const pme_candidate *c = &loop->candidates[i];
    if (c->pad_count > 0 || c->threads != to->threads || c->is_present)
      continue;
    if (1 - c->ratio < LEAST_SHARE)
      return;
    pme__say(t, ", ");
    say_share(t, 1 - c->ratio);
    pme__say(t, " without the longer rows");
    return;
  }
}

/* Fewer threads are not the only end of false sharing. */
static void say_other_way(pme__words *t, const pme_advice *advice, const pme_candidate *from) {
  int line_bytes = advice->prediction->machine->levels[0].line_bytes;
  pme__say(t, "; or keep the %d threads and give ", from->threads);
  if (from->is_team)
    pme__say(t, "what each of them writes a line of its own (%d bytes)", line_bytes);
  else
    pme__say(t, "each element that they write a line of its own (%d bytes apart)", line_bytes);
}

static void say_gain(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *to = &loop->candidates[0];
  pme__say(t, ": about ");
  say_share(t, 1 - to->ratio);
  if (loop->by_misses)
    pme__say(t, " fewer misses of %s", advice->prediction->level_info[to->ratio_level].name);
  else
    pme__say(t, " less time in the loop");
  say_range(t, to);
  const pme_loop_prediction *row = pme__loop_row(advice->prediction, loop->node);
  if (row && row->data_accesses > 0)
    pme__say(t, ", whether accesses to places that data choose miss or hit");
  say_schedule_alone(t, loop);
}

static void say_matched(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_subject *subject = advice->prediction->subject;
  pme_place place = pme__place_of(subject, loop->matched);
  pme__say(t, "loop '%.80s'", pme_subject_at(subject, loop->matched)->u.loop.variable);
  if (place.line > 0)
    pme__say(t, " at line %d", place.line);
}

static void say_what_pays(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *from = &loop->candidates[loop->present], *to = &loop->candidates[0];
  say_change(t, advice, from, to);
  if (loop->is_partly) /* a share of a part says nothing of the loop */
    pme__say(t, ": less to wait for in the part of the loop that is modelled");
  else
    say_gain(t, advice, loop);
  say_savings(t, advice, loop);
  pme__say(t, "; main reason: ");
  say_reason(t, advice, to, from);
  if (to->pad_count > 0 && to->reason != PME_ADVICE_CONFLICT)
    pme__say(t, "; with longer rows %s", pme_advice_reason_text(PME_ADVICE_CONFLICT));
  if (to->reason == PME_ADVICE_FALSE_SHARING && to->threads < from->threads)
    say_other_way(t, advice, from);
  if (loop->is_matched) {
    pme__say(t, "; change ");
    say_matched(t, advice, loop);
    pme__say(t, " with it: its threads count on the same iterations (nowait, no barrier between)");
  }
}

/* "'hits' and 'maxerr'" */
static void say_arrays(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  for (int i = 0; i < loop->own_line_count; i++)
    pme__say(t, "%s'%.80s'",
             i == 0                         ? ""
             : i + 1 < loop->own_line_count ? ", "
                                            : " and ",
             advice->prediction->subject->arrays[loop->own_lines[i]]);
}

/* Records that lie across lines are shared or not as their array lies: the mean alone says little. */
static void say_as_it_lies(pme__words *t, const pme_misses *now) {
  static const double notably = 0.4;
  if (now->high - now->low <= notably * now->misses)
    return;
  pme__say(t, " (");
  pme__say_count(t, now->low);
  pme__say(t, " to ");
  pme__say_count(t, now->high);
  pme__say(t, ", as arrays lie)");
}

static void say_put_off(pme__words *t) {
  pme__say(
      t, "of this unit, loops that could save more, or are smaller, are looked at; -pmecache-advise=deep looks at all");
}

/* A loop that is put off has not been looked at at other places of its arrays: its numbers are not those of a search. */
static void say_own_lines(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_misses *now = &loop->candidates[loop->present].levels[loop->own_level];
  pme__say(t, "give each thread lines of its own in ");
  say_arrays(t, advice, loop);
  pme__say(t, " (elements, or rows, %d bytes apart): ", advice->prediction->machine->levels[0].line_bytes);
  if (loop->is_put_off) {
    pme__say(t, "no false sharing; how much that saves is not told: ");
    say_put_off(t);
    return;
  }
  pme__say(t, "misses of %s ", advice->prediction->level_info[loop->own_level].name);
  pme__say_count(t, now->misses);
  say_as_it_lies(t, now);
  pme__say(t, " -> ");
  pme__say_count(t, now->misses - loop->own_saved);
  pme__say(t, "; main reason: no false sharing: threads no longer write into the same lines");
}

/* ---- no change ---- */

static void say_present(pme__words *t, const pme_advice *advice, const pme_candidate *present) {
  char now[120];
  if (present->is_team) {
    pme__say(t, "a team of %d thread%s", present->threads, present->threads == 1 ? "" : "s");
    return;
  }
  pme_candidate bare = *present;
  bare.threads = 2; /* so that the schedule is said */
  pme_candidate other = bare;
  other.chunk = bare.chunk + 1;
  pme_candidate_write(&bare, &other, pme_concrete_program(advice->prediction->concrete), now, sizeof now);
  pme__say(t, "%s with %d thread%s", now, present->threads, present->threads == 1 ? "" : "s");
}

/* What the table has the least for: the first one is what is there where the samples cannot tell it from that. */
static const pme_candidate *least_of(const pme_loop_advice *loop) {
  const pme_candidate *least = &loop->candidates[0];
  for (int i = 1; i < loop->count; i++)
    if (loop->candidates[i].ratio < least->ratio)
      least = &loop->candidates[i];
  return least;
}

static void say_not_compared(pme__words *t, const pme_loop_advice *loop) {
  pme__say(t, " was not compared with others: ");
  if (loop->is_light) {
    pme__say(t, "the loop takes ");
    say_share(t, loop->share);
    pme__say(t, " of the time of the function's loops");
  } else {
    say_put_off(t);
  }
}

/* "no advice: ..."; whether there is a reason. */
static bool say_why_none(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  if (loop->is_unanswered)
    pme__say(t,
             "no advice: comparing schedules of this loop takes longer than it was given; PMECACHE_DUMP=FOLDER writes "
             "its program, for which pmecache advise --effort takes the time");
  else if (loop->is_race)
    pme__say(t, "no advice: %sthreads write the same elements of '%.80s'",
             loop->is_sure_race ? "" : "data decide whether ",
             pme__array_name(advice->prediction->subject, loop->race));
  else if (loop->is_partly && !loop->is_put_off)
    pme__say(t, "no advice: a part of the loop is not modelled");
  return loop->is_unanswered || loop->is_race || (loop->is_partly && !loop->is_put_off);
}

static void say_no_change(pme__words *t, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *present = &loop->candidates[loop->present], *best = least_of(loop);
  static const double same = 0.02;
  double gap = 1 - best->ratio;
  if (say_why_none(t, advice, loop))
    return;
  say_present(t, advice, present);
  if (loop->is_matched) {
    pme__say(t, " stays: threads count on the same iterations in ");
    say_matched(t, advice, loop);
    pme__say(t, " (nowait, no barrier between), and no schedule is better for both");
    return;
  }
  if (loop->is_bounded) {
    pme__say(t, " is within ");
    say_share(t, loop->bound);
    pme__say(t, " of the least that any %s could take", present->is_team ? "team" : "schedule");
    return;
  }
  if (loop->is_light || loop->is_put_off) {
    say_not_compared(t, loop);
    return;
  }
  if (best->is_present && loop->count == 1) {
    pme__say(t, present->is_team ? ": its threads share the work out by their numbers, no schedule does"
                                 : ": no other schedule deals the iterations out in another way");
    return;
  }
  if (best->is_present || (loop->candidates[0].is_present && gap < same)) {
    pme__say(t, " is the best of %d that were looked at", loop->count);
    return;
  }
  char change[300];
  pme_candidate_write(best, present, pme_concrete_program(advice->prediction->concrete), change, sizeof change);
  if (gap >= 0.05) {
    pme__say(t, " stays: of %d that were looked at, %s may take ", loop->count, change);
    say_share(t, gap);
    if (loop->hangs_on_size)
      pme__say(t, " less, but not with half or twice as much %s: what others leave of it is not known",
               advice->prediction->level_info[advice->prediction->level_count - 1].name);
    else
      pme__say(t, " less, which is within the error of the prediction");
    return;
  }
  pme__say(t, " is within ");
  say_share(t, gap);
  pme__say(t, " of the best of %d that were looked at (%s)", loop->count, change);
}

static bool has_latencies(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].latency_cycles <= 0)
      return false;
  return machine->memory_latency_cycles > 0;
}

void pme__write_advice(const pme_advice *advice, const pme_loop_advice *loop, char *buffer, size_t buffer_bytes) {
  pme__words t = pme__words_in(buffer, buffer_bytes);
  if (loop->own_line_count > 0 && !loop->is_race)
    say_own_lines(&t, advice, loop);
  else if (loop->pays)
    say_what_pays(&t, advice, loop);
  else
    say_no_change(&t, advice, loop);
}

const char *pme_advice_note(const pme_advice *advice) {
  bool any = false;
  for (int i = 0; i < advice->loop_count; i++)
    any = any || advice->loops[i].by_misses;
  if (!any)
    return "";
  return has_latencies(advice->prediction->machine)
             ? "by misses only, as asked"
             : "by misses only, which need not save time: no latencies are known (pmecache machine calibrate measures "
               "those of this computer)";
}
