/* Finds rounds that run what an earlier one runs, and hands its points on. */
#include "copies.h"

#include <string.h>

#include "analysis/core/tree.h"
#include "loop_excerpt.h"

/* Excerpts are kept to be compared: more than these are not looked at. */
enum { MOST_NODES = 20000, MOST_TOPS = 32 };

/* The outermost loops that run with one choice, in order. */
typedef struct running {
  int count;
  int tops[MOST_TOPS];
  pme_program *programs[MOST_TOPS];
  int *nodes[MOST_TOPS]; /* what the program's are there */
} running;

static bool is_never(const pme_program *program, pme_expr condition) {
  const pme_expr_node *e = pme_program_expr(program, condition);
  return e->kind == PME_EXPR_CONSTANT && e->value < 0;
}

/* Guards stand around the loop before it. */
static bool may_run(const pme_program *excerpt) {
  for (int id = 0; id < pme_program_node_count(excerpt); id++) {
    const pme_node *node = pme_program_node(excerpt, id);
    if (node->kind == PME_NODE_LOOP)
      return true;
    for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
      if (is_never(excerpt, node->u.guard.conditions[i]))
        return false;
  }
  return true;
}

static pme_status add_top(const pme__size_search *s, int top, int loop, running *out) {
  pme_program *program = NULL;
  int *nodes = PME_ARENA_NEW(s->arena, int, pme_program_node_count(s->program));
  pme_status status = nodes ? pme__excerpt_of_loop(s, top, loop, &program, nodes) : PME_NO_MEMORY;
  if (status != PME_OK)
    return status;
  if (may_run(program)) {
    out->tops[out->count] = top;
    out->nodes[out->count] = nodes;
    out->programs[out->count++] = program;
  } else {
    pme_program_destroy(program);
  }
  return PME_OK;
}

static bool is_top(const pme_program *program, int id) {
  return pme_program_node(program, id)->kind == PME_NODE_LOOP && pme__outermost_loop(program, id) == id;
}

static int count_tops(const pme_program *program) {
  int count = 0;
  for (int id = 0; id < pme_program_node_count(program); id++)
    count += is_top(program, id);
  return count;
}

static void forget(running *all) {
  for (int i = 0; i < all->count; i++)
    pme_program_destroy(all->programs[i]);
  all->count = 0;
}

static pme_status find_running(const pme__size_search *s, int loop, running *out) {
  pme_status status = PME_OK;
  for (int id = 0; id < pme_program_node_count(s->program) && status == PME_OK; id++)
    if (is_top(s->program, id))
      status = add_top(s, id, loop, out);
  return status;
}

static bool is_same(const running *a, const running *b) {
  bool same = a->count == b->count;
  for (int i = 0; i < a->count && same; i++)
    same = pme__is_same_program(a->programs[i], b->programs[i], PME__PLACES_ARE_SAME);
  return same;
}

/* The loop of a search that is in `all` what `loop` is in `own`; PME_NONE: none. */
static int same_loop(const pme__size_search *s, const running *own, int loop, const running *all, int round) {
  int top = pme__outermost_loop(s->program, s->loops[loop].node), at = 0;
  while (at < own->count && own->tops[at] != top)
    at++;
  for (int k = 0; at < own->count && k < s->out->loop_count; k++)
    if (s->rounds[k] == round && s->multiples[k] == s->multiples[loop] &&
        pme__outermost_loop(s->program, s->loops[k].node) == all->tops[at] &&
        all->nodes[at][s->loops[k].node] == own->nodes[at][s->loops[loop].node])
      return k;
  return PME_NONE;
}

static int first_of(const pme__size_search *s, int round) {
  int first = 0;
  while (s->rounds[first] != round)
    first++;
  return first;
}

static void take_copies(pme__size_search *s, int round, const running *own, int of, const running *all) {
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == round && same_loop(s, own, i, all, of) == PME_NONE)
      return;
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == round) {
      s->copy_of[i] = same_loop(s, own, i, all, of);
      s->rounds[i] = PME__ROUND_OF_COPIES;
    }
}

static bool has_round(const pme__size_search *s, int round) {
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == round)
      return true;
  return false;
}

static void move_up(pme__size_search *s, int *rounds) {
  int left = 0;
  for (int round = 0; round < *rounds; round++) {
    if (!has_round(s, round))
      continue;
    for (int i = 0; i < s->out->loop_count; i++)
      s->rounds[i] = s->rounds[i] == round ? left : s->rounds[i];
    left++;
  }
  *rounds = left;
}

static pme_status compare(pme__size_search *s, running *all, int rounds) {
  pme_status status = PME_OK;
  for (int round = 0; round < rounds && status == PME_OK; round++) {
    status = find_running(s, first_of(s, round), &all[round]);
    for (int of = 0; of < round && status == PME_OK && has_round(s, round); of++)
      if (has_round(s, of) && is_same(&all[round], &all[of]))
        take_copies(s, round, &all[round], of, &all[of]);
  }
  for (int round = 0; round < rounds; round++)
    forget(&all[round]);
  return status;
}

pme_status pme__find_copies(pme__size_search *s, int *rounds) {
  int tops = count_tops(s->program);
  s->copy_of = PME_ARENA_NEW(s->arena, int, s->out->loop_count);
  running *all = PME_ARENA_NEW(s->arena, running, *rounds);
  if (!s->copy_of || !all)
    return PME_NO_MEMORY;
  for (int i = 0; i < s->out->loop_count; i++)
    s->copy_of[i] = PME_NONE;
  if (*rounds < 2 || tops > MOST_TOPS ||
      (int64_t)*rounds * tops * pme_program_node_count(s->program) > (int64_t)MOST_NODES * 10)
    return PME_OK;
  pme_status status = compare(s, all, *rounds);
  move_up(s, rounds);
  return status;
}

void pme__answer_copies(pme__size_search *s) {
  for (int i = 0; i < s->out->loop_count; i++) {
    if (s->copy_of[i] == PME_NONE)
      continue;
    const pme_by_size_loop *of = &s->loops[s->copy_of[i]];
    s->loops[i].points = of->points;
    s->loops[i].point_count = of->point_count;
    s->loops[i].row_elements = of->row_elements;
    s->loops[i].small = of->small;
    s->loops[i].small_count = of->small_count;
    s->loops[i].status = of->status;
    s->loops[i].alone = of->alone;
    s->late[i] = s->late[s->copy_of[i]];
  }
}
