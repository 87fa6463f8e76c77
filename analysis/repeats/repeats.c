/* Finding accesses that repeat others, and their rows. */
#include "repeats.h"

#include <stdlib.h>

#include "analysis/core/as_compiled.h"

/* Lines of a run that are no more of a shared cache than this cannot fill one of its sets but by bad luck. */
static const double few_lines = 1.0 / 16;

typedef struct visit {
  const pme_concrete_access *access;
  int node, position; /* in its run */
} visit;

typedef struct search {
  const pme_concrete *concrete;
  const pme_machine *machine;
  bool *is_written; /* [array] */
  visit *run;       /* accesses that follow each other; at its end sorted by what they touch */
  int run_length;
  int *first; /* as pme__repeats.first */
  int count;
} search;

static const pme_concrete_node *at(const search *s, int node) { return pme_concrete_node_at(s->concrete, node); }

/* ---- order ---- */

static int by_size(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* By all but the constant. */
static int compare_clusters(const pme_concrete_access *a, const pme_concrete_access *b) {
  int order = a->array != b->array ? a->array - b->array : by_size(a->thread_bytes, b->thread_bytes);
  if (order == 0)
    order = a->offset_bytes.depth - b->offset_bytes.depth;
  for (int d = 0; order == 0 && d < a->offset_bytes.depth; d++)
    order = by_size(a->offset_bytes.coefficients[d], b->offset_bytes.coefficients[d]);
  return order;
}

static int compare_places(const pme_concrete_access *a, const pme_concrete_access *b) {
  int order = compare_clusters(a, b);
  if (order == 0)
    order = by_size(a->offset_bytes.constant, b->offset_bytes.constant);
  return order ? order : by_size(a->size_bytes, b->size_bytes);
}

static int compare_visits(const void *a, const void *b) {
  const visit *first = a, *second = b;
  int order = compare_places(first->access, second->access);
  return order ? order : first->position - second->position;
}

/* ---- whether a run keeps its lines ---- */

/* Clusters of the run, none of which is longer than `bytes`. */
static int count_clusters(const search *s, int64_t bytes) {
  int count = 0;
  const pme_concrete_access *start = NULL;
  for (int i = 0; i < s->run_length; i++) {
    const pme_concrete_access *next = s->run[i].access;
    if (start && compare_clusters(start, next) == 0 &&
        next->offset_bytes.constant + next->size_bytes - start->offset_bytes.constant <= bytes)
      continue;
    start = next;
    count++;
  }
  return count;
}

/* No fewer lines than the run touches. */
static double count_lines(const search *s, int line_bytes) {
  double count = 0;
  const pme_concrete_access *last = NULL;
  for (int i = 0; i < s->run_length; i++) {
    const pme_concrete_access *next = s->run[i].access;
    if (!last || compare_places(last, next) != 0)
      count += 1 + (double)(next->size_bytes - 1) / line_bytes;
    last = next;
  }
  return count;
}

static bool keeps_lines(const search *s, int number, int threads) {
  const pme_cache_level *level = &s->machine->levels[number];
  int64_t sets = level->size_bytes / level->line_bytes / level->associativity;
  /* A line less: the first one of a cluster may begin before it. */
  int clusters = count_clusters(s, (sets - 1) * level->line_bytes);
  int instances = pme_machine_instances(s->machine, number, threads);
  int sharers = (threads + instances - 1) / instances;
  if (sets > 1 && clusters * sharers < level->associativity)
    return true;
  double lines = count_lines(s, level->line_bytes) * sharers;
  return (sharers > 1 || sets == 1) && lines <= few_lines * (double)(level->size_bytes / level->line_bytes);
}

static bool run_keeps_lines(const search *s) {
  int threads = s->run[0].access->threads;
  for (int level = 0; level < s->machine->level_count; level++)
    if (!keeps_lines(s, level, threads))
      return false;
  return true;
}

/* ---- whether others may take a line between ---- */

/* The loop around whose iterations are dealt out; PME_NONE: none. */
static int dealt_loop(const search *s, int node) {
  while (node != PME_NONE && !(at(s, node)->kind == PME_NODE_LOOP && at(s, node)->u.loop.parallel))
    node = at(s, node)->parent;
  return node;
}

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

/* Two threads are a line apart, whatever iterations they are in; or a block of iterations, but for its ends. */
static bool is_apart(const search *s, const visit *of) {
  const pme_concrete_access *access = of->access;
  int64_t line = s->machine->levels[0].line_bytes;
  int dealt = dealt_loop(s, of->node);
  if (magnitude(access->thread_bytes) >= line)
    return true;
  if (dealt == PME_NONE)
    return false;
  const pme_concrete_loop *loop = &at(s, dealt)->u.loop;
  int innermost = loop->depth + loop->collapse - 1;
  int64_t step = innermost < access->offset_bytes.depth ? access->offset_bytes.coefficients[innermost] : 0;
  bool in_blocks = loop->schedule == PME_SCHEDULE_STATIC && loop->chunk == 0;
  return step != 0 && (in_blocks || magnitude(step) >= line);
}

static bool is_undisturbed(const search *s, const visit *of) {
  const pme_concrete_access *access = of->access;
  bool is_private = pme_concrete_array_at(s->concrete, access->array)->is_private;
  return access->threads == 1 || is_private || !s->is_written[access->array] || is_apart(s, of);
}

/* ---- runs ---- */

static bool has_later_write(const search *s, int from, int end) {
  for (int i = from; i < end; i++)
    if (s->run[i].access->is_write)
      return true;
  return false;
}

/* Of those that touch the same bytes. */
static void mark_middles(search *s, int from, int end) {
  if (!is_undisturbed(s, &s->run[from]))
    return;
  for (int i = from + 1; i + 1 < end; i++)
    if (!s->run[i].access->is_write || has_later_write(s, i + 1, end)) {
      s->first[s->run[i].node] = s->run[from].node;
      s->count++;
    }
}

static void end_run(search *s) {
  if (s->run_length > 2)
    qsort(s->run, (size_t)s->run_length, sizeof *s->run, compare_visits);
  if (s->run_length > 2 && run_keeps_lines(s))
    for (int from = 0, end; from < s->run_length; from = end) {
      const pme_concrete_access *first = s->run[from].access;
      for (end = from + 1; end < s->run_length && compare_places(first, s->run[end].access) == 0;)
        end++;
      mark_middles(s, from, end);
    }
  s->run_length = 0;
}

static void look_at_children(search *s, int first) {
  for (int id = first; id != PME_NONE; id = at(s, id)->next_sibling) {
    const pme_concrete_node *node = at(s, id);
    const pme_concrete_access *access = &node->u.access;
    if (node->kind != PME_NODE_ACCESS ||
        (node->modelled && (access->offset_bytes.div_count > 0 || access->scattered > 0)))
      end_run(s);
    else if (node->modelled) {
      s->run[s->run_length] = (visit){access, id, s->run_length};
      s->run_length++;
    }
  }
  end_run(s);
}

static void look_at_runs(search *s, int nodes) {
  look_at_children(s, pme_program_first_node(pme_concrete_program(s->concrete)));
  for (int id = 0; id < nodes; id++)
    if (at(s, id)->kind != PME_NODE_ACCESS)
      look_at_children(s, at(s, id)->first_child);
}

static void note_arrays(search *s, int nodes) {
  for (int id = 0; id < nodes; id++) {
    s->first[id] = PME_NONE;
    const pme_concrete_node *node = at(s, id);
    if (node->kind == PME_NODE_ACCESS && node->u.access.is_write)
      s->is_written[node->u.access.array] = true;
  }
}

/* Other policies than LRU count how often a line was touched. */
static bool is_lru(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].policy.kind != PME_POLICY_LRU)
      return false;
  return true;
}

