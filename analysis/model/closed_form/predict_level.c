/* One level of a prediction by the closed form: the instances of the level, each with its view. Instances whose views
 * look alike are modelled once. */
#include "predict_level.h"

#include <math.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "first_touches.h"
#include "level_sum.h"
#include "observed_windows.h"

/* Positions at which a program whose trip counts vary is evaluated. Where only distances inside arrays vary, evaluation
 * stops as soon as positions agree, and goes on for longer where they do not. */
enum { USUAL_POSITIONS = 8, FEWEST_POSITIONS = 2, MOST_POSITIONS = 64 };
/* Positions agree when the standard error of their mean is below this share of the misses, for two of them and for
 * more. Where one way more or less makes a larger share of the misses than AT_STEP, they are not asked before the usual
 * number of positions is done. */
static const double AGREEMENT_OF_TWO = 0.001, AGREEMENT = 0.01, AT_STEP = 0.3;
/* About nanoseconds, for a level: what the usual positions may cost even if the first ones agree, as they may by chance
 * in small programs; and what more than them may cost. */
static const double SMALL_EFFORT = 3e5, EXTRA_EFFORT = 1e6;
/* Instances whose lines are counted; they stand for the others of their class. */
enum { MOST_INSTANCES = 16 };

/* Instances whose views differ in the numbers of the threads, and a little in their work. */
typedef struct shape_class {
  pme__instance_view **views; /* of all of them */
  int instances;
  bool same_work;
  double *accesses; /* per reference, of all instances */
} shape_class;

typedef struct level_run {
  pme_prediction *prediction;
  const pme__count *counts;
  pme__guard_shares *guard_shares;
  int level;
  double effort;   /* left */
  bool is_counted; /* the lines of all blocks, exactly */
  pme__observer *observer;
  pme_arena *arena;
  pme__loop_shape *shapes;
  int class_count;
  shape_class *classes;
} level_run;

/* ---- instances ---- */

/* So many iterations more or less, as a share, are the same thing: estimates are scaled. */
static const double ABOUT_SAME = 0.15;

static bool same_loop(const pme__loop *a, const pme__loop *b, double tolerance) {
  return a->kind == b->kind && a->part == b->part && a->source == b->source &&
         fabs(a->trips - b->trips) <= tolerance * (a->trips > b->trips ? a->trips : b->trips) &&
         a->thread_count == b->thread_count && a->active == b->active;
}

/* Thread numbers may differ, amounts of work a little. */
static bool look_alike(const pme__instance_view *a, const pme__instance_view *b) {
  if (a->serial != b->serial || a->loop_count != b->loop_count || a->reference_count != b->reference_count)
    return false;
  for (int l = 1; l < a->loop_count; l++)
    if (!same_loop(&a->loops[l], &b->loops[l], a->rectangular ? ABOUT_SAME : 0))
      return false;
  for (int r = 0; r < a->reference_count; r++)
    if (a->references[r].copies != b->references[r].copies)
      return false;
  return true;
}

static bool open_class(level_run *run, int most, int references) {
  shape_class *class = &run->classes[run->class_count++];
  class->views = PME_ARENA_NEW(run->arena, pme__instance_view *, most);
  class->accesses = PME_ARENA_NEW(run->arena, double, references + 1);
  class->same_work = true;
  return class->views && class->accesses;
}

static void add_instance(shape_class *class, pme__instance_view *view) {
  class->views[class->instances++] = view;
  for (int r = 0; r < view->reference_count; r++) {
    const pme__reference *own = &view->references[r], *first = &class->views[0]->references[r];
    class->accesses[r] += own->executions * own->copies;
    class->same_work = class->same_work && own->executions == first->executions;
  }
}

static pme_status sort_instances(level_run *run) {
  const pme_prediction *prediction = run->prediction;
  int instances = prediction->level_info[run->level].instances;
  run->classes = PME_ARENA_NEW(run->arena, shape_class, instances);
  run->shapes = pme__loop_shapes(prediction->concrete, run->arena);
  if (!run->classes || !run->shapes)
    return PME_NO_MEMORY;
  for (int i = 0; i < instances; i++) {
    pme__cache_instance instance = {prediction->machine, run->level, i};
    pme__instance_view *view =
        pme__instance_view_create(prediction->concrete, run->shapes, run->counts, &instance, run->arena);
    if (!view)
      return PME_NO_MEMORY;
    pme__instance_view_place(view, NULL);
    int c = 0;
    while (c < run->class_count && !look_alike(run->classes[c].views[0], view))
      c++;
    if (c == run->class_count && !open_class(run, instances - i, view->reference_count))
      return PME_NO_MEMORY;
    add_instance(&run->classes[c], view);
  }
  return PME_OK;
}

/* ---- estimates ---- */

/* `from` sums over positions. `work`: accesses of all instances of the class, compared with those; first touches are
 * already those of the mean instance. */
