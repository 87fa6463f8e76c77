/* Remarks for loops that the model cannot answer and an instrumented run has measured. */

#include <string.h>

#include "remark_parts.h"

enum { TEXT_BYTES = 1400 };

/* The row of the profile for a loop at this place; NULL when the run has none. */
static const pme_loop_prediction *row_at(const pme_prediction *measured, pme_place place) {
  const pme_subject *subject = measured->subject;
  for (int i = 0; i < measured->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(subject, measured->loops[i].node);
    if (node->u.loop.parallel && pme__is_same_place(place, node->place))
      return &measured->loops[i];
  }
  return NULL;
}

/* Of a level that threads of the team share, the distances of each thread alone say only what it would be without the
 * others. */
static bool is_known(const pme_loop_prediction *row, int level) {
  return row->levels[level].precision != PME_PRECISION_BOUND;
}

static void say_not_known(pme__words *t, const pme_prediction_level *info, const pme_misses *m, int threads) {
  pme__say(t, "%s, which threads share, is not known without a trace (", info->name);
  pme__say_count(t, m->misses);
  pme__say(t,
           " misses if each thread had one for itself; PMECACHE_TRACE_OUT=run.trace, pmecache mimic run.trace "
           "--threads %d)",
           threads);
}

/* The level that costs most of those that are known; -1: none is. */
static int first_level(const pme_prediction *measured, const pme_loop_prediction *row) {
  int level = pme__costliest_level(measured, row);
  if (is_known(row, level))
    return level;
  for (level = measured->level_count - 1; level >= 0 && !is_known(row, level);)
    level--;
  return level;
}

static void say_levels(pme__words *t, const pme__remark_builder *b, const pme_loop_prediction *row, int threads) {
  const pme_prediction *measured = b->prediction;
  int first = first_level(measured, row);
  const char *between = ": ";
  if (first >= 0) {
    pme__say(t, "%s", between);
    pme__say_headline(t, b, row, first);
    between = "; ";
  }
  for (int l = 0; l < measured->level_count; l++) {
    if (l == first || !is_known(row, l))
      continue;
    pme__say(t, "%s%s ", between, measured->level_info[l].name);
    pme__say_misses(t, &row->levels[l]);
    between = ", ";
  }
  for (int l = 0; l < measured->level_count; l++) {
    if (is_known(row, l))
      continue;
    pme__say(t, "%s", l == 0 ? ": " : "; ");
    say_not_known(t, &measured->level_info[l], &row->levels[l], threads);
  }
}

static void say_run(pme__words *t, const pme_measured_run *run, int threads) {
  if (threads != run->threads)
    pme__say(t, " from a run of %d thread%s", run->threads, run->threads == 1 ? "" : "s");
  else if (!run->scaled)
    pme__say(t, " measured");
  if (*run->conditions)
    pme__say(t, " at %.400s", run->conditions);
  if (run->scaled)
    pme__say(t, ", scaled from runs at %.300s", run->scaled);
}

/* The team is that of the run, the schedule that of the source: a run does not record it. */
static void say_team(pme__words *t, const pme_prediction *asked, const pme_loop_prediction *loop, int threads) {
  pme_schedule_kind schedule;
  int64_t chunk;
  int unused;
  pme__schedule_of(asked, loop, &schedule, &chunk, &unused);
  pme__say(t, " (%d thread%s", threads, threads == 1 ? "" : "s");
  if (!pme__is_team(asked, loop))
    pme__say(t, ", %s", pme__schedule_word(asked, loop));
  if (chunk > 0 && !pme__is_team(asked, loop))
    pme__say(t, ",%lld", (long long)chunk);
  pme__say(t, ")");
}

/* A write of the loop to places that the model does not know, in memory of all threads; PME_NONE. */
static int write_left_out(const pme_prediction *asked, int loop) {
  for (int r = 0; r < asked->reference_count; r++) {
    const pme_reference_prediction *row = &asked->references[r];
    const pme_subject_node *node = pme_subject_at(asked->subject, row->node);
    if (!node->u.access.is_write || !pme_subject_is_below(asked->subject, row->node, loop) ||
        pme_concrete_array_at(asked->concrete, node->u.access.array)->is_private)
      continue;
    if (!row->modelled || pme_concrete_node_at(asked->concrete, row->node)->u.access.scattered > 0)
      return row->node;
  }
  return PME_NONE;
}

/* What each thread has seen is without the lines that others took from it: where nothing tells how many, that is said. */
static void say_lost_lines(pme__words *t, const pme__remark_builder *model, const pme_loop_prediction *loop) {
  size_t before = t->length;
  pme__say_coherence_beside(t, model, loop);
  int write = write_left_out(model->prediction, loop->node);
  if (t->length > before || write == PME_NONE)
    return;
  pme__say(t, "; lines that threads take from each other by ");
  pme__say_access(t, model, write);
  pme__say(t, " are in no number here: no single thread sees them, a trace does");
}

/* What the run has of a loop, and whose row that is. */
typedef struct seen_loop {
  const pme_prediction *measured;
  const pme_loop_prediction *row;
} seen_loop;

