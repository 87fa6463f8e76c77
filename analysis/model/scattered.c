/* Two predictions, without accesses whose places data choose and with them, become one with bounds. */
#include "scattered.h"

#include <math.h>

#include "analysis/core/tree.h"

/* Bounds that are further apart than this share of the accesses say nothing. */
static const double most_open = 0.8;
enum { LEAST_CHUNK = 8 };

typedef struct join {
  pme_prediction *out;              /* without them */
  const pme_prediction *with;       /* with them */
  pme_reference_prediction *bounds; /* of each reference */
  bool *is_scattered;               /* of each reference */
  bool *is_near;                    /* of each reference that is none: of an array that has such places */
  bool *is_kept;                    /* of each reference: its line is taken to be there since an access before it */
  bool is_complete;                 /* each has bounds */
} join;

static const pme_concrete_access *access_of(const join *j, int row) {
  return &pme_concrete_node_at(j->with->concrete, j->with->references[row].node)->u.access;
}

static bool is_own_copy(const join *j, const pme_concrete_access *access) {
  return pme_program_array(pme_concrete_program(j->with->concrete), access->array)->is_private;
}

/* Whether another one, or one that writes what others than its thread use, is of the same array. */
static bool shares_array(const join *j, int row, bool writes) {
  const pme_concrete_access *own = access_of(j, row);
  if (writes && is_own_copy(j, own))
    return false;
  for (int r = 0; r < j->out->reference_count; r++) {
    const pme_concrete_access *other = access_of(j, r);
    if (j->is_scattered[r] && other->array == own->array && (!writes || (other->is_write && other->threads > 1)))
      return true;
  }
  return false;
}

static bool is_atomic_below(const join *j, int loop) {
  for (int i = 0; i < j->out->subject->reason_count; i++) {
    const pme_reason *reason = &j->out->subject->reasons[i];
    if (reason->code == PME_REASON_ATOMIC_ACCESS && pme_subject_is_below(j->out->subject, reason->node, loop))
      return true;
  }
  return false;
}

/* Where an innermost loop goes along lines, no other thread writes what lies between: that were a race. It may write the
 * rest of the first line, and of the last one. The share of accesses to these. What one thread goes through alone others
 * have written before: once each line. */
static double share_at_ends(const join *j, int row) {
  int loop = pme__loop_around(j->out->subject, j->out->references[row].node);
  const pme_loop_prediction *inner = loop == PME_NONE ? NULL : pme__loop_row(j->with, loop);
  const pme_affine *offset = &access_of(j, row)->offset_bytes;
  double line = j->with->machine->levels[0].line_bytes;
  double step = offset->depth > 0 ? fabs((double)offset->coefficients[offset->depth - 1]) : 0;
  if (access_of(j, row)->threads == 1 && step > 0)
    return fmin(step / line, 1);
  if (!inner || j->out->subject->nodes[loop].u.loop.parallel || step == 0 || step >= line || inner->trip_count <= 0 ||
      is_atomic_below(j, loop))
    return 1;
  return fmin(2 * line / step / inner->trip_count, 1);
}

/* Whether an access before it in the same round goes to the same place. */
static bool is_again(const join *j, int row) {
  const pme_subject *subject = j->out->subject;
  int node = j->out->references[row].node, loop = pme__loop_around(subject, node);
  for (int r = 0; r < row; r++) {
    int earlier = j->out->references[r].node;
    if (j->is_scattered[r] && access_of(j, r)->array == access_of(j, row)->array &&
        access_of(j, r)->scattered == access_of(j, row)->scattered && pme__loop_around(subject, earlier) == loop &&
        (subject->nodes[earlier].parent == PME_NONE ||
         pme_subject_is_below(subject, node, subject->nodes[earlier].parent)))
      return true;
  }
  return false;
}

/* Whether iterations that follow each other, which go to places near each other where any do, are of one thread. */
static bool is_dealt_in_rows(const join *j, int row) {
  int loop = pme__loop_around(j->out->subject, j->out->references[row].node);
  while (loop != PME_NONE && !j->out->subject->nodes[loop].u.loop.parallel)
    loop = pme__loop_around(j->out->subject, loop);
  if (loop == PME_NONE)
    return false;
  const pme_concrete_loop *dealt = &pme_concrete_node_at(j->with->concrete, loop)->u.loop;
  bool in_rows = dealt->schedule == PME_SCHEDULE_GUIDED || (dealt->schedule == PME_SCHEDULE_STATIC && !dealt->chunk);
  return !dealt->is_team && (in_rows || dealt->chunk >= LEAST_CHUNK);
}

