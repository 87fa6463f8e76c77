/* Where the symbols of a program stand. */
#include "uses.h"
#include "expressions.h"

#include <string.h>

typedef struct reading {
  const pme_program *program;
  unsigned *uses;      /* of each parameter: a mask of pme__use */
  bool *is_loop_used;  /* of each node: its variable stands in some expression, */
  bool *is_dealt_used; /* .. in a worksharing loop inside of it */
  bool *has_dealt;     /* of each node: such a loop is in it */
  int *dealt_of;       /* of each node: the innermost worksharing loop that it is, or is in; PME_NONE: none */
  int *ends;           /* of each parameter: a loop that has the more iterations the more it is, the last one read */
  int loop;            /* that is read */
  int dealt;           /* the worksharing loop around what is read; PME_NONE: none */
  bool in_turn;        /* in `round % 2`: buffers that take turns */
  bool repeats;        /* its variable stands nowhere, or, around worksharing loops, in none of them */
} reading;

static void note(reading *r, pme_expr expr, unsigned use);
static void note_remainder(reading *r, const pme_expr_node *e, unsigned use);

static const pme_expr_node *constant_of(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  return e->kind == PME_EXPR_CONSTANT ? e : NULL;
}

static void note_product(reading *r, const pme_expr_node *e, unsigned use) {
  const pme_expr_node *left = constant_of(r, e->left), *right = constant_of(r, e->right), *factor = left ? left : right;
  if (!factor)
    use |= use & PME__IN_THREADS ? PME__IN_PRODUCT | PME__IN_TEAM_PRODUCT : PME__IN_PRODUCT;
  else if (factor->value < 0 && (use & PME__LASTS))
    use ^= PME__TAKEN_OFF | PME__ADDED;
  else if (factor->value < 0 && (use & PME__IN_FIRST)) /* -n .. n */
    use = (r->repeats ? PME__IN_REPETITIONS : PME__IN_LAST) | PME__ADDED;
  note(r, e->left, use);
  note(r, e->right, use);
}

static void note_parameter(reading *r, int parameter, unsigned use) {
  if ((use & PME__LASTS) && (use & PME__ADDED))
    r->ends[parameter] = r->loop;
  if ((use & PME__IN_FIRST) && r->ends[parameter] != r->loop)
    use |= PME__IN_BORDER;
  r->uses[parameter] |= use;
}

/* `max(0, min(n - 1000, 1))`: from some size on there is a team. */
static bool decides_team(const reading *r, const pme_expr_node *e) {
  const pme_expr_node *left = constant_of(r, e->left), *right = constant_of(r, e->right);
  return e->kind == PME_EXPR_MAXIMUM && ((left && left->value == 0) || (right && right->value == 0));
}

/* What work is divided by for the size of a team (`num_threads(n / 4096)`) is a size. What divides symbols (heads of a
 * layer) is how many parts there are; what divides the variable of a loop is the length of a row. */
static void note_division(reading *r, const pme_expr_node *e, unsigned use) {
  note(r, e->left, use & PME__IN_THREADS ? PME__ELSEWHERE : use);
  note(r, e->right, pme__has_loop(r->program, e->left) ? use : use | PME__DIVIDES);
}

/* `num_threads(min(n, omp_get_max_threads()))`: no more threads than there is work for. */
static bool is_largest_team(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  return e->kind == PME_EXPR_PARAMETER &&
         !strcmp(pme_program_parameter(r->program, (int)e->value)->name, PME_LARGEST_TEAM);
}

static bool is_work_of_team(const reading *r, const pme_expr_node *e) {
  return e->kind == PME_EXPR_MINIMUM && (is_largest_team(r, e->left) || is_largest_team(r, e->right));
}

static void note_variable(reading *r, int loop) {
  r->is_loop_used[loop] = true;
  r->is_dealt_used[loop] = r->is_dealt_used[loop] || (!r->in_turn && r->dealt != PME_NONE && r->dealt > loop);
}

static void note(reading *r, pme_expr expr, unsigned use) {
  if (expr == PME_NONE)
    return;
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_PARAMETER)
    note_parameter(r, (int)e->value, use);
  else if (e->kind == PME_EXPR_LOOP)
    note_variable(r, (int)e->value);
  else if (e->kind == PME_EXPR_MULTIPLY)
    note_product(r, e, use);
  else if (e->kind == PME_EXPR_FLOOR_DIVIDE)
    note_division(r, e, use);
  else if (e->kind == PME_EXPR_MODULO)
    note_remainder(r, e, use);
  else if (e->kind >= PME_EXPR_ADD) {
    if ((use & PME__IN_THREADS) && decides_team(r, e))
      use = PME__IN_GUARD;
    else if ((use & PME__IN_THREADS) && is_work_of_team(r, e))
      use = PME__ELSEWHERE;
    note(r, e->left, use);
    note(r, e->right, use);
  }
}

/* What takes turns by the rounds of a loop is no array of as many elements. */
static void note_remainder(reading *r, const pme_expr_node *e, unsigned use) {
  bool saved = r->in_turn;
  r->in_turn = saved || constant_of(r, e->right);
  note(r, e->left, use);
  r->in_turn = saved;
  note(r, e->right, use);
}

static void note_all(reading *r, const pme_expr *expressions, int count, unsigned use) {
  for (int i = 0; i < count; i++)
    note(r, expressions[i], use);
}

static void note_loop(reading *r, const pme_loop *loop) {
  note(r, loop->step, PME__IN_STEP);
  note(r, loop->chunk, PME__IN_CHUNK);
  note(r, loop->threads, PME__IN_THREADS);
}

