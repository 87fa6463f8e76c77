/* One level of a prediction by the closed form: the instances of the level, each with its view. Instances whose views
 * look alike are modelled once. */
#include <string.h>

#include "closed_form.h"
#include "footprint.h"
#include "predict.h"
#include "record.h"

/* Positions at which a program whose shape varies is looked at. */
enum { MOST_POSITIONS = 8 };
/* Instances whose lines are counted; they stand for the others of their class. */
enum { MOST_INSTANCES = 16 };

/* Instances whose views differ in the numbers of the threads only. */
typedef struct shape_class {
  pme__view **views; /* of all of them */
  int instances;
} shape_class;

typedef struct level_run {
  pme_prediction *prediction;
  int level;
  double effort; /* left */
  pme__recorder *recorder;
  pme_arena *arena;
  pme__loop_shape *shapes;
  int class_count;
  shape_class *classes;
} level_run;

/* ---- instances ---- */

static bool same_loop(const pme__loop *a, const pme__loop *b) {
  return a->kind == b->kind && a->part == b->part && a->source == b->source && a->trips == b->trips &&
         a->thread_count == b->thread_count && a->active == b->active;
}

/* Thread numbers may differ, amounts of work may not. */
static bool look_alike(const pme__view *a, const pme__view *b) {
  if (a->serial != b->serial || a->loop_count != b->loop_count || a->reference_count != b->reference_count)
    return false;
  for (int l = 1; l < a->loop_count; l++)
    if (!same_loop(&a->loops[l], &b->loops[l]))
      return false;
  for (int r = 0; r < a->reference_count; r++)
    if (a->references[r].copies != b->references[r].copies)
      return false;
  return true;
}

static bool open_class(level_run *run, int most) {
  shape_class *class = &run->classes[run->class_count++];
  class->views = PME_ARENA_NEW(run->arena, pme__view *, most);
  return class->views != NULL;
}

static pme_status sort_instances(level_run *run) {
  const pme_prediction *prediction = run->prediction;
  int instances = prediction->level_info[run->level].instances;
  run->classes = PME_ARENA_NEW(run->arena, shape_class, instances);
  run->shapes = pme__loop_shapes(prediction->concrete, run->arena);
  if (!run->classes || !run->shapes)
    return PME_NO_MEMORY;
  for (int i = 0; i < instances; i++) {
    pme__view *view =
        pme__view_create(prediction->concrete, run->shapes, prediction->machine, run->level, i, run->arena);
    if (!view)
      return PME_NO_MEMORY;
    pme__view_place(view, NULL);
    int c = 0;
    while (c < run->class_count && !look_alike(run->classes[c].views[0], view))
      c++;
    if (c == run->class_count && !open_class(run, instances - i))
      return PME_NO_MEMORY;
    run->classes[c].views[run->classes[c].instances++] = view;
  }
  return PME_OK;
}

/* ---- estimates ---- */

