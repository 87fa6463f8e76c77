/* Remarks for loops that the model cannot answer and an instrumented run has measured. */

#include <string.h>

#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"

enum { TEXT_BYTES = 1000 };

/* The row of the profile for a loop at this place; NULL when the run has none. */
static const pme_loop_prediction *row_at(const pme_prediction *measured, pme_place place) {
  const pme_subject *subject = measured->subject;
  for (int i = 0; i < measured->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(subject, measured->loops[i].node);
    if (place.line > 0 && node->u.loop.parallel && node->place.line == place.line && node->place.column == place.column)
      return &measured->loops[i];
  }
  return NULL;
}

/* Of a level that threads of the team share, the distances of each thread alone say only what it would be without the
 * others. */
static void say_level(pme__words *t, const pme_prediction_level *info, const pme_misses *m, int threads) {
  char misses[24], share[24], accesses[24];
  pme_format_count(m->misses, 2, misses, sizeof misses);
  pme_format_count(m->accesses, 2, accesses, sizeof accesses);
  pme_format_share(m->misses, m->accesses, share, sizeof share);
  if (m->precision == PME_PRECISION_BOUND)
    pme__say(t,
             "%s, which threads share, is not known without a trace (%s misses if each thread had one for itself; "
             "PMECACHE_TRACE_OUT=run.trace, pmecache mimic run.trace --threads %d)",
             info->name, misses, threads);
  else
    pme__say(t, "%s about %s misses (%s of %s accesses)", info->name, misses, share, accesses);
}

static void say_levels(pme__words *t, const pme_prediction *measured, const pme_loop_prediction *row, int threads) {
  for (int l = measured->level_count - 1; l >= 0; l--) {
    pme__say(t, "%s ", l == measured->level_count - 1 ? ":" : ";");
    say_level(t, &measured->level_info[l], &row->levels[l], threads);
  }
}

static const char *describe(const pme_prediction *asked, const pme_loop_prediction *loop,
                            const pme_loop_prediction *row, const pme_measured_run *run, pme_arena *arena) {
  const pme_prediction *measured = run->answer->prediction;
  const char *conditions = run->conditions;
  const pme_subject_node *node = pme_subject_at(asked->subject, loop->node);
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(measured, row, &schedule, &chunk, &threads);
  char text[TEXT_BYTES];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "parallel loop '%.100s' (%d thread%s) measured%s%.400s",
           node->u.loop.variable ? node->u.loop.variable : "?", threads, threads == 1 ? "" : "s",
           *conditions ? " at " : "", conditions);
  if (row->executions > 1) {
    pme__say(&t, ", in ");
    pme__say_count(&t, row->executions);
    pme__say(&t, " executions");
  }
  say_levels(&t, measured, row, threads);
  return pme_arena_copy_text(arena, text);
}

static const char *say_not_executed(const pme_subject_node *node, pme_arena *arena) {
  char text[TEXT_BYTES];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "parallel loop '%.100s': the instrumented run never came here; profile a run that does",
           node->u.loop.variable ? node->u.loop.variable : "?");
  return pme_arena_copy_text(arena, text);
}

pme_status pme_remarks_measured(const pme_measured_run *run, const pme_prediction *asked, pme_arena *arena,
                                const pme_remark **out, int *count, pme_error *error) {
  pme_remark *remarks = PME_ARENA_NEW(arena, pme_remark, asked->loop_count + 1);
  int used = 0;
  if (!remarks)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  const pme_subject *subject = asked->subject;
  for (int i = 0; i < asked->loop_count; i++) {
    const pme_loop_prediction *loop = &asked->loops[i];
    if (loop->status == PME_LOOP_MODELLED || !pme__is_parallel(asked, loop))
      continue;
    pme_place place = pme__place_of(subject, loop->node);
    const pme_loop_prediction *row = row_at(run->answer->prediction, place);
    if (!row)
      continue;
    bool came = row->levels[0].accesses > 0;
    const char *bytes =
        came ? describe(asked, loop, row, run, arena) : say_not_executed(pme_subject_at(subject, loop->node), arena);
    if (!bytes)
      return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
    remarks[used++] = (pme_remark){.kind = came ? PME_REMARK_PREDICTION : PME_REMARK_MISSED,
                                   .name = came ? "MeasuredMisses" : "NotMeasured",
                                   .node = loop->node,
                                   .place = place,
                                   .text = bytes};
  }
  *out = remarks;
  *count = used;
  return PME_OK;
}