static void add_estimate(pme_misses *to, const pme__estimate *from, double instances, double work) {
  double cold = instances * from->cold;
  to->accesses += work * from->accesses;
  to->misses += work * (from->misses - from->cold) + cold;
  to->cold += cold;
  to->other_threads += work * from->other_threads;
  to->low += work * (from->low - from->cold) + cold;
  to->high += work * (from->high - from->cold) + cold;
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

/* Point i of a low-discrepancy sequence: multiples of square roots of primes, modulo 1. Loops begin at different ones,
 * or the first point would be the diagonal, where rows and columns meet. */
static void spread(double *fractions, int count, int i) {
  static const double roots[] = {0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.2360679774997898,
                                 0.6457513110645906, 0.3166247903553998, 0.6055512754639893, 0.1231056256176606};
  for (int l = 0; l < count; l++) {
    double value = 0.5 / USUAL_POSITIONS + i * roots[l % 8] + 0.7548776662466927 * l;
    fractions[l] = value - (double)(int64_t)value;
  }
}

/* Makes the first view of the class that of another instance: the threads are all that differs. */
static void become_instance(const shape_class *class, const pme__instance_view *as) {
  for (int l = 0; l < as->loop_count; l++)
    class->views[0]->loops[l].threads = as->loops[l].threads;
}

/* Lines of each block in an instance. Where references of a block move differently, instances are not alike: in each of
 * them other parts of their rows overlap. Then the mean over instances is taken. */
static bool find_first_touches(const shape_class *class, pme__context *context, pme_arena *arena) {
  const pme__instance_view *first = class->views[0];
  bool same = first->rigid && class->same_work;
  int count = same ? 1 : class->instances < MOST_INSTANCES ? class->instances : MOST_INSTANCES;
  double *lines = PME_ARENA_NEW(arena, double, first->block_count + 1);
  if (!lines)
    return false;
  for (int i = 0; i < count; i++) {
    become_instance(class, class->views[(int64_t)i * class->instances / count]);
    pme__instance_view_place(class->views[0], NULL);
    for (int b = 0; b < first->block_count; b++) {
      double more = lines[b] < 0 ? -1 : pme__first_touches(context, b);
      lines[b] = more < 0 ? -1 : lines[b] + more / count;
    }
  }
  context->first_touches = lines;
  return true;
}

static void note_counted(level_run *run, const pme__context *context) {
  int count = context->view->block_count;
  run->is_counted = run->is_counted && context->first_touches && count <= PME__MOST_SETTLED;
  for (int b = 0; b < count && run->is_counted; b++)
    run->is_counted = context->first_touches[b] >= 0;
}

/* Sums over positions, of one reference. */
typedef struct positions {
  double count;
  pme__estimate *sums;
  double *squares, *products, *work; /* of misses, of misses and accesses, squares of accesses */
  int done;                          /* references that have an estimate at every position that counts */
} positions;

static bool positions_init(positions *p, int references, pme_arena *arena) {
  *p = (positions){.sums = PME_ARENA_NEW(arena, pme__estimate, references + 1),
                   .squares = PME_ARENA_NEW(arena, double, 3 * (references + 1))};
  p->products = p->squares ? p->squares + references + 1 : NULL;
  p->work = p->products ? p->products + references + 1 : NULL;
  return p->sums && p->squares;
}

static void positions_add(positions *p, const pme__estimate *parts, int finished) {
  p->count += 1;
  p->done = finished;
  for (int r = 0; r < finished; r++) {
    add_part(&p->sums[r], &parts[r]);
    p->squares[r] += parts[r].misses * parts[r].misses;
    p->products[r] += parts[r].misses * parts[r].accesses;
    p->work[r] += parts[r].accesses * parts[r].accesses;
  }
}

/* Where bounds vary: by how much the sum of misses over positions may be off, for as many accesses as they have. One more
 * position may be unlike all others; of one alone each access may hit or miss. */
static double half_width_of(const positions *p, int reference) {
  static const double STUDENT = 2.4;
  double n = p->count, accesses = p->sums[reference].accesses, rate = p->sums[reference].misses / fmax(accesses, 1);
  double squares = p->squares[reference] - 2 * rate * p->products[reference] + rate * rate * p->work[reference];
  double others = p->sums[reference].misses > p->sums[reference].cold ? accesses / n : 0;
  return n < 2 ? accesses : STUDENT * sqrt(fmax(squares, 0) * n / (n - 1)) + others;
}

/* Whether the positions agree, so that others would not say anything new. */
static bool positions_agree(const positions *p) {
  double misses = 0, errors = 0, n = p->count;
  for (int r = 0; r < p->done; r++) {
    double mean = p->sums[r].misses / n, variance = (p->squares[r] / n - mean * mean) / (n - 1);
    misses += mean;
    errors += variance > 0 ? sqrt(variance) : 0;
  }
  return errors <= (n < 3 ? AGREEMENT_OF_TWO : AGREEMENT) * misses;
}

/* Whether a way more or less decides: then a few positions may agree by chance. */
static bool stand_at_step(const positions *p) {
  double misses = 0, steps = 0;
  for (int r = 0; r < p->done; r++) {
    misses += p->sums[r].misses;
    steps += p->sums[r].high - p->sums[r].low;
  }
  return steps > AT_STEP * misses;
}

/* After `count` positions. */
static bool is_enough(const pme__context *context, const positions *p) {
  const pme__instance_view *view = context->view;
  if (view->rectangular && view->rigid)
    return p->count >= 1;
  if (!view->rectangular || p->count < FEWEST_POSITIONS)
    return p->count >= USUAL_POSITIONS;
  bool usual = p->count >= USUAL_POSITIONS;
  return p->count >= MOST_POSITIONS || (usual && context->effort > EXTRA_EFFORT) ||
         ((usual || (context->effort > SMALL_EFFORT && !stand_at_step(p))) && positions_agree(p));
}

/* Goes to position i, which is also one in another instance. */
static void go_to(const shape_class *class, pme__context *context, double *fractions, int i) {
  pme__instance_view *view = context->view;
  bool same_everywhere = view->rectangular && view->rigid;
  double point = i * 0.6180339887498949;
  become_instance(class, class->views[(int)((point - (double)(int)point) * class->instances)]);
  spread(fractions, view->loop_count, i);
  pme__instance_view_place(view, same_everywhere ? NULL : fractions);
  pme__context_move(context, i, same_everywhere ? 1 : USUAL_POSITIONS);
}

/* Estimates of one class, summed over positions. */
static pme_status estimate_class(level_run *run, const shape_class *class, pme_arena *arena, positions *sums) {
  pme__context context;
  pme__instance_view *view = class->views[0];
  double *fractions = PME_ARENA_NEW(arena, double, view->loop_count);
  pme__estimate *parts = PME_ARENA_NEW(arena, pme__estimate, view->reference_count + 1);
  if (!fractions || !parts || !positions_init(sums, view->reference_count, arena) ||
      !pme__context_create(&context, view, &run->prediction->machine->levels[run->level], run->effort,
                           run->guard_shares, arena))
    return PME_NO_MEMORY;
  context.observer = run->observer;
  if (run->observer && !pme__observe_view(&context, arena))
    return PME_NO_MEMORY;
  if (view->rectangular && !find_first_touches(class, &context, arena))
    return PME_NO_MEMORY;
  note_counted(run, &context);
  for (int i = 0; pme__context_can_go_on(&context) && !(i > 0 && is_enough(&context, sums)); i++) {
    go_to(class, &context, fractions, i);
    memset(parts, 0, (size_t)view->reference_count * sizeof *parts);
    int finished = pme__closed_form_add(&context, 1, parts);
    /* Out of effort: only complete positions count, or of the first one the references that are done. */
    bool counts = i == 0 || finished == view->reference_count;
    if (run->observer)
      pme__observe_position(run->observer, counts);
    if (!counts)
      break;
    positions_add(sums, parts, finished);
  }
  run->effort -= context.effort;
  return context.no_memory ? PME_NO_MEMORY : PME_OK;
}

static pme_status run_class(level_run *run, const shape_class *class, pme_arena *arena) {
  const pme__instance_view *view = class->views[0];
  positions sums = {0};
  pme_status status = estimate_class(run, class, arena, &sums);
  for (int r = 0; r < view->reference_count && status == PME_OK; r++) {
    pme_reference_prediction *row = pme__reference_row(run->prediction, view->references[r].node);
    if (r >= sums.done) {
      row->modelled = false;
      continue;
    }
    double seen = sums.sums[r].accesses, instances = class->instances / sums.count;
    double work = view->rectangular && seen > 0 ? class->accesses[r] / seen : instances;
    add_estimate(&row->levels[run->level], &sums.sums[r], instances, work);
    if (!view->rectangular)
      row->levels[run->level].doubt += work * half_width_of(&sums, r);
    if (run->observer)
      pme__observe_reference(run->observer, r, view->references[r].node, work, sums.sums[r].accesses);
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

pme_status pme__predict_closed_form(const pme__level_question *question, pme_prediction *prediction, bool *is_counted) {
  level_run run = {.prediction = prediction,
                   .counts = question->counts,
                   .guard_shares = question->guard_shares,
                   .level = question->level,
                   .effort = question->effort,
                   .observer = question->observer,
                   .arena = pme_arena_create(),
                   .is_counted = true};
  if (run.observer)
    run.observer->level = run.level;
  pme_status status = run.arena ? run_level(&run) : PME_NO_MEMORY;
  pme_arena_destroy(run.arena);
  *is_counted = run.is_counted;
  prediction->effort += question->effort - run.effort;
  return status;
}
