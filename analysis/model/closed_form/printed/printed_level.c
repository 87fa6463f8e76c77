/* The printed equations of each reference, from its innermost loop outwards: F(RD) = first * MissP(RD) + reused. */
#include "printed_level.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "paper_equations.h"
#include "printed_window.h"
#include "translation.h"

typedef struct level_run {
  pme__context *context;
  pme__printed_windows windows;
  const pme_prediction *prediction;
  int level;
} level_run;

int pme__printed_most_equations(void) { return PME__INSTANCE_VIEW_MOST_DEPTH; }

static int row_of(const pme_prediction *prediction, int node) {
  return (int)(pme__reference_row(prediction, node) - prediction->references);
}

static double miss(level_run *run, int loop, double iterations) {
  return pme__printed_miss(run->context, &run->windows, loop, (int64_t)iterations);
}

/* ---- one loop: from F of the loop inside to F of this one ---- */

static void serial(level_run *run, int loop, pme_printed_equation *e) {
  double inner = e->first, reused = e->reused;
  e->kind = PME_PRINTED_SERIAL;
  e->new_sets = (double)pme__paper_new_sets(e->iterations, e->stride_bytes, e->line_bytes);
  e->rem = (double)e->iterations - e->new_sets;
  e->miss_after_one = e->rem > 0 ? miss(run, loop, 1) : 0;
  e->first = e->new_sets * inner;
  e->reused =
      pme__paper_sequential(e->iterations, e->stride_bytes, e->line_bytes, reused, inner * e->miss_after_one + reused);
}

static void parallel(level_run *run, int loop, pme_printed_equation *e) {
  double inner = e->first, reused = e->reused;
  pme__paper_terms t = pme__paper_parallel_terms(e->iterations, e->block, e->threads, e->stride_bytes, e->line_bytes);
  e->kind = PME_PRINTED_PARALLEL;
  e->new_sets = t.new_sets;
  e->nrs = t.shared_by_neighbours;
  e->rd = t.distance_between;
  e->rso = t.concurrent;
  e->ngrt = t.rounds_in_line;
  e->nst = t.threads_in_line;
  e->ngrt_c = t.shared_by_rounds;
  e->rem = t.remaining;
  e->miss_between = e->nrs - e->ngrt_c != 0 ? miss(run, loop, e->rd) : 0;
  e->miss_after_one = e->rem != 0 ? miss(run, loop, 1) : 0;
  e->first = t.new_sets * inner;
  e->reused =
      pme__paper_parallel(&t, reused, inner * e->miss_between + reused, reused, inner * e->miss_after_one + reused);
}

/* The one ahead was where this reference is `iterations` of the loop before it. */
static void follow_in_serial(level_run *run, int loop, int64_t iterations, pme_printed_equation *e) {
  double inner = e->first, n = (double)e->iterations;
  int64_t ahead = iterations < e->iterations ? iterations : e->iterations;
  double all = (double)pme__paper_new_sets(e->iterations, e->stride_bytes, e->line_bytes);
  double first = iterations ? (double)pme__paper_new_sets(ahead, e->stride_bytes, e->line_bytes) : 0;
  e->new_sets = fmin(first, all);
  e->rem = n - all;
  e->miss_between = iterations && all > e->new_sets ? miss(run, loop, (double)iterations) : 0;
  e->miss_after_one = iterations && e->rem > 0 ? miss(run, loop, 1) : 0;
  e->first = e->new_sets * inner;
  e->reused = n * e->reused + inner * ((all - e->new_sets) * e->miss_between + e->rem * e->miss_after_one);
}

static bool follow_in_parallel(level_run *run, int reference, int loop, pme_printed_equation *e) {
  pme__translation_classes classes;
  double inner = e->first, missing = 0;
  if (!pme__translation_run(run->context->view, reference, run->context->line_bytes, &classes))
    return false;
  for (int i = 0; i < classes.count; i++)
    missing += classes.iterations[i] * miss(run, loop, (double)classes.distance[i]);
  e->new_sets = classes.first;
  e->rem = classes.counted - classes.first;
  e->miss_between = e->rem > 0 ? missing / e->rem : 0;
  e->first = classes.first * inner;
  e->reused = classes.counted * e->reused + inner * missing;
  return true;
}

/* ---- one reference ---- */

static pme_printed_equation equation_of(const level_run *run, int reference, int l) {
  const pme__instance_view *view = run->context->view;
  const pme__loop *loop = &view->loops[l];
  const pme__reference *r = &view->references[reference];
  bool shared = loop->kind == PME__LOOP_SHARED;
  int64_t stride = pme__instance_view_stride(view, r, l);
  double trips = loop->trips;
  if (shared) {
    trips = 0;
    for (int64_t u = 0; u < loop->thread_count; u++)
      trips += (double)pme__schedule_thread_iterations(&loop->schedule, loop->threads[u]);
  }
  return (pme_printed_equation){.reference = row_of(run->prediction, r->node),
                                .level = run->level,
                                .loop = loop->source,
                                .of_chunks = loop->part == PME__PART_ROUNDS,
                                .iterations = (int64_t)(trips + 0.5),
                                .block = shared ? loop->schedule.block : 0,
                                .threads = shared ? loop->thread_count : 0,
                                .stride_bytes = stride < 0 ? -stride : stride,
                                .element_bytes = r->size_bytes,
                                .line_bytes = run->context->line_bytes,
                                .follows = PME_NONE};
}