static double share_taken(join *j, int row) {
  j->is_kept[row] = j->is_scattered[row] && is_again(j, row) && is_dealt_in_rows(j, row);
  return j->is_kept[row] ? 0 : share_at_ends(j, row);
}

/* One cache for all threads loses nothing to any of them. */
static bool is_for_all(const join *j, int row, int level) {
  int threads = 1;
  for (int r = 0; r < j->out->reference_count; r++)
    if (access_of(j, r)->array == access_of(j, row)->array)
      threads = access_of(j, r)->threads > threads ? access_of(j, r)->threads : threads;
  return pme_machine_instances(j->with->machine, level, threads) == 1;
}

/* So many of them may find their line written by another thread. */
static void lose(pme_misses *m, double share) {
  double more = fmin(fmax(m->accesses - m->misses, 0), share * m->accesses);
  m->misses += more;
  m->coherence += more;
  m->high = fmax(m->high, m->misses);
}

static void bound(join *j, int row, int level, pme_misses *m) {
  pme_misses without = *m;
  *m = j->with->references[row].levels[level];
  m->precision = PME_PRECISION_BOUND;
  if (j->is_scattered[row]) {
    m->low = m->least = 0;
  } else if (m->misses < without.misses) {
    *m = without;
  } else {
    m->low = fmin(without.low, m->low);
  }
  if (shares_array(j, row, true) && !is_for_all(j, row, level))
    lose(m, share_taken(j, row));
}

static bool find_scattered(join *j, pme_arena *arena) {
  const pme_concrete *concrete = j->out->concrete;
  j->is_scattered = PME_ARENA_NEW(arena, bool, j->out->reference_count);
  for (int r = 0; r < j->out->reference_count && j->is_scattered; r++)
    j->is_scattered[r] = !j->out->references[r].modelled &&
                         pme_concrete_node_at(concrete, j->out->references[r].node)->u.access.scattered > 0;
  return j->is_scattered != NULL;
}

static void bound_references(join *j) {
  j->is_complete = true;
  for (int r = 0; r < j->out->reference_count; r++)
    j->bounds[r] = j->out->references[r];
  for (int r = 0; r < j->out->reference_count; r++) {
    if (!j->bounds[r].modelled && !j->is_scattered[r])
      continue;
    j->is_complete = j->is_complete && j->with->references[r].modelled;
    j->is_near[r] = !j->is_scattered[r] && shares_array(j, r, false);
    j->bounds[r].modelled = true;
    for (int l = 0; l < j->out->level_count; l++)
      bound(j, r, l, &j->bounds[r].levels[l]);
  }
}

/* PME_NONE: in all. */
static double scattered_accesses_below(const join *j, int node) {
  double accesses = 0;
  for (int r = 0; r < j->out->reference_count; r++)
    if (j->is_scattered[r] &&
        (node == PME_NONE || pme_subject_is_below(j->out->subject, j->out->references[r].node, node)))
      accesses += j->bounds[r].levels[0].accesses;
  return accesses;
}

/* Each of them makes at most one miss of its own, pushes out one line less than its set has before they are used again
 * (under LRU: their windows get longer by one line), and brings one that another access may hit. */
static double least_with(const join *j, int level, const pme_misses *with) {
  const pme_cache_level *cache = &j->with->machine->levels[level];
  double most_changed = cache->associativity + 1;
  return cache->policy.kind == PME_POLICY_LRU ? with->low - most_changed * scattered_accesses_below(j, PME_NONE) : 0;
}

/* The outermost parallel loop around a reference. */
static const pme_loop_prediction *parallel_loop(const pme_prediction *prediction, int node) {
  const pme_subject *subject = prediction->subject;
  int parallel = PME_NONE;
  for (int loop = pme__loop_around(subject, node); loop != PME_NONE; loop = pme__loop_around(subject, loop))
    parallel = subject->nodes[loop].u.loop.parallel ? loop : parallel;
  return parallel == PME_NONE ? NULL : pme__loop_row(prediction, parallel);
}

