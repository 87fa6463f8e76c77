/* The upper bound of the lines in a set, and when it is asked for. */
#include "occupancy.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "occupancy_parts.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_instance walk_instance;
typedef pme__walk_part part;
typedef pme__walk_fit walk_fit;

/* References in the window, and copies that are gone through one by one. */
enum { MOST_REFERENCES = 64, MOST_COPIES = 16 };
enum { COST_FIT = 40, COST_PART = 20, COST_INTERVAL = 12, COST_ROW = 150 };
/* So many instances are tried; then it goes on where one of so many was decided, by counting or by a look. */
enum { TRIALS = 16, LEAST_SHOWN = 4, LOOKS = 4, LEAST_SEEN = 8 };
/* Trip counts times bytes of all sets stay below this. */
static const int64_t LARGE = INT64_C(1) << 60;

/* ---- counting ---- */

/* Lines that one interval meets. The usual case without divisions. */
static inline int64_t lines_of_interval(const walk_fit *f, int64_t x, int64_t length) {
  if (f->turn_shift >= 0)
    return ((x + length - 1) >> f->turn_shift) - ((x - f->line_bytes) >> f->turn_shift);
  return pme__walk_lines_of_interval(x, length, f->line_bytes, f->turn_bytes);
}

/* ... the first `count` dimensions of copies. */
static int64_t lines_of_copies(const walk_fit *f, const part *p, int count, int64_t x, int64_t length) {
  if (count == 0)
    return lines_of_interval(f, x, length);
  const pme__walk_dimension *d = &p->copies.dimensions[count - 1];
  if (count == 1) {
    pme__walk_charge(f->sieve, COST_ROW);
    return pme__walk_lines_of_row(x, length, d->count, d->stride, f->line_bytes, f->turn_bytes);
  }
  int64_t lines = 0;
  for (int64_t i = 0; i < d->count; i++)
    lines += lines_of_copies(f, p, count - 1, x + i * d->stride, length);
  return lines;
}

/* ... in the iterations at both slots. */
static int64_t lines_of_places(const walk_fit *f, const part *p, int64_t x, int64_t y) {
  int count = p->copies.count;
  int64_t low = x < y ? x : y, apart = x < y ? y - x : x - y, length = p->copies.length_bytes;
  if (apart < length + f->line_bytes) /* each copy of one and its neighbour of the other */
    return lines_of_copies(f, p, count, low, length + apart);
  return lines_of_copies(f, p, count, x, length) + lines_of_copies(f, p, count, y, length);
}

part pme__walk_begin_part(const walk_fit *f, const tree_reference *reference) {
  part p = {.reference = reference, .copies = {reference->offset.constant, reference->size_bytes, 0, {{0, 0}}}};
  if (reference->worksharing_level >= 0 && reference->worksharing_level <= f->window.level)
    p.lead_bytes = pme__tree_coefficient(&reference->offset, reference->path[reference->worksharing_level]->depth);
  return p;
}

bool pme__walk_find_terms(const walk_fit *f, part *p) {
  for (int level = 0; level <= f->window.level; level++) {
    int depth = p->reference->path[level]->depth;
    int64_t coefficient = pme__tree_coefficient(&p->reference->offset, depth);
    if (coefficient == 0)
      continue;
    if (p->term_count == PME__WALK_MOST_DIMENSIONS)
      return false;
    p->terms[p->term_count].depth = depth;
    p->terms[p->term_count++].coefficient = coefficient;
  }
  return true;
}

int64_t pme__walk_base_of(const walk_fit *f, const part *p, const int64_t *iterators) {
  int64_t base = pme__walk_sieve_bases(f->sieve)[p->reference->array] + p->copies.start_bytes;
  for (int i = 0; i < p->term_count; i++)
    base += p->terms[i].coefficient * iterators[p->terms[i].depth];
  return base;
}

/* The worksharing loop that the part moves with, if any: its members are `lead_bytes` apart for each iteration of it.
 */
static const tree_node *worksharing_loop_of(const part *p) {
  if (p->lead_bytes == 0)
    return NULL;
  return p->worksharing_inside ? p->worksharing_inside : p->reference->path[p->reference->worksharing_level];
}

/* First iterations of a thread less those of the target's, or of none where the loop is inside. */
static int64_t lead_of(const part *p, const tree_node *worksharing, const walk_instance *instance, int thread) {
  if (worksharing->distribution == PME__DISTRIBUTION_CYCLIC)
    return thread - (p->worksharing_inside ? 0 : instance->thread);
  int64_t first = pme__tree_range_of(worksharing, instance->iterators, thread).first;
  return p->worksharing_inside ? first
                               : first - pme__tree_range_of(worksharing, instance->iterators, instance->thread).first;
}

