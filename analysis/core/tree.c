/* Questions about the tree of loops and accesses: walks up to the root, and searches for rows. */
#include "tree.h"

#include <string.h>

bool pme__concrete_is_below(const pme_concrete *concrete, int node, int ancestor) {
  while (node != PME_NONE && node != ancestor)
    node = pme_concrete_node_at(concrete, node)->parent;
  return node == ancestor;
}

int pme__concrete_outermost_loop(const pme_concrete *concrete, int node) {
  int top = PME_NONE;
  for (int up = pme_concrete_node_at(concrete, node)->parent; up != PME_NONE;
       up = pme_concrete_node_at(concrete, up)->parent)
    top = pme_concrete_node_at(concrete, up)->kind == PME_NODE_LOOP ? up : top;
  return top;
}

int pme__loop_around(const pme_subject *subject, int node) {
  do
    node = pme_subject_at(subject, node)->parent;
  while (node != PME_NONE && pme_subject_at(subject, node)->kind != PME_NODE_LOOP);
  return node;
}

pme_loop_prediction *pme__loop_row(const pme_prediction *prediction, int loop) {
  for (int i = 0; i < prediction->loop_count; i++)
    if (prediction->loops[i].node == loop)
      return &prediction->loops[i];
  return NULL;
}

pme_reference_prediction *pme__reference_row(const pme_prediction *prediction, int access) {
  int low = 0, high = prediction->reference_count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (prediction->references[middle].node < access)
      low = middle + 1;
    else
      high = middle;
  }
  return &prediction->references[low];
}

/* ---- who writes the same elements ---- */

static bool depends(const pme_affine *affine, int from, int to) {
  for (int d = from; d < to && d < affine->depth; d++)
    if (affine->coefficients[d] != 0)
      return true;
  return affine->div_count > 0;
}

static bool any_depends(const pme_affine *bounds, int count, int from, int to) {
  for (int i = 0; i < count; i++)
    if (depends(&bounds[i], from, to))
      return true;
  return false;
}

/* Whether all iterations of the worksharing loop have the first or the last iteration of a loop inside in common. */
static bool has_common_end(const pme_concrete_loop *inner, const pme_concrete_loop *dealt) {
  int from = dealt->depth, to = dealt->depth + dealt->collapse;
  return !any_depends(inner->firsts, inner->first_count, from, to) ||
         !any_depends(inner->lasts, inner->last_count, from, to);
}

static bool is_atomic(const pme_subject *subject, int access) {
  pme_place place = pme_subject_at(subject, access)->place;
  for (int i = 0; i < subject->reason_count; i++) {
    const pme_reason *reason = &subject->reasons[i];
    bool is_here = reason->place.line == 0 || place.line == 0 ||
                   (reason->place.line == place.line && reason->place.column == place.column);
    if (reason->code == PME_REASON_ATOMIC_ACCESS && is_here)
      return true;
  }
  return false;
}

static bool is_under_branch(const pme_subject *subject, int access) {
  for (int i = 0; i < subject->assumption_count; i++)
    if (subject->assumptions[i].code == PME_ASSUMPTION_BRANCH_TAKEN &&
        pme_subject_is_below(subject, access, subject->assumptions[i].node))
      return true;
  return false;
}

/* From the access up to the loop: the same elements in each of its iterations, without a condition. */
static bool is_the_same(const pme_concrete *concrete, int access, int loop) {
  const pme_concrete_node *node = pme_concrete_node_at(concrete, access);
  const pme_concrete_loop *dealt = &pme_concrete_node_at(concrete, loop)->u.loop;
  const pme_affine *offset = &node->u.access.offset_bytes;
  if (node->u.access.thread_bytes != 0 || depends(offset, dealt->depth, dealt->depth + dealt->collapse))
    return false;
  for (int up = node->parent; up != loop; up = pme_concrete_node_at(concrete, up)->parent) {
    const pme_concrete_node *around = up == PME_NONE ? NULL : pme_concrete_node_at(concrete, up);
    if (!around || around->kind != PME_NODE_LOOP)
      return false;
    int depth = around->u.loop.depth;
    if (depth >= dealt->depth + dealt->collapse && depth < offset->depth && offset->coefficients[depth] != 0 &&
        !has_common_end(&around->u.loop, dealt))
      return false;
  }
  return true;
}

int pme__race_of(const pme_prediction *prediction, int loop, bool *is_sure) {
  const pme_concrete *concrete = prediction->concrete;
  const pme_loop_prediction *row = pme__loop_row(prediction, loop);
  *is_sure = false;
  if (!concrete || !row || row->trip_count < 2)
    return PME_NONE;
  const pme_concrete_loop *dealt = &pme_concrete_node_at(concrete, loop)->u.loop;
  if (!dealt->parallel || dealt->is_team || dealt->ordered || dealt->threads < 2)
    return PME_NONE;
  int found = PME_NONE;
  for (int r = 0; r < prediction->reference_count && !*is_sure; r++) {
    int access = prediction->references[r].node;
    const pme_concrete_node *node = pme_concrete_node_at(concrete, access);
    if (!node->modelled || !node->u.access.is_write || !pme__concrete_is_below(concrete, access, loop) ||
        pme_concrete_array_at(concrete, node->u.access.array)->is_private || !is_the_same(concrete, access, loop) ||
        is_atomic(prediction->subject, access))
      continue;
    found = access;
    *is_sure = !is_under_branch(prediction->subject, access);
  }
  return found;
}

int pme__outermost_loop(const pme_program *program, int loop) {
  int top = loop;
  for (int up = loop; up != PME_NONE; up = pme_program_node(program, up)->parent)
    top = pme_program_node(program, up)->kind == PME_NODE_LOOP ? up : top;
  return top;
}