/* What runs at once with the node: the outermost parallel loop or region around it, else the node. */
static int team_of(const join *j, int node) {
  const pme_subject *subject = j->out->subject;
  int team = node;
  for (int at = node; at != PME_NONE; at = subject->nodes[at].parent)
    if (subject->nodes[at].kind == PME_NODE_REGION ||
        (subject->nodes[at].kind == PME_NODE_LOOP && subject->nodes[at].u.loop.parallel))
      team = at;
  return team;
}

/* A line that one of them has brought is hit once for that, and of what was there when the team began a cache holds no
 * more than its lines: how many misses of an access to their array can be hits, under LRU. */
static double most_hits(const join *j, int row, int node, int level) {
  const pme_cache_level *cache = &j->with->machine->levels[level];
  int team = team_of(j, node);
  const pme_loop_prediction *begins = parallel_loop(j->with, j->out->references[row].node);
  double meanwhile = 0, before = 0;
  if (cache->policy.kind != PME_POLICY_LRU || cache->sees_misses || !begins || begins->executions < 0)
    return INFINITY;
  for (int r = 0; r < j->out->reference_count; r++)
    if (j->is_scattered[r] && access_of(j, r)->array == access_of(j, row)->array)
      *(pme_subject_is_below(j->out->subject, j->out->references[r].node, team) ? &meanwhile : &before) +=
          j->bounds[r].levels[0].accesses;
  double lines = (double)cache->size_bytes / cache->line_bytes *
                 pme_machine_instances(j->with->machine, level, access_of(j, row)->threads);
  return meanwhile + fmin(before, begins->executions * lines);
}

/* The sums `m` without them, below a node: with them. What one of them has brought another access may hit. */
static void bound_sum(const join *j, int node, int level, const pme_misses *with, pme_misses *m) {
  double low = m->low;
  *m = *with;
  for (int r = 0; r < j->out->reference_count; r++) {
    if (!pme_subject_is_below(j->out->subject, j->out->references[r].node, node))
      continue;
    const pme_misses *own = &j->out->references[r].levels[level];
    if (j->is_near[r])
      low -= fmin(fmax(own->misses - own->least, 0), most_hits(j, r, node, level));
    double more = fmax(j->bounds[r].levels[level].misses - j->with->references[r].levels[level].misses, 0);
    m->misses += more;
    m->coherence += more;
    m->high += more;
  }
  m->low = fmax(fmax(fmin(low, m->low), least_with(j, level, with)), 0);
  m->precision = PME_PRECISION_BOUND;
}

static int count_scattered_below(const join *j, int node) {
  int count = 0;
  for (int r = 0; r < j->out->reference_count; r++)
    count += j->is_scattered[r] && pme_subject_is_below(j->out->subject, j->out->references[r].node, node);
  return count;
}

static bool is_of_address(const pme_reason *reason) {
  return reason->code == PME_REASON_INDIRECT_SUBSCRIPT || reason->code == PME_REASON_NON_AFFINE_SUBSCRIPT;
}

/* Nothing else is left out below the node. */
static bool are_all(const join *j, int node, int scattered) {
  const pme_subject *subject = j->out->subject;
  for (int i = 0; i < j->out->reason_count; i++)
    if (j->out->reasons[i].node != PME_NONE && pme_subject_is_below(subject, j->out->reasons[i].node, node))
      return false;
  for (int i = 0; i < subject->reason_count; i++) {
    const pme_reason *reason = &subject->reasons[i];
    if (reason->code == PME_REASON_ATOMIC_ACCESS || reason->node == PME_NONE ||
        !pme_subject_is_below(subject, reason->node, node))
      continue;
    if (!is_of_address(reason))
      return false;
    scattered--;
  }
  for (int r = 0; r < j->out->reference_count; r++)
    if (!j->out->references[r].modelled && !j->is_scattered[r] &&
        pme_subject_is_below(subject, j->out->references[r].node, node))
      return false;
  return scattered >= 0;
}

/* Whether bounds of such accesses are all that the loop wants for; it may have no others. */
static bool wants_bounds(const join *j, const pme_loop_prediction *loop) {
  int scattered = count_scattered_below(j, loop->node);
  return scattered > 0 && loop->status != PME_LOOP_MODELLED && pme_subject_at(j->out->subject, loop->node)->modelled &&
         are_all(j, loop->node, scattered);
}

/* More effort would bring the bounds nearer: the most that there may be is what samples leave open. */
static bool is_for_want_of_effort(const pme_misses *bounds) {
  return bounds->misses - bounds->low <= most_open * bounds->accesses;
}