static void note_node(reading *r, const pme_node *node) {
  switch (node->kind) {
  case PME_NODE_LOOP:
    note_loop(r, &node->u.loop);
    break;
  case PME_NODE_REGION:
    note(r, node->u.region.threads, PME__IN_THREADS);
    break;
  case PME_NODE_GUARD:
    note_all(r, node->u.guard.conditions, node->u.guard.condition_count, PME__IN_GUARD);
    break;
  case PME_NODE_ACCESS:
    note(r, node->u.access.offset_bytes, PME__ELSEWHERE);
    break;
  }
}

static bool is_dealt_out(const reading *r, int parameter) {
  for (int id = 0; id < pme_program_node_count(r->program); id++) {
    const pme_node *node = pme_program_node(r->program, id);
    for (int i = 0; node->kind == PME_NODE_LOOP && node->u.loop.parallel && i < node->u.loop.last_count; i++)
      if (pme__mentions(r->program, node->u.loop.lasts[i], parameter))
        return true;
  }
  return false;
}

/* Trips that data decide (rows of a sparse matrix): neither as many as there are rows, nor as often as anything else. What
 * threads share out is no short row, though each block may have its own number of these. */
static void note_data(reading *r, const pme_assumption *assumption) {
  const pme_node *node = assumption->node == PME_NONE ? NULL : pme_program_node(r->program, assumption->node);
  if (assumption->code != PME_ASSUMPTION_TRIPS_ALIKE || !node || node->kind != PME_NODE_LOOP || node->u.loop.parallel)
    return;
  for (int i = 0; i < pme_program_parameter_count(r->program); i++)
    for (int last = 0; last < node->u.loop.last_count; last++)
      if (pme__mentions(r->program, node->u.loop.lasts[last], i) && !is_dealt_out(r, i))
        r->uses[i] |= PME__IN_DATA;
}

/* After all else: a loop whose variable stands nowhere repeats what is in it. One that counts down has its end first. */
static void note_range(reading *r, int id) {
  const pme_node *node = pme_program_node(r->program, id);
  if (node->kind != PME_NODE_LOOP)
    return;
  const pme_loop *loop = &node->u.loop;
  r->loop = id;
  r->dealt = r->dealt_of[id];
  r->repeats = !loop->parallel && !(r->has_dealt[id] ? r->is_dealt_used[id] : r->is_loop_used[id]);
  const pme_expr_node *step = constant_of(r, loop->step);
  bool down = step && step->value < 0;
  unsigned end = r->repeats ? PME__IN_REPETITIONS : PME__IN_LAST;
  note_all(r, loop->lasts, loop->last_count, end | (down ? PME__TAKEN_OFF : PME__ADDED));
  note_all(r, loop->firsts, loop->first_count, down ? end | PME__ADDED : PME__IN_FIRST);
}

/* The one symbol in the bounds of a loop. */
static void note_only_end(reading *r, int id) {
  const pme_node *node = pme_program_node(r->program, id);
  int count = 0, only = PME_NONE;
  for (int i = 0; i < pme_program_parameter_count(r->program) && node->kind == PME_NODE_LOOP; i++)
    if ((r->uses[i] & (PME__LASTS | PME__IN_FIRST)) && pme__bounds_mention(r->program, &node->u.loop, i)) {
      count++;
      only = i;
    }
  if (count == 1)
    r->uses[only] |= PME__ONLY_END;
}

/* Nodes come behind those that they are in. */
static void find_dealt(reading *r) {
  for (int id = 0; id < pme_program_node_count(r->program); id++) {
    const pme_node *node = pme_program_node(r->program, id);
    bool is_dealt = node->kind == PME_NODE_LOOP && node->u.loop.parallel;
    r->dealt_of[id] = is_dealt ? id : node->parent == PME_NONE ? PME_NONE : r->dealt_of[node->parent];
    for (int up = is_dealt ? node->parent : PME_NONE; up != PME_NONE; up = pme_program_node(r->program, up)->parent)
      r->has_dealt[up] = true;
  }
}

static void read_program(reading *r) {
  int nodes = pme_program_node_count(r->program);
  find_dealt(r);
  r->dealt = PME_NONE;
  for (int i = 0; i < pme_program_array_count(r->program); i++) {
    const pme_array *array = pme_program_array(r->program, i);
    note_all(r, array->extents, array->extent_count, PME__IN_EXTENT);
  }
  for (int id = 0; id < nodes; id++) {
    r->dealt = r->dealt_of[id];
    note_node(r, pme_program_node(r->program, id));
  }
  for (int id = nodes - 1; id >= 0; id--) /* bounds inside may use the variable of a loop around */
    note_range(r, id);
  for (int id = 0; id < nodes; id++)
    note_only_end(r, id);
  for (int i = 0; i < pme_program_assumption_count(r->program); i++)
    note_data(r, pme_program_assumption(r->program, i));
}

pme_status pme__read_uses(const pme_program *program, pme_arena *arena, pme__uses *out) {
  int parameters = pme_program_parameter_count(program), nodes = pme_program_node_count(program) + 1;
  reading r = {.program = program,
               .uses = PME_ARENA_NEW(arena, unsigned, parameters + 1),
               .ends = PME_ARENA_NEW(arena, int, parameters + 1),
               .is_loop_used = PME_ARENA_NEW(arena, bool, nodes),
               .is_dealt_used = PME_ARENA_NEW(arena, bool, nodes),
               .has_dealt = PME_ARENA_NEW(arena, bool, nodes),
               .dealt_of = PME_ARENA_NEW(arena, int, nodes)};
  if (!r.uses || !r.ends || !r.is_loop_used || !r.is_dealt_used || !r.has_dealt || !r.dealt_of)
    return PME_NO_MEMORY;
  for (int i = 0; i < parameters; i++)
    r.ends[i] = PME_NONE;
  read_program(&r);
  *out = (pme__uses){program, r.uses};
  return PME_OK;
}