int64_t pme__walk_apart(const part *p, const walk_instance *instance, int thread) {
  const tree_node *worksharing = worksharing_loop_of(p);
  return p->reference->pitch_bytes * thread +
         (worksharing ? lead_of(p, worksharing, instance, thread) * p->lead_bytes : 0);
}

int pme__walk_crew_of_part(const walk_fit *f, const part *p, const walk_instance *instance, const int **threads) {
  static const int alone[] = {0};
  *threads = alone;
  if (p->reference->phase_level < 0 || p->reference->one_thread)
    return 1;
  if (f->rivals == PME__WALK_RIVALS_OWN) {
    *threads = &instance->thread;
    return 1;
  }
  return pme__walk_crew_with(f->sieve, instance, p->reference->path[p->reference->phase_level]->threads, threads);
}

/* Lines by all threads of the crew. More than `most` may be said of any number above. */
static int64_t lines_of_part(const walk_fit *f, const part *p, const walk_instance *instance, int64_t now,
                             int64_t earlier, int64_t most) {
  const int *threads;
  int crew = pme__walk_crew_of_part(f, p, instance, &threads);
  const tree_node *worksharing = worksharing_loop_of(p);
  if (!worksharing && p->reference->pitch_bytes == 0)
    return crew > 0 ? lines_of_places(f, p, now, earlier) : 0;
  int64_t lines = 0;
  for (int i = 0; i < crew && lines <= most; i++) {
    int64_t lead = worksharing ? lead_of(p, worksharing, instance, threads[i]) : 0;
    int64_t apart = p->reference->pitch_bytes * threads[i] + lead * p->lead_bytes;
    lines += lines_of_places(f, p, now + apart, earlier + apart);
  }
  pme__walk_charge(f->sieve, (int64_t)COST_INTERVAL * crew);
  return lines;
}

static bool fits(const walk_fit *f, const walk_instance *instance, const int64_t *earlier, int64_t line) {
  int64_t most = pme__walk_sieve_ways(f->sieve), lines = 0;
  int64_t set = line % (f->turn_bytes / f->line_bytes) * f->line_bytes; /* of no matter which turn */
  for (int i = 0; i < f->part_count && lines <= most; i++) {
    const part *p = &f->parts[i];
    lines += lines_of_part(f, p, instance, pme__walk_base_of(f, p, instance->iterators) - set,
                           pme__walk_base_of(f, p, earlier) - set, most - lines);
  }
  pme__walk_charge(f->sieve, (int64_t)COST_PART * f->part_count);
  return lines <= most;
}

/* ---- deciding ---- */

/* The iteration that the earlier touch was in. */
static void find_earlier(const walk_fit *f, const walk_instance *instance, int64_t *iterators) {
  const tree_node *loop = f->reference->path[f->small.level];
  memcpy(iterators, instance->iterators, sizeof instance->iterators);
  iterators[loop->depth] -= f->small.kind == PME__WALK_SMALL_ROUNDS ? loop->threads : 1;
  for (int level = f->small.level + 1; level <= f->window.level; level++) {
    const tree_node *inner = f->reference->path[level];
    iterators[inner->depth] = pme__tree_range_of(inner, iterators, instance->thread).last;
  }
}

pme__walk_verdict pme__walk_fits(walk_fit *f, const walk_instance *instance, int64_t line, pme__walk_rivals rivals) {
  int64_t earlier[PME__TREE_MAX_LOOPS];
  f->rivals = rivals;
  bool misses_first = f->shown_misses > f->shown_hits;
  find_earlier(f, instance, earlier);
  pme__walk_charge(f->sieve, COST_FIT);
  if (misses_first && pme__walk_overflows(f, instance, earlier, line))
    return PME__WALK_MISS;
  if (fits(f, instance, earlier, line))
    return PME__WALK_HIT;
  if (!misses_first && pme__walk_overflows(f, instance, earlier, line))
    return PME__WALK_MISS;
  return PME__WALK_UNDECIDED;
}

static pme__walk_verdict count(walk_fit *f, const walk_instance *instance, int64_t line) {
  pme__walk_verdict verdict = pme__walk_fits(f, instance, line, PME__WALK_RIVALS_ALL);
  f->tried++;
  f->shown_hits += verdict == PME__WALK_HIT;
  f->shown_misses += verdict == PME__WALK_MISS;
  return verdict;
}