/* ---- advice ---- */

enum { MACHINE_BYTES = 2000, ARGUMENTS = 7 };

static bool is_at(const pme_profile *profile, const pme_profile_advice *advice, int function, pme_place place) {
  const pme_profile_loop *loop = pme_profile_loop_at(profile, advice->loop);
  return loop->function == function && place.line > 0 && loop->place.line == place.line &&
         loop->place.column == place.column;
}

/* The advice for the loop at this place; NULL: none, or not to be said. */
static const pme_profile_advice *advice_at(const pme_traced_advice *traced, pme_place place, const char *machine) {
  const pme_profile *profile = traced->profile;
  for (int i = 0; i < pme_profile_advice_count(profile); i++) {
    const pme_profile_advice *advice = pme_profile_advice_at(profile, i);
    if (is_at(profile, advice, traced->function, place) && !strcmp(advice->machine, machine) &&
        !(traced->chunk_only && strstr(advice->text, "num_threads(")))
      return advice;
  }
  return NULL;
}

static bool fill_advice(const pme_profile_advice *advice, const char *variable, pme_arena *arena, pme_remark *remark) {
  char text[TEXT_BYTES + PME_ADVICE_SENTENCE_BYTES];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "parallel loop '%.100s', from the trace of a run: %s", variable ? variable : "?", advice->text);
  pme_remark_argument *a = PME_ARENA_NEW(arena, pme_remark_argument, ARGUMENTS);
  remark->text = pme_arena_copy_text(arena, text);
  if (!a || !remark->text)
    return false;
  a[0] = (pme_remark_argument){"Pays", advice->pays ? "true" : "false", 0};
  a[1] = (pme_remark_argument){"Threads", NULL, advice->threads};
  a[2] = (pme_remark_argument){"Schedule", pme_schedule_name(advice->schedule), 0};
  a[3] = (pme_remark_argument){"Chunk", NULL, (double)advice->chunk};
  a[4] = (pme_remark_argument){"Ratio", NULL, advice->ratio};
  a[5] = (pme_remark_argument){"RatioLow", NULL, advice->low};
  a[6] = (pme_remark_argument){"RatioHigh", NULL, advice->high};
  remark->arguments = a;
  remark->argument_count = ARGUMENTS;
  return true;
}

pme_status pme_remarks_measured_advice(const pme_traced_advice *traced, const pme_prediction *asked, pme_arena *arena,
                                       const pme_remark **out, int *count, pme_error *error) {
  pme_remark *remarks = PME_ARENA_NEW(arena, pme_remark, asked->loop_count + 1);
  const pme_subject *subject = asked->subject;
  char machine[MACHINE_BYTES];
  int used = 0;
  bool failed = !remarks;
  pme_machine_write(asked->machine, machine, sizeof machine);
  for (int i = 0; i < asked->loop_count && !failed; i++) {
    const pme_loop_prediction *loop = &asked->loops[i];
    if (loop->status == PME_LOOP_MODELLED || !pme__is_parallel(asked, loop))
      continue;
    pme_place place = pme__place_of(subject, loop->node);
    const pme_profile_advice *advice = advice_at(traced, place, machine);
    if (!advice)
      continue;
    remarks[used] =
        (pme_remark){.kind = PME_REMARK_PREDICTION, .name = "CacheAdvice", .node = loop->node, .place = place};
    failed = !fill_advice(advice, pme_subject_at(subject, loop->node)->u.loop.variable, arena, &remarks[used++]);
  }
  if (failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = remarks;
  *count = used;
  return PME_OK;
}