/* Loops that all bounds of which are near enough. */
static bool answer_loop(const join *j, pme_loop_prediction *loop, const pme_loop_prediction *with, bool *is_short) {
  pme_misses levels[PME_MAX_LEVELS];
  if (!wants_bounds(j, loop))
    return false;
  for (int l = 0; l < j->out->level_count; l++) {
    levels[l] = loop->levels[l];
    bound_sum(j, loop->node, l, &with->levels[l], &levels[l]);
    *is_short = levels[l].high - levels[l].low > most_open * levels[l].accesses;
    if (*is_short) {
      *is_short = is_for_want_of_effort(&levels[l]);
      return false;
    }
  }
  for (int l = 0; l < j->out->level_count; l++)
    loop->levels[l] = levels[l];
  loop->status = PME_LOOP_MODELLED;
  loop->left_out_accesses = 0;
  loop->data_accesses = scattered_accesses_below(j, loop->node);
  return true;
}

static pme_status take_references(const join *j, int loop, pme_arena *arena) {
  pme_assumption kept = {PME_ASSUMPTION_INTERLEAVING, loop,
                         "a line at a place that data choose is not taken while one iteration uses it"};
  bool is_kept = false;
  for (int r = 0; r < j->out->reference_count; r++)
    if (pme_subject_is_below(j->out->subject, j->out->references[r].node, loop)) {
      j->out->references[r] = j->bounds[r];
      is_kept |= j->is_kept[r];
    }
  return is_kept ? pme_prediction_add_assumption(j->out, arena, &kept) : PME_OK;
}

static pme_status say_short(pme_prediction *prediction, int loop, pme_arena *arena) {
  pme_reason reason = {.code = PME_REASON_OVER_BUDGET,
                       .node = loop,
                       .place = pme_program_node(pme_concrete_program(prediction->concrete), loop)->place,
                       .text = "the model reached its effort limit before it had bounds for places that data choose",
                       .hint = ""};
  return pme_prediction_add_reason(prediction, arena, &reason);
}

pme_status pme__wants_scattered(pme_prediction *without, pme_arena *arena, bool *some, bool *all) {
  join j = {.out = without};
  *some = *all = false;
  if (!find_scattered(&j, arena))
    return PME_NO_MEMORY;
  for (int i = 0; i < without->loop_count; i++)
    *some |= wants_bounds(&j, &without->loops[i]);
  *all = *some;
  for (int r = 0; r < without->reference_count && *all; r++) {
    const pme_loop_prediction *loop = parallel_loop(without, without->references[r].node);
    *all = !loop || wants_bounds(&j, loop);
  }
  return PME_OK;
}

bool pme__has_all_bounds(const pme_prediction *prediction) {
  for (int r = 0; r < prediction->reference_count; r++) {
    const pme_loop_prediction *loop = parallel_loop(prediction, prediction->references[r].node);
    if (loop && loop->status != PME_LOOP_MODELLED)
      return false;
  }
  return true;
}

pme_status pme__take_scattered(const pme_prediction *with, pme_arena *arena, pme_prediction *inout) {
  int count = inout->reference_count;
  join j = {.out = inout,
            .with = with,
            .bounds = PME_ARENA_NEW(arena, pme_reference_prediction, count),
            .is_near = PME_ARENA_NEW(arena, bool, count),
            .is_kept = PME_ARENA_NEW(arena, bool, count)};
  bool *is_answered = PME_ARENA_NEW(arena, bool, inout->loop_count);
  if (!j.bounds || !j.is_near || !j.is_kept || !is_answered || !find_scattered(&j, arena))
    return PME_NO_MEMORY;
  bound_references(&j);
  int first_short = PME_NONE; /* outermost loops come first */
  for (int i = 0; i < inout->loop_count && j.is_complete; i++) {
    bool is_short = false;
    is_answered[i] = answer_loop(&j, &inout->loops[i], &with->loops[i], &is_short);
    first_short = is_short && first_short == PME_NONE ? inout->loops[i].node : first_short;
  }
  pme_status status = first_short == PME_NONE ? PME_OK : say_short(inout, first_short, arena);
  for (int i = 0; i < inout->loop_count && status == PME_OK; i++)
    if (is_answered[i])
      status = take_references(&j, inout->loops[i].node, arena);
  return status;
}