static pme__walk_verdict look(pme__walk_sieve *sieve, pme__walk_habit *habit, const walk_instance *instance,
                              int64_t line) {
  if (habit->looks >= LOOKS && habit->decided * LEAST_SEEN < habit->looks)
    return PME__WALK_UNDECIDED;
  pme__walk_verdict verdict = pme__walk_decide_near(sieve, instance, line);
  habit->looks++;
  habit->decided += verdict != PME__WALK_UNDECIDED;
  return verdict;
}

pme__walk_verdict pme__walk_decide_member(pme__walk_sieve *sieve, walk_fit *f, pme__walk_habit *habit,
                                          const walk_instance *instance, int64_t line) {
  bool pays = f && (f->tried < TRIALS || (f->shown_hits + f->shown_misses) * LEAST_SHOWN >= f->tried);
  bool first = pays && f->tried >= TRIALS; /* it pays more than a look at the last accesses does */
  pme__walk_verdict verdict = first ? count(f, instance, line) : PME__WALK_UNDECIDED;
  if (verdict == PME__WALK_UNDECIDED)
    verdict = look(sieve, habit, instance, line);
  if (verdict == PME__WALK_UNDECIDED && pays && !first)
    verdict = count(f, instance, line);
  return verdict == PME__WALK_UNDECIDED ? pme__walk_decide_far(sieve, instance, line) : verdict;
}

/* ---- what the window holds ---- */

/* One loop inside of the window's: all iterations, or those of one thread. False: numbers are too large. */
static bool add_loop(part *p, const tree_node *loop, int64_t coefficient) {
  int64_t count = loop->maximum - loop->minimum + 1;
  bool worksharing = loop->distribution == PME__DISTRIBUTION_CYCLIC || loop->distribution == PME__DISTRIBUTION_BLOCK;
  if (coefficient == 0)
    return true;
  if (!worksharing || !loop->constant) /* taken to be run in full */
    return pme__walk_intervals_add(&p->copies, loop->minimum, count, coefficient);
  p->worksharing_inside = loop;
  p->lead_bytes = coefficient; /* the thread's first iteration is added for each */
  int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
  return pme__walk_intervals_add(&p->copies, 0, (count + loop->threads - 1) / loop->threads, step * coefficient);
}

/* Whether not too many copies are left to go through one by one. */
static bool is_short(const walk_fit *f, const pme__walk_intervals *copies) {
  int64_t others = 1;
  for (int i = 1; i < copies->count && others <= MOST_COPIES; i++)
    others *= copies->dimensions[i].count;
  return others <= MOST_COPIES && (copies->count == 0 || copies->dimensions[0].count < LARGE / f->turn_bytes);
}

static bool make_part(const walk_fit *f, const tree_reference *reference, part *p) {
  *p = pme__walk_begin_part(f, reference);
  for (int level = f->window.level + 1; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    if (!add_loop(p, loop, pme__tree_coefficient(&reference->offset, loop->depth)))
      return false;
  }
  return pme__walk_find_terms(f, p) && pme__walk_intervals_fill(&p->copies, f->line_bytes) && is_short(f, &p->copies);
}

/* Whether both move alike, and so do their copies. */
static bool are_alike(const walk_fit *f, const part *a, const part *b) {
  const tree_reference *r = a->reference, *q = b->reference;
  if (r->array != q->array || r->pitch_bytes != q->pitch_bytes || r->phase_level != q->phase_level ||
      r->one_thread != q->one_thread || a->lead_bytes != b->lead_bytes ||
      a->worksharing_inside != b->worksharing_inside || a->copies.count != b->copies.count)
    return false;
  for (int level = 0; level <= f->window.level; level++) {
    int depth = r->path[level]->depth;
    if (pme__tree_coefficient(&r->offset, depth) != pme__tree_coefficient(&q->offset, depth))
      return false;
  }
  for (int i = 0; i < a->copies.count; i++)
    if (a->copies.dimensions[i].count != b->copies.dimensions[i].count ||
        a->copies.dimensions[i].stride != b->copies.dimensions[i].stride)
      return false;
  return true;
}

/* True: `b` lies next to `a`, which now holds both. */
static bool join(const walk_fit *f, part *a, const part *b) {
  pme__walk_intervals *to = &a->copies;
  const pme__walk_intervals *from = &b->copies;
  int64_t end = to->start_bytes + to->length_bytes, other_end = from->start_bytes + from->length_bytes;
  if (!are_alike(f, a, b) || from->start_bytes > end + f->line_bytes - 1 ||
      to->start_bytes > other_end + f->line_bytes - 1)
    return false;
  to->start_bytes = from->start_bytes < to->start_bytes ? from->start_bytes : to->start_bytes;
  to->length_bytes = (other_end > end ? other_end : end) - to->start_bytes;
  return true;
}

