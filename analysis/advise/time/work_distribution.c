/* The work of the busiest thread of a team, of each kind of schedule. */
#include "work_distribution.h"

#include <string.h>

#include "analysis/model/loop_tree/loop_shape.h"

enum {
  PANELS = 128,       /* of an uneven loop, each stands for its middle */
  SAMPLES = 3,        /* iterations of an inner or outer loop that others depend on */
  MOST_CHUNKS = 4096, /* that are shared one by one; of more, the first and the last rounds tell */
  MOST_THREADS = 4096
};

typedef struct distributor {
  const pme_concrete *concrete;
  bool *matters; /* per loop: bounds or conditions below depend on its variable */
  int64_t iterators[PME_MAX_DEPTH];
} distributor;

static const pme_concrete_node *node_at(const distributor *d, int id) { return pme_concrete_node_at(d->concrete, id); }

/* ---- what depends on what ---- */

static int loop_at_depth(const distributor *d, int node, int depth) {
  for (; node != PME_NONE; node = node_at(d, node)->parent)
    if (node_at(d, node)->kind == PME_NODE_LOOP && node_at(d, node)->u.loop.depth == depth)
      return node;
  return PME_NONE;
}

static void note_affine(distributor *d, int node, const pme_affine *affine) {
  for (int depth = 0; depth < affine->depth; depth++) {
    int loop = affine->coefficients[depth] != 0 ? loop_at_depth(d, node, depth) : PME_NONE;
    if (loop != PME_NONE)
      d->matters[loop] = true;
  }
  for (int i = 0; i < affine->div_count; i++)
    note_affine(d, node, affine->divs[i].numerator);
}

static void note_dependences(distributor *d) {
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(d->concrete)); id++) {
    const pme_concrete_node *node = node_at(d, id);
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_LOOP) {
      for (int i = 0; i < node->u.loop.first_count; i++)
        note_affine(d, node->parent, &node->u.loop.firsts[i]);
      for (int i = 0; i < node->u.loop.last_count; i++)
        note_affine(d, node->parent, &node->u.loop.lasts[i]);
    } else if (node->kind == PME_NODE_GUARD) {
      for (int i = 0; i < node->u.guard.condition_count; i++)
        note_affine(d, node->parent, &node->u.guard.conditions[i]);
    }
  }
}

/* ---- iterations ---- */

static double work_of_children(distributor *d, int first_child);

static double work_of_loop(distributor *d, int id) {
  const pme_concrete_loop *loop = &node_at(d, id)->u.loop;
  int64_t first, trips = pme__trips_at(loop, d->iterators, &first);
  int samples = !d->matters[id] ? 1 : trips < SAMPLES ? (int)trips : SAMPLES;
  double sum = 0;
  for (int i = 0; i < samples && trips > 0; i++) {
    d->iterators[loop->depth] = first + loop->step * (int64_t)(((double)i + 0.5) * (double)trips / samples);
    sum += 1 + work_of_children(d, node_at(d, id)->first_child);
  }
  return samples ? sum / samples * (double)trips : 0;
}

static bool holds(const distributor *d, const pme_concrete_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme_affine_value(&guard->conditions[i], d->iterators) < 0)
      return false;
  return true;
}

static double work_of_children(distributor *d, int first_child) {
  double work = 0;
  for (int id = first_child; id != PME_NONE; id = node_at(d, id)->next_sibling) {
    const pme_concrete_node *node = node_at(d, id);
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_LOOP)
      work += work_of_loop(d, id);
    else if (node->kind == PME_NODE_GUARD)
      work += holds(d, &node->u.guard) ? work_of_children(d, node->first_child) : 0;
    else
      work += node->kind == PME_NODE_ACCESS ? 1 : work_of_children(d, node->first_child);
  }
  return work;
}

/* ---- threads ---- */

/* Work of all iterations before a place: linear inside panels. */
typedef struct profile {
  double trips, before[PANELS + 1];
} profile;

static double work_before(const profile *p, double place) {
  double at = place / p->trips * PANELS;
  int panel = at >= PANELS ? PANELS - 1 : (int)at;
  return p->before[panel] + (at - panel) * (p->before[panel + 1] - p->before[panel]);
}

static void take_profile(distributor *d, int id, int64_t first, int64_t trips, profile *p) {
  const pme_concrete_loop *loop = &node_at(d, id)->u.loop;
  *p = (profile){.trips = (double)trips};
  for (int i = 0; i < PANELS; i++) {
    int64_t middle = (int64_t)(((double)i + 0.5) * (double)trips / PANELS);
    d->iterators[loop->depth] = first + loop->step * (middle < trips ? middle : trips - 1);
    p->before[i + 1] = p->before[i] + (1 + work_of_children(d, node_at(d, id)->first_child)) * (double)trips / PANELS;
  }
}

/* Blocks as even as can be: the first trips mod threads have one iteration more. */
static double busiest_of_blocks(const profile *p, int64_t trips, int threads) {
  double most = 0, place = 0;
  for (int u = 0; u < threads; u++) {
    double size = (double)(trips / threads + (u < trips % threads));
    double work = work_before(p, place + size) - work_before(p, place);
    most = work > most ? work : most;
    place += size;
  }
  return most;
}

static double busiest_of_chunks(const profile *p, int64_t trips, int threads, int64_t chunk) {
  double work[MOST_THREADS] = {0}, most = 0;
  /* Of very many chunks, longer ones in the same rounds: the differences between threads are a share of a round. */
  int64_t longer = trips / MOST_CHUNKS > chunk ? trips / MOST_CHUNKS : chunk;
  int u = 0;
  for (int64_t from = 0, to; from < trips; from = to) { /* trips may be the largest number there is */
    to = trips - from > longer ? from + longer : trips;
    work[u] += work_before(p, (double)to) - work_before(p, (double)from);
    u = (u + 1) % threads;
  }
  for (u = 0; u < threads; u++)
    most = work[u] > most ? work[u] : most;
  return most;
}