static const char *describe(const pme_prediction *asked, const pme_loop_prediction *loop, const seen_loop *seen,
                            const pme_measured_run *run, pme_arena *arena) {
  const pme_prediction *measured = seen->measured;
  const pme_loop_prediction *row = seen->row;
  const pme_subject_node *node = pme_subject_at(asked->subject, loop->node);
  pme__remark_builder b = {.prediction = measured, .subject = measured->subject, .arena = arena};
  pme__remark_builder model = {.prediction = asked, .subject = asked->subject, .arena = arena};
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(measured, row, &schedule, &chunk, &threads);
  char text[TEXT_BYTES];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "%s '%.100s'", pme__kind_of_loop(&node->u.loop), node->u.loop.variable ? node->u.loop.variable : "?");
  say_team(&t, asked, loop, threads);
  say_run(&t, run, threads);
  if (row->executions > 1) {
    pme__say(&t, ", in ");
    pme__say_count(&t, row->executions);
    pme__say(&t, " executions");
  }
  say_levels(&t, &b, row, threads);
  if (threads != run->threads)
    pme__say_coherence(&t, &b, row);
  else if (pme_concrete_node_at(asked->concrete, loop->node)->u.loop.threads == threads)
    say_lost_lines(&t, &model, loop);
  return pme_arena_copy_text(arena, text);
}

static const char *say_not_executed(const pme_subject_node *node, pme_arena *arena) {
  char text[TEXT_BYTES];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "%s '%.100s': the instrumented run never came here; profile a run that does",
           pme__kind_of_loop(&node->u.loop), node->u.loop.variable ? node->u.loop.variable : "?");
  return pme_arena_copy_text(arena, text);
}

/* No run tells more of the loop than the model has. */
static bool is_answered(const pme_measured_run *run, const pme_prediction *asked, const pme_loop_prediction *loop) {
  const pme_loop_prediction *row =
      run->answer->is_of_several ? row_at(run->answer->prediction, pme__place_of(asked->subject, loop->node)) : NULL;
  return pme__needs_no_run(asked, loop, row, run->answer->is_of_another) &&
         !pme_run_sees_more(asked, run->answer, (int)(loop - asked->loops));
}

/* A region whose threads share its work out by their numbers may be no loop of the run, which has the loops in it. NULL:
 * there is none, or no memory. */
static const pme_composed_prediction *compose_regions(const pme_measured_run *run, const pme_prediction *asked,
                                                      pme_arena *arena) {
  pme_composed_prediction *composed = NULL;
  for (int i = 0; i < asked->loop_count && !composed; i++)
    if (pme__is_team(asked, &asked->loops[i]) &&
        !row_at(run->answer->prediction, pme__place_of(asked->subject, asked->loops[i].node)) &&
        pme_prediction_with_measured(asked, run->answer, 0, arena, &composed) != PME_OK)
      return NULL;
  return composed;
}

static seen_loop seen_of(const pme_measured_run *run, const pme_prediction *asked, int loop,
                         const pme_composed_prediction *composed) {
  const pme_prediction *measured = run->answer->prediction;
  seen_loop seen = {measured, row_at(measured, pme__place_of(asked->subject, asked->loops[loop].node))};
  if (!seen.row && composed && composed->is_measured[loop])
    seen = (seen_loop){&composed->prediction, &composed->prediction.loops[loop]};
  return seen;
}

pme_status pme_remarks_measured(const pme_measured_run *run, const pme_prediction *asked, pme_arena *arena,
                                const pme_remark **out, int *count, pme_error *error) {
  pme_remark *remarks = PME_ARENA_NEW(arena, pme_remark, asked->loop_count + 1);
  int used = 0;
  if (!remarks)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  const pme_subject *subject = asked->subject;
  const pme_composed_prediction *composed = compose_regions(run, asked, arena);
  for (int i = 0; i < asked->loop_count; i++) {
    const pme_loop_prediction *loop = &asked->loops[i];
    if (is_answered(run, asked, loop) || !pme__is_parallel(asked, loop))
      continue;
    pme_place place = pme__place_of(subject, loop->node);
    const seen_loop seen = seen_of(run, asked, i, composed);
    const pme_loop_prediction *row = seen.row;
    if (!row || (row->status == PME_LOOP_NOT_MODELLED && row->executions > 0))
      continue;
    bool came = row->levels[0].accesses > 0 || (row->executions > 0 && pme__is_whole(loop));
    const char *bytes =
        came ? describe(asked, loop, &seen, run, arena) : say_not_executed(pme_subject_at(subject, loop->node), arena);
    if (!bytes)
      return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
    remarks[used++] = (pme_remark){.kind = came ? PME_REMARK_PREDICTION : PME_REMARK_MISSED,
                                   .name = came ? "MeasuredMisses" : "NotMeasured",
                                   .node = loop->node,
                                   .place = place,
                                   .text = bytes,
                                   .weight = row->levels[pme__costliest_level(seen.measured, row)].misses};
  }
  *out = remarks;
  *count = used;
  return PME_OK;
}

/* ---- advice ---- */

enum { MACHINE_BYTES = 2000, ARGUMENTS = 7 };

static bool is_at(const pme_profile *profile, const pme_profile_advice *advice, int function, pme_place place) {
  const pme_profile_loop *loop = pme_profile_loop_at(profile, advice->loop);
  return loop->function == function && pme__is_same_place(place, loop->place);
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
    if (pme__is_answered(loop, asked->level_count) || !pme__is_parallel(asked, loop))
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