bool pme__is_alone_in_team(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  int region = loop, dealt = 0;
  while (region != PME_NONE && pme_program_node(program, region)->kind != PME_NODE_REGION)
    region = pme_program_node(program, region)->parent;
  for (int id = 0; region != PME_NONE && id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    dealt += node->kind == PME_NODE_LOOP && node->u.loop.parallel && pme__concrete_is_below(concrete, id, region);
  }
  return !pme_program_node(program, loop)->u.loop.orphaned && dealt <= 1;
}

/* ---- symbols that a loop asks for ---- */

typedef struct uses {
  const pme_program *program;
  bool *used; /* per symbol of the program */
} uses;

static void note(uses *u, pme_expr expr) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(u->program, expr);
  if (!node)
    return;
  if (node->kind == PME_EXPR_PARAMETER)
    u->used[node->value] = true;
  if (node->left == PME_NONE || node->right == PME_NONE)
    return;
  note(u, node->left);
  note(u, node->right);
}

static void note_loop(uses *u, const pme_loop *loop) {
  for (int i = 0; i < loop->first_count; i++)
    note(u, loop->firsts[i]);
  for (int i = 0; i < loop->last_count; i++)
    note(u, loop->lasts[i]);
  note(u, loop->step);
  note(u, loop->chunk);
  note(u, loop->threads);
}

static void note_node(uses *u, const pme_node *node) {
  if (node->kind == PME_NODE_LOOP)
    note_loop(u, &node->u.loop);
  else if (node->kind == PME_NODE_REGION)
    note(u, node->u.region.threads);
  else if (node->kind == PME_NODE_ACCESS)
    note(u, node->u.access.offset_bytes);
  for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
    note(u, node->u.guard.conditions[i]);
}

static void note_below(uses *u, int id) {
  const pme_node *node = pme_program_node(u->program, id);
  note_node(u, node);
  int child = node->kind == PME_NODE_ACCESS ? PME_NONE : node->first_child;
  for (; child != PME_NONE; child = pme_program_node(u->program, child)->next_sibling)
    note_below(u, child);
}

const bool *pme__symbols_of_loop(const pme_program *program, int loop, pme_arena *arena) {
  size_t count = (size_t)pme_program_parameter_count(program);
  uses u = {program, PME_ARENA_NEW(arena, bool, count + 1)};
  if (!u.used)
    return NULL;
  memset(u.used, 0, (count + 1) * sizeof *u.used);
  int top = pme__outermost_loop(program, loop);
  note_below(&u, top);
  for (int id = pme_program_node(program, top)->parent; id != PME_NONE; id = pme_program_node(program, id)->parent)
    note_node(&u, pme_program_node(program, id));
  return u.used;
}

/* ---- what is supposed ---- */

bool pme__supposes(const pme_assumption *assumption) {
  return assumption->code == PME_ASSUMPTION_BRANCH_TAKEN || assumption->code == PME_ASSUMPTION_EARLY_EXIT;
}

static bool is_supposed(const pme_subject *subject, int access) {
  for (int i = 0; i < subject->assumption_count; i++)
    if (pme__supposes(&subject->assumptions[i]) && pme_subject_is_below(subject, access, subject->assumptions[i].node))
      return true;
  return false;
}

double pme__supposed_accesses(const pme_prediction *prediction, int loop) {
  double sum = 0;
  for (int i = 0; i < prediction->reference_count; i++) {
    const pme_reference_prediction *reference = &prediction->references[i];
    if (reference->modelled && pme_subject_is_below(prediction->subject, reference->node, loop) &&
        is_supposed(prediction->subject, reference->node))
      sum += reference->levels[0].accesses;
  }
  return sum;
}

/* ---- what is open ---- */

int pme__exponent_of(const pme_program *program, int parameter) {
  const char *name = pme_program_parameter(program, parameter)->name;
  size_t length = strlen(PME__POWER_OF_TWO);
  for (int i = 0; i < pme_program_parameter_count(program) && !strncmp(name, PME__POWER_OF_TWO, length); i++)
    if (!strcmp(pme_program_parameter(program, i)->name, name + length))
      return i;
  return PME_NONE;
}

bool pme__is_open(const pme_misses *misses) {
  static const double apart = 20, of_accesses = 0.005;
  return misses->precision == PME_PRECISION_ESTIMATE && misses->high > apart * misses->low &&
         misses->high - misses->low > of_accesses * misses->accesses;
}

bool pme__is_whole(const pme_loop_prediction *loop) {
  return loop->status == PME_LOOP_MODELLED && loop->data_accesses <= 0;
}

/* An execution of the loop has another number of accesses in the run, on average, or the model has none of it. */
static bool is_other_work(const pme_loop_prediction *modelled, const pme_loop_prediction *run) {
  static const double alike = 0.02;
  if (run->status == PME_LOOP_NOT_MODELLED || run->executions <= 0 || modelled->executions < 0)
    return false;
  if (modelled->executions == 0)
    return run->levels[0].accesses > 0;
  double one = modelled->levels[0].accesses / modelled->executions, other = run->levels[0].accesses / run->executions;
  return other > 0 && (one < (1 - alike) * other || one > (1 + alike) * other);
}

bool pme__is_answered(const pme_loop_prediction *loop, int levels) {
  for (int level = 0; level < levels; level++)
    if (pme__is_open(&loop->levels[level]))
      return false;
  return pme__is_whole(loop);
}

bool pme__needs_no_run(const pme_prediction *asked, const pme_loop_prediction *loop, const pme_loop_prediction *run,
                       bool is_of_another) {
  return pme__is_answered(loop, asked->level_count) &&
         (is_of_another || (pme__supposed_accesses(asked, loop->node) <= 0 && !(run && is_other_work(loop, run))));
}