pme_status pme__leave_out_repeats(const pme_concrete *source, const pme_machine *machine, pme_arena *arena,
                                  pme__repeats *out) {
  const pme_program *program = pme_concrete_program(source);
  int nodes = pme_program_node_count(program);
  *out = (pme__repeats){0};
  if (nodes < PME__LEAST_REPEATS || !is_lru(machine))
    return PME_OK;
  search s = {.concrete = source,
              .machine = machine,
              .is_written = PME_ARENA_NEW(arena, bool, pme_program_array_count(program)),
              .run = PME_ARENA_NEW(arena, visit, nodes),
              .first = PME_ARENA_NEW(arena, int, nodes)};
  if (!s.is_written || !s.run || !s.first)
    return PME_NO_MEMORY;
  note_arrays(&s, nodes);
  look_at_runs(&s, nodes);
  out->first = s.first;
  out->count = s.count;
  return s.count < PME__LEAST_REPEATS ? PME_OK : pme__concrete_without(source, s.first, arena, &out->concrete);
}

/* ---- rows ---- */

static const pme_reference_prediction *row_of(const pme_prediction *prediction, int node) {
  int low = 0, high = prediction->reference_count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (prediction->references[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  return &prediction->references[low];
}

void pme__give_repeats(const pme__repeats *repeats, pme_prediction *inout) {
  for (int i = 0; repeats->concrete && i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    if (repeats->first[row->node] == PME_NONE)
      continue;
    const pme_reference_prediction *first = row_of(inout, repeats->first[row->node]);
    row->modelled = first->modelled;
    for (int l = 0; l < inout->level_count && row->modelled; l++)
      row->levels[l] = (pme_misses){
          .accesses = first->levels[l].accesses, .precision = PME_PRECISION_EXACT, .engine = first->levels[l].engine};
  }
}