static bool add_part(walk_fit *f, const part *p) {
  for (int i = 0; i < f->part_count; i++)
    if (join(f, &f->parts[i], p))
      return true;
  if (f->part_count == PME__WALK_MOST_PARTS)
    return false;
  f->parts[f->part_count++] = *p;
  return true;
}

struct pme__walk_fit_memory {
  struct {
    const tree_node *loop;
    bool found;
    int count;
    part *parts;
  } of[PME__TREE_MAX_LOOPS]; /* by level */
};

pme__walk_fit_memory *pme__walk_fit_memory_create(pme_arena *arena) {
  return PME_ARENA_NEW(arena, pme__walk_fit_memory, 1);
}

static bool find_parts(walk_fit *f) {
  const pme__loop_tree *program = pme__walk_sieve_program(f->sieve);
  const tree_node *loop = f->reference->path[f->window.level];
  if (loop->reference_count > MOST_REFERENCES)
    return false;
  for (int r = loop->reference_first; r < loop->reference_first + loop->reference_count; r++) {
    part p;
    if (program->references[r].shadowed)
      continue;
    if (!make_part(f, &program->references[r], &p) || !add_part(f, &p))
      return false;
  }
  pme__walk_charge(f->sieve, (int64_t)COST_PART * loop->reference_count);
  return true;
}

/* What was found, in no more memory than it needs: there is one for each class. */
static pme_status keep(const walk_fit *found, pme_arena *arena, walk_fit **out) {
  walk_fit *fit = PME_ARENA_NEW(arena, walk_fit, 1);
  part *inner = PME_ARENA_NEW(arena, part, found->inner_count);
  if (!fit || !inner)
    return PME_NO_MEMORY;
  *fit = *found;
  fit->inner = memcpy(inner, found->inner, (size_t)found->inner_count * sizeof *inner);
  *out = fit;
  return PME_OK;
}

static pme_status learn_parts(walk_fit *f, pme__walk_fit_memory *memory, pme_arena *arena) {
  part parts[PME__WALK_MOST_PARTS];
  int level = f->window.level;
  f->parts = parts;
  memory->of[level].loop = f->reference->path[level];
  memory->of[level].found = find_parts(f);
  memory->of[level].count = f->part_count;
  memory->of[level].parts = PME_ARENA_NEW(arena, part, f->part_count);
  if (!memory->of[level].parts)
    return PME_NO_MEMORY;
  memcpy(memory->of[level].parts, parts, (size_t)f->part_count * sizeof *parts);
  return PME_OK;
}

/* *found: the parts are known. */
static pme_status recall_parts(walk_fit *f, pme__walk_fit_memory *memory, pme_arena *arena, bool *found) {
  int level = f->window.level;
  if (memory->of[level].loop != f->reference->path[level] && learn_parts(f, memory, arena) != PME_OK)
    return PME_NO_MEMORY;
  f->parts = memory->of[level].parts;
  f->part_count = memory->of[level].count;
  *found = memory->of[level].found;
  return PME_OK;
}

pme_status pme__walk_fit_create(pme__walk_sieve *sieve, const pme__walk_classes *classes, int c,
                                pme__walk_fit_memory *memory, pme_arena *arena, walk_fit **out) {
  const pme__walk_filter *filter = pme__walk_sieve_filter(sieve);
  *out = NULL;
  if (c >= classes->small_count)
    return PME_OK;
  pme__walk_small_kind kind = classes->smalls[c].kind;
  bool steps = kind == PME__WALK_SMALL_LOOP || kind == PME__WALK_SMALL_ROUNDS || kind == PME__WALK_SMALL_TURNS;
  pme__walk_window window;
  if (!steps || !pme__walk_window_of(sieve, classes, c, &window))
    return PME_OK;
  part inner[PME__WALK_MOST_PARTS];
  walk_fit fit = {.sieve = sieve,
                  .reference = &pme__walk_sieve_program(sieve)->references[classes->reference],
                  .small = classes->smalls[c],
                  .window = window,
                  .line_bytes = filter->line_bytes,
                  .turn_bytes = filter->line_bytes * filter->sets,
                  .turn_shift = -1,
                  .inner = inner};
  if ((fit.turn_bytes & (fit.turn_bytes - 1)) == 0)
    fit.turn_shift = __builtin_ctzll((unsigned long long)fit.turn_bytes);
  bool found = false;
  pme_status status = recall_parts(&fit, memory, arena, &found);
  if (status != PME_OK || !found)
    return status;
  pme__walk_find_inner(&fit, classes, c);
  return keep(&fit, arena, out);
}