static void step(level_run *run, int reference, int l, const pme__translation *ahead, pme_printed_equation *e) {
  const pme__instance_view *view = run->context->view;
  bool shared = view->loops[l].kind == PME__LOOP_SHARED, done = false;
  if (ahead->follows != PME_NONE && ahead->loop == l) {
    done = !shared || ahead->iterations == 0 || follow_in_parallel(run, reference, l, e);
    if (!shared || ahead->iterations == 0)
      follow_in_serial(run, l, ahead->iterations, e);
    if (done) {
      e->kind = PME_PRINTED_TRANSLATION;
      e->follows = row_of(run->prediction, view->references[ahead->follows].node);
      e->distance = (double)ahead->iterations;
    }
  }
  if (!done && shared)
    parallel(run, l, e);
  else if (!done)
    serial(run, l, e);
}

/* From the innermost loop outwards; returns their number. */
static int follow(level_run *run, int reference, pme_printed_equation *out) {
  const pme__instance_view *view = run->context->view;
  pme__translation ahead = pme__translation_of(view, reference, run->context->line_bytes);
  int count = 0;
  for (int l = view->references[reference].loop; l != 0; l = view->loops[l].parent) {
    pme_printed_equation e = equation_of(run, reference, l);
    e.first = count ? out[count - 1].first : 1;
    e.reused = count ? out[count - 1].reused : 0;
    step(run, reference, l, &ahead, &e);
    out[count++] = e;
  }
  return count;
}

/* ---- one level ---- */

static void keep(const pme_printed_equation *found, int count, pme__printed_equations *equations) {
  for (int i = count - 1; i >= 0 && equations->count < equations->most; i--)
    equations->items[equations->count++] = found[i];
}

static void add_misses(pme_misses *m, const pme__reference *r, double first, double reused) {
  double copies = r->is_private ? r->copies : 1;
  m->accesses += r->executions * r->copies;
  m->misses += copies * (first + reused);
  m->cold += copies * first;
  m->precision = PME_PRECISION_ESTIMATE;
  m->engine = PME_ENGINE_CLOSED_FORM;
}

static void add_view(level_run *run, pme_prediction *prediction, pme__printed_equations *equations) {
  const pme__instance_view *view = run->context->view;
  for (int r = 0; r < view->reference_count; r++) {
    const pme__reference *reference = &view->references[r];
    pme_reference_prediction *row = pme__reference_row(prediction, reference->node);
    pme_printed_equation found[PME__INSTANCE_VIEW_MOST_DEPTH];
    if (reference->executions <= 0)
      continue;
    int count = follow(run, r, found);
    if (!pme__context_can_go_on(run->context))
      row->modelled = false;
    if (equations)
      keep(found, count, equations);
    add_misses(&row->levels[run->level], reference, count ? found[count - 1].first : 1,
               count ? found[count - 1].reused : 0);
  }
}

static pme_status add_instance(const pme__level_question *question, int number, pme_prediction *prediction,
                               pme__printed_equations *equations, pme_arena *arena) {
  pme__context context;
  pme__cache_instance instance = {prediction->machine, question->level, number};
  pme__loop_shape *shapes = pme__loop_shapes(prediction->concrete, arena);
  pme__instance_view *view =
      shapes ? pme__instance_view_create(prediction->concrete, shapes, question->counts, &instance, arena) : NULL;
  if (!view)
    return PME_NO_MEMORY;
  pme__instance_view_place(view, NULL);
  if (!pme__context_create(&context, view, &prediction->machine->levels[question->level], question->effort,
                           question->guard_shares, arena))
    return PME_NO_MEMORY;
  pme__context_move(&context, 0, 1);
  level_run run = {.context = &context, .prediction = prediction, .level = question->level};
  add_view(&run, prediction, equations);
  return context.no_memory ? PME_NO_MEMORY : PME_OK;
}

/* A probability too many, or counts below 0: what is printed is not kept within bounds, the answer is. */
static void settle(pme_misses *m) {
  m->misses = fmax(0, m->misses);
  m->cold = fmin(fmax(0, m->cold), m->misses);
  m->self = m->misses - m->cold;
  m->low = m->high = m->misses;
}

pme_status pme__printed_level(const pme__level_question *question, pme_prediction *prediction,
                              pme__printed_equations *equations) {
  pme_status status = PME_OK;
  for (int i = 0; i < prediction->level_info[question->level].instances && status == PME_OK; i++) {
    pme_arena *arena = pme_arena_create();
    status = arena ? add_instance(question, i, prediction, i ? NULL : equations, arena) : PME_NO_MEMORY;
    pme_arena_destroy(arena);
  }
  for (int r = 0; r < prediction->reference_count; r++)
    settle(&prediction->references[r].levels[question->level]);
  return status;
}
