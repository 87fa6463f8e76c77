#include "claim_walk.h"

#include "event_file.h"

/* Deals the iterations of one execution of a worksharing loop. */
struct deal {
  int64_t total, next;
  int64_t chunk; /* 0: one block a thread */
  int team;
};

struct walk {
  const pme_concrete *concrete;
  int thread;
  int threads; /* at most, in a team */
  claim_visitor visitor;
  void *state;
  uint64_t steps_left;
  bool stopped;
  bool in_region;
  bool in_shared; /* in a loop that is dealt out: regions in it have one thread, the one that is there */
  int64_t iterators[PME_MAX_DEPTH];
};

static void walk_children(struct walk *walk, int first);

static void count_step(struct walk *walk) {
  if (walk->steps_left == 0)
    walk->stopped = true;
  else
    walk->steps_left--;
}

/* ---- loops ---- */

struct range {
  int64_t first, last, step;
};

static struct range range_of(const struct walk *walk, const pme_concrete_loop *loop) {
  struct range range = {pme_affine_value(&loop->firsts[0], walk->iterators),
                        pme_affine_value(&loop->lasts[0], walk->iterators), loop->step};
  bool up = loop->step > 0;
  for (int i = 1; i < loop->first_count; i++) {
    int64_t value = pme_affine_value(&loop->firsts[i], walk->iterators);
    if (up ? value > range.first : value < range.first)
      range.first = value;
  }
  for (int i = 1; i < loop->last_count; i++) {
    int64_t value = pme_affine_value(&loop->lasts[i], walk->iterators);
    if (up ? value < range.last : value > range.last)
      range.last = value;
  }
  return range;
}

static bool within(struct range range, int64_t value) {
  return range.step > 0 ? value <= range.last : value >= range.last;
}

static void walk_loop(struct walk *walk, int id) {
  const pme_concrete_node *node = pme_concrete_node_at(walk->concrete, id);
  struct range range = range_of(walk, &node->u.loop);
  for (int64_t i = range.first; within(range, i) && !walk->stopped; i += range.step) {
    walk->iterators[node->u.loop.depth] = i;
    count_step(walk);
    walk_children(walk, node->first_child);
  }
}

/* ---- worksharing ---- */

/* libomp's static schedule without chunk: the first total % threads threads get one iteration more. */
static bool is_mine(const struct walk *walk, const struct deal *deal) {
  int64_t i = deal->next;
  if (deal->team == 1)
    return true;
  if (deal->chunk)
    return i / deal->chunk % deal->team == walk->thread;
  int64_t share = deal->total / deal->team, more = deal->total % deal->team;
  int64_t first = walk->thread * share + (walk->thread < more ? walk->thread : more);
  return i >= first && i < first + share + (walk->thread < more);
}

/* Goes through the iteration space of `levels` nested loops from node `id` on. Counts it (run == false), or runs the
 * iterations of this thread. */
static void deal_out(struct walk *walk, int id, int levels, struct deal *deal, bool run) {
  const pme_concrete_node *node = pme_concrete_node_at(walk->concrete, id);
  struct range range = range_of(walk, &node->u.loop);
  for (int64_t i = range.first; within(range, i) && !walk->stopped; i += range.step) {
    walk->iterators[node->u.loop.depth] = i;
    count_step(walk);
    if (levels > 1) {
      deal_out(walk, node->first_child, levels - 1, deal, run);
      continue;
    }
    if (run && is_mine(walk, deal))
      walk_children(walk, node->first_child);
    deal->next++;
  }
}

static void walk_workshare(struct walk *walk, int id) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(walk->concrete, id)->u.loop;
  int levels = loop->collapse;
  for (int level = 1, inner = id; level < levels; level++) {
    inner = pme_concrete_node_at(walk->concrete, inner)->first_child;
    const pme_concrete_node *node = inner == PME_NONE ? NULL : pme_concrete_node_at(walk->concrete, inner);
    if (!node || node->kind != PME_NODE_LOOP || node->next_sibling != PME_NONE)
      oracle_fail("the program collapses loops that are not perfectly nested");
    if (!node->modelled)
      return;
  }
  struct deal deal = {0, 0, loop->chunk, loop->threads < walk->threads ? loop->threads : walk->threads};
  if (walk->thread >= deal.team && !walk->in_shared)
    return;
  if (deal.team > 1 && !deal.chunk) {
    deal_out(walk, id, levels, &deal, false);
    deal.total = deal.next;
    deal.next = 0;
  }
  bool was_in_region = walk->in_region, was_in_shared = walk->in_shared;
  walk->in_region = walk->in_shared = true;
  deal_out(walk, id, levels, &deal, true);
  walk->in_region = was_in_region;
  walk->in_shared = was_in_shared;
}

/* ---- other nodes ---- */

static bool holds(const struct walk *walk, const pme_concrete_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme_affine_value(&guard->conditions[i], walk->iterators) < 0)
      return false;
  return !guard->one_thread || walk->thread == 0;
}

static void walk_region(struct walk *walk, const pme_concrete_node *node) {
  if (walk->thread >= node->u.region.threads && !walk->in_shared)
    return;
  bool was_in_region = walk->in_region;
  walk->in_region = true;
  walk_children(walk, node->first_child);
  walk->in_region = was_in_region;
}

static void walk_node(struct walk *walk, int id) {
  const pme_concrete_node *node = pme_concrete_node_at(walk->concrete, id);
  if (!node->modelled || walk->stopped)
    return;
  switch (node->kind) {
  case PME_NODE_REGION:
    walk_region(walk, node);
    break;
  case PME_NODE_LOOP:
    if (node->u.loop.parallel)
      walk_workshare(walk, id);
    else
      walk_loop(walk, id);
    break;
  case PME_NODE_GUARD:
    if (holds(walk, &node->u.guard))
      walk_children(walk, node->first_child);
    break;
  case PME_NODE_ACCESS:
    count_step(walk);
    if ((walk->in_region || walk->thread == 0) &&
        !walk->visitor(walk->state, id,
                       pme_affine_value(&node->u.access.offset_bytes, walk->iterators) +
                           node->u.access.thread_bytes * walk->thread))
      walk->stopped = true;
    break;
  }
}

static void walk_children(struct walk *walk, int first) {
  for (int id = first; id != PME_NONE && !walk->stopped; id = pme_concrete_node_at(walk->concrete, id)->next_sibling)
    walk_node(walk, id);
}

void claim_walk(const pme_concrete *concrete, int thread, int threads, uint64_t steps, claim_visitor visitor,
                void *state) {
  struct walk walk = {.concrete = concrete,
                      .thread = thread,
                      .threads = threads,
                      .steps_left = steps,
                      .visitor = visitor,
                      .state = state};
  walk_children(&walk, pme_program_first_node(pme_concrete_program(concrete)));
}

int claim_workshare_of(const pme_program *program, int node) {
  for (; node != PME_NONE; node = pme_program_node(program, node)->parent) {
    const pme_node *it = pme_program_node(program, node);
    if (it->kind == PME_NODE_LOOP && it->u.loop.parallel && !it->u.loop.is_team)
      return node;
  }
  return PME_NONE;
}