static pme_reference_prediction *row_of(pme_prediction *prediction, int node) {
  int low = 0, high = prediction->reference_count - 1;
  while (low < high) { /* rows are in the order of nodes */
    int middle = (low + high) / 2;
    if (prediction->references[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  return &prediction->references[low];
}

static void add_estimate(pme_misses *to, const pme__estimate *from, double instances) {
  to->accesses += instances * from->accesses;
  to->misses += instances * from->misses;
  to->cold += instances * from->cold;
  to->other_threads += instances * from->other_threads;
  to->low += instances * from->low;
  to->high += instances * from->high;
  to->precision = PME_PRECISION_ESTIMATE;
  to->engine = PME_ENGINE_CLOSED_FORM;
}

static void add_part(pme__estimate *to, const pme__estimate *from) {
  to->accesses += from->accesses;
  to->misses += from->misses;
  to->cold += from->cold;
  to->other_threads += from->other_threads;
  to->low += from->low;
  to->high += from->high;
}

/* Point i of a low-discrepancy sequence: multiples of square roots of primes, modulo 1. */
static void spread(double *fractions, int count, int i) {
  static const double roots[] = {0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.2360679774997898,
                                 0.6457513110645906, 0.3166247903553998, 0.6055512754639893, 0.1231056256176606};
  for (int l = 0; l < count; l++) {
    double value = 0.5 / MOST_POSITIONS + i * roots[l % 8] + 0.13 * (l / 8);
    fractions[l] = value - (double)(int64_t)value;
  }
}

/* The first view of the class becomes that of another instance: its threads are others. */
static void be_instance(const shape_class *class, const pme__view *as) {
  for (int l = 0; l < as->loop_count; l++)
    class->views[0]->loops[l].threads = as->loops[l].threads;
}

/* Lines of each block in an instance. Where references of a block move differently, instances are not alike: it is
 * other parts of the rows of one that those of the other meet. */
static bool find_footprints(const shape_class *class, pme__engine *engine, pme_arena *arena) {
  const pme__view *first = class->views[0];
  int count = first->rigid ? 1 : class->instances < MOST_INSTANCES ? class->instances : MOST_INSTANCES;
  double *lines = PME_ARENA_NEW(arena, double, first->block_count + 1);
  if (!lines)
    return false;
  for (int i = 0; i < count; i++) {
    be_instance(class, class->views[i * class->instances / count]);
    pme__view_place(class->views[0], NULL);
    for (int b = 0; b < first->block_count; b++) {
      double more = lines[b] < 0 ? -1 : pme__footprint_lines(engine, b);
      lines[b] = more < 0 ? -1 : lines[b] + more / count;
    }
  }
  engine->footprints = lines;
  return true;
}

/* Estimates of one class at all its positions. `done` references have an estimate at every position that counts. */
static pme_status estimate_class(level_run *run, const shape_class *class, pme_arena *arena, pme__estimate *estimates,
                                 int *done, double *positions) {
  pme__engine engine;
  pme__view *view = class->views[0];
  double *fractions = PME_ARENA_NEW(arena, double, view->loop_count);
  pme__estimate *part = PME_ARENA_NEW(arena, pme__estimate, view->reference_count + 1);
  if (!fractions || !part ||
      !pme__engine_create(&engine, view, &run->prediction->machine->levels[run->level], run->effort, arena))
    return PME_NO_MEMORY;
  engine.recorder = run->recorder;
  if (run->recorder && !pme__record_view(&engine, arena))
    return PME_NO_MEMORY;
  if (view->rectangular && !find_footprints(class, &engine, arena))
    return PME_NO_MEMORY;
  int most = view->rectangular && view->rigid ? 1 : MOST_POSITIONS;
  for (int i = 0; i < most && pme__engine_can_go_on(&engine); i++) {
    spread(fractions, view->loop_count, i);
    be_instance(class, class->views[i * class->instances / most]);
    pme__view_place(view, most == 1 ? NULL : fractions);
    pme__engine_move(&engine, i, most);
    memset(part, 0, (size_t)view->reference_count * sizeof *part);
    int finished = pme__closed_form_add(&engine, 1, part);
    /* Out of effort: the positions that are complete must do, or the references that are. */
    bool counts = i == 0 || finished == view->reference_count;
    if (run->recorder)
      pme__record_position(run->recorder, counts);
    if (!counts)
      break;
    *done = finished;
    *positions += 1;
    for (int r = 0; r < finished; r++)
      add_part(&estimates[r], &part[r]);
  }
  run->effort -= engine.effort;
  return engine.no_memory ? PME_NO_MEMORY : PME_OK;
}

static pme_status run_class(level_run *run, const shape_class *class, pme_arena *arena) {
  const pme__view *view = class->views[0];
  pme__estimate *estimates = PME_ARENA_NEW(arena, pme__estimate, view->reference_count + 1);
  int done = 0;
  double positions = 0;
  pme_status status = estimates ? estimate_class(run, class, arena, estimates, &done, &positions) : PME_NO_MEMORY;
  for (int r = 0; r < view->reference_count && status == PME_OK; r++) {
    pme_reference_prediction *row = row_of(run->prediction, view->references[r].node);
    if (r >= done) {
      row->modelled = false;
      continue;
    }
    add_estimate(&row->levels[run->level], &estimates[r], class->instances / positions);
    if (run->recorder)
      pme__record_reference(run->recorder, r, view->references[r].node, class->instances / positions,
                            estimates[r].accesses);
  }
  return status;
}

static pme_status run_level(level_run *run) {
  pme_status status = sort_instances(run);
  for (int c = 0; c < run->class_count && status == PME_OK; c++) {
    pme_arena *arena = pme_arena_create();
    status = arena ? run_class(run, &run->classes[c], arena) : PME_NO_MEMORY;
    pme_arena_destroy(arena);
  }
  return status;
}

pme_status pme__predict_closed_form(int level, double effort, pme__recorder *recorder, pme_prediction *prediction) {
  level_run run = {
      .prediction = prediction, .level = level, .effort = effort, .recorder = recorder, .arena = pme_arena_create()};
  if (recorder)
    recorder->level = level;
  pme_status status = run.arena ? run_level(&run) : PME_NO_MEMORY;
  pme_arena_destroy(run.arena);
  return status;
}