/* Whoever is done takes the next chunk: nobody waits for longer than the heaviest chunk. */
static double busiest_on_demand(const profile *p, int64_t trips, int threads, int64_t chunk) {
  double whole = p->before[PANELS], heaviest = 0;
  for (int i = 0; i < PANELS; i++) {
    double density = (p->before[i + 1] - p->before[i]) * PANELS / p->trips;
    heaviest = density > heaviest ? density : heaviest;
  }
  heaviest *= (double)(chunk < trips ? chunk : trips);
  double most = whole / threads + heaviest * (1 - 1.0 / threads) / 2;
  return most < whole ? most : whole;
}

static double busiest(const profile *p, const pme_concrete_loop *loop, int64_t trips) {
  if (loop->threads <= 1)
    return p->before[PANELS];
  if (loop->schedule != PME_SCHEDULE_STATIC)
    return busiest_on_demand(p, trips, loop->threads, loop->chunk);
  return loop->chunk > 0 ? busiest_of_chunks(p, trips, loop->threads, loop->chunk)
                         : busiest_of_blocks(p, trips, loop->threads);
}

/* Collapsed loops are one space; it is taken as even. */
static int64_t collapsed_trips(distributor *d, int id, int64_t *first) {
  int64_t trips = pme__trips_at(&node_at(d, id)->u.loop, d->iterators, first);
  d->iterators[node_at(d, id)->u.loop.depth] = *first;
  int inner = node_at(d, id)->first_child;
  for (int c = 1; c < node_at(d, id)->u.loop.collapse && inner != PME_NONE; c++) {
    int64_t start, more = node_at(d, inner)->kind == PME_NODE_LOOP && node_at(d, inner)->modelled
                              ? pme__trips_at(&node_at(d, inner)->u.loop, d->iterators, &start)
                              : 1;
    if (__builtin_mul_overflow(trips, more > 0 ? more : 1, &trips))
      return INT64_MAX;
    inner = node_at(d, inner)->first_child;
  }
  return trips;
}

typedef struct sums {
  double busiest, mean, trips, executions;
} sums;

static void add_execution(distributor *d, int id, sums *s) {
  const pme_concrete_loop *loop = &node_at(d, id)->u.loop;
  int64_t first = 0, trips = collapsed_trips(d, id, &first);
  profile p;
  s->executions += 1;
  if (trips <= 0)
    return;
  if (loop->collapse > 1 || !d->matters[id]) {
    p = (profile){.trips = (double)trips};
    for (int i = 0; i <= PANELS; i++)
      p.before[i] = (double)trips * i / PANELS;
  } else {
    take_profile(d, id, first, trips, &p);
  }
  s->busiest += busiest(&p, loop, trips);
  s->mean += p.before[PANELS] / (loop->threads > 0 ? loop->threads : 1);
  s->trips += (double)trips;
}

/* At some places of the loops around it that it depends on. */
static void visit(distributor *d, const int *path, int length, int loop, sums *s) {
  if (length == 0) {
    add_execution(d, loop, s);
    return;
  }
  const pme_concrete_node *node = node_at(d, *path);
  if (node->kind != PME_NODE_LOOP) {
    visit(d, path + 1, length - 1, loop, s);
    return;
  }
  int64_t first, trips = pme__trips_at(&node->u.loop, d->iterators, &first);
  int samples = !d->matters[*path] ? 1 : trips < SAMPLES ? (int)trips : SAMPLES;
  for (int i = 0; i < samples && trips > 0; i++) {
    d->iterators[node->u.loop.depth] =
        first + node->u.loop.step * (int64_t)(((double)i + 0.5) * (double)trips / samples);
    visit(d, path + 1, length - 1, loop, s);
  }
}

/* The nodes around a loop, outermost first; returns how many. */
static int find_path(const distributor *d, int loop, int path[PME_MAX_DEPTH + 1]) {
  int length = 0;
  for (int id = node_at(d, loop)->parent; id != PME_NONE && length <= PME_MAX_DEPTH; id = node_at(d, id)->parent)
    path[length++] = id;
  for (int i = 0; i < length / 2; i++) {
    int other = path[i];
    path[i] = path[length - 1 - i];
    path[length - 1 - i] = other;
  }
  return length;
}

bool pme__work_distribution_of(const pme_concrete *concrete, int loop, pme_arena *arena, pme__work_distribution *out) {
  distributor d = {.concrete = concrete,
                   .matters = PME_ARENA_NEW(arena, bool, pme_program_node_count(pme_concrete_program(concrete)))};
  int path[PME_MAX_DEPTH + 1];
  sums s = {0};
  if (!d.matters)
    return false;
  note_dependences(&d);
  int length = find_path(&d, loop, path);
  visit(&d, path, length, loop, &s);
  const pme_concrete_loop *shared = &node_at(&d, loop)->u.loop;
  double trips = s.executions > 0 ? s.trips / s.executions : 0, threads = shared->threads > 0 ? shared->threads : 1;
  *out = (pme__work_distribution){.imbalance = s.mean > 0 && s.busiest > s.mean ? s.busiest / s.mean : 1,
                                  .iterations = trips,
                                  .chunks = 1,
                                  .chunk = trips / threads,
                                  .is_uneven = d.matters[loop] && shared->collapse <= 1};
  if (shared->chunk > 0 && threads > 1) {
    out->chunk = (double)shared->chunk < trips ? (double)shared->chunk : trips;
    out->chunks = trips / (double)shared->chunk / threads;
    out->chunks = out->chunks < 1 ? 1 : out->chunks;
  }
  return true;
}
