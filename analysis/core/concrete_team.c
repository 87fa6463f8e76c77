/* Evaluates teams and schedules: what the source says, what is asked for, what is taken where nobody says. */
#include <inttypes.h>
#include <stdio.h>

#include "assumed_text.h"
#include "concrete_evaluation.h"

/* Of regions whose source does not say. */
int pme__largest_team(const pme_what_if *what_if) {
  int threads = what_if->threads > 0 ? what_if->threads : what_if->default_threads;
  return threads > 0 ? threads : 1;
}

static bool is_constant(const pme_affine *affine) {
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d])
      return false;
  return affine->div_count == 0;
}

bool pme__evaluate_constant(pme__evaluation *b, pme_expr expr, int node, const char *what, int64_t *value) {
  pme_affine affine;
  pme__affine_result result = pme__affine_evaluate(&b->affine, expr, &affine);
  if (result == PME__AFFINE_OK && !is_constant(&affine))
    result = PME__AFFINE_NOT_AFFINE;
  if (result != PME__AFFINE_OK) {
    pme__give_failure(b, result, node, PME_REASON_BAD_LOOP, what);
    return false;
  }
  *value = affine.constant;
  return true;
}

/* Whether the node is the proposal's loop or stands around it. */
bool pme__holds_proposal(const pme__evaluation *b, int node) {
  int id = b->what_if->proposal ? b->what_if->proposal->loop : PME_NONE;
  while (id != PME_NONE && id != node)
    id = pme_program_node(b->program, id)->parent;
  return id != PME_NONE;
}

/* An `if` clause that does not hold at these sizes: no other team makes it hold. `threads` is 1 + (T - 1) * c then, where
 * c, which is 1 where the condition holds, has limits. */
static bool has_limits(const pme__evaluation *b, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(b->program, expr);
  if (e->kind == PME_EXPR_MINIMUM || e->kind == PME_EXPR_MAXIMUM)
    return true;
  return e->kind >= PME_EXPR_ADD && (has_limits(b, e->left) || has_limits(b, e->right));
}

static bool runs_alone(pme__evaluation *b, pme_expr threads) {
  pme_affine affine;
  return threads != PME_NONE && has_limits(b, threads) &&
         pme__affine_evaluate(&b->affine, threads, &affine) == PME__AFFINE_OK && is_constant(&affine) &&
         affine.constant == 1;
}

static bool team_size(pme__evaluation *b, pme_expr threads, int node, int *size) {
  int64_t value = 0;
  char text[120];
  if (runs_alone(b, threads)) {
    *size = 1;
    return true;
  }
  if (pme__holds_proposal(b, node) && b->what_if->proposal->threads > 0) {
    *size = b->what_if->proposal->threads;
    return true;
  }
  if (b->what_if->threads > 0) {
    *size = b->what_if->threads;
    snprintf(text, sizeof text, "%d threads (given)", *size);
    pme__assume(b, PME_ASSUMPTION_TEAM_SIZE, PME_NONE, text);
    return true;
  }
  if (threads == PME_NONE) {
    *size = pme__largest_team(b->what_if);
    snprintf(text, sizeof text, PME__TEAM_NOT_SAID, *size);
    pme__assume(b, PME_ASSUMPTION_TEAM_SIZE, PME_NONE, text);
    return true;
  }
  if (!pme__evaluate_constant(b, threads, node, "number of threads", &value))
    return false;
  if (value < 1 || value > PME__MAX_TEAM) {
    snprintf(text, sizeof text, "a team of %" PRId64 " threads (1 to %d can be modelled)", value, PME__MAX_TEAM);
    pme__give_reason(b, PME_REASON_BAD_LOOP, node, text, "");
    return false;
  }
  *size = (int)value;
  return true;
}

/* What auto and runtime come to is the runtime's choice: taken as static, and said so. */
static void resolve_schedule(pme__evaluation *b, int node, pme_concrete_loop *loop) {
  if (loop->schedule == PME_SCHEDULE_AUTO || loop->schedule == PME_SCHEDULE_RUNTIME) {
    char text[80];
    snprintf(text, sizeof text, PME__SCHEDULE_AS_STATIC, pme_schedule_name(loop->schedule));
    pme__assume(b, PME_ASSUMPTION_SCHEDULE, node, text);
    loop->schedule = PME_SCHEDULE_STATIC;
    loop->chunk = 0;
  }
  if (loop->schedule != PME_SCHEDULE_STATIC && loop->chunk == 0)
    loop->chunk = 1;
}

bool pme__evaluate_schedule(pme__evaluation *b, const pme_loop *source, int node, pme_concrete_loop *loop) {
  const pme_proposal *proposal = b->what_if->proposal;
  if (source->is_team) {
    loop->schedule = PME_SCHEDULE_STATIC;
    loop->chunk = 1;
    return true;
  }
  loop->schedule = source->schedule;
  if (proposal && proposal->loop == node && proposal->has_schedule) {
    loop->schedule = proposal->schedule;
    loop->chunk = proposal->chunk;
  } else if (b->what_if->has_schedule && !source->is_taskloop) {
    loop->schedule = b->what_if->schedule;
    loop->chunk = b->what_if->chunk;
    pme__assume(b, PME_ASSUMPTION_GIVEN_WHAT_IF, node, "the schedule is the one asked for");
  } else if (source->chunk != PME_NONE) {
    if (!pme__evaluate_constant(b, source->chunk, node, "chunk", &loop->chunk))
      return false;
    if (source->is_taskloop && loop->chunk < 1) /* no iteration, no task */
      loop->chunk = 1;
    if (loop->chunk < 1) {
      char text[80];
      snprintf(text, sizeof text, "a chunk of %" PRId64 " iterations", loop->chunk);
      pme__give_reason(b, PME_REASON_BAD_LOOP, node, text, "");
      return false;
    }
  }
  resolve_schedule(b, node, loop);
  return true;
}

int pme__enclosing_team(const pme__evaluation *b, int parent) {
  for (int id = parent; id != PME_NONE; id = pme_program_node(b->program, id)->parent) {
    const pme_concrete_node *node = &b->concrete->nodes[id];
    if (node->kind == PME_NODE_REGION)
      return node->u.region.threads;
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel)
      return node->u.loop.threads;
  }
  return 0;
}

static bool inside_parallel_loop(const pme__evaluation *b, int parent) {
  for (int id = parent; id != PME_NONE; id = pme_program_node(b->program, id)->parent)
    if (b->concrete->nodes[id].kind == PME_NODE_LOOP && b->concrete->nodes[id].u.loop.parallel)
      return true;
  return false;
}

/* The threads that run a loop, or that it is dealt out to. */
bool pme__evaluate_team(pme__evaluation *b, int id, pme_concrete_loop *loop) {
  const pme_node *node = pme_program_node(b->program, id);
  loop->threads = pme__enclosing_team(b, node->parent);
  if (loop->parallel && inside_parallel_loop(b, node->parent))
    loop->threads = 1;
  else if (loop->parallel && loop->threads == 0)
    return team_size(b, node->u.loop.threads, id, &loop->threads);
  else if (loop->threads == 0)
    loop->threads = 1;
  return true;
}

bool pme__evaluate_region(pme__evaluation *b, int id, pme_concrete_node *out) {
  const pme_node *node = pme_program_node(b->program, id);
  int outer = pme__enclosing_team(b, node->parent);
  if (outer) {
    out->u.region.threads = 1;
    return true;
  }
  return team_size(b, node->u.region.threads, id, &out->u.region.threads);
}
