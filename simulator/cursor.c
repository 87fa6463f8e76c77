/* Stepping a thread through the plan, loop by loop. */
#include "cursor.h"

#include "execution.h"
#include "team.h"

void pme__sim_cursor_start(sim_cursor *cursor, int first_node) {
  cursor->frames[0] = (sim_frame){.node = NULL, .next_child = first_node, .left = 0};
  cursor->frame_count = 1;
  cursor->encounters = 0;
  cursor->run.left = 0;
}

/* ---- runs ---- */

static int64_t coefficient_at(const sim_affine *affine, int depth) {
  for (int t = 0; t < affine->term_count; t++)
    if (affine->terms[t].depth == depth)
      return affine->terms[t].coefficient;
  return 0;
}

/* Begins `visits` visits of the accesses of `node`; from one to the next the iterator of `loop` (NULL: no loop, one
 * visit) moves by its step. */
static sim_step start_run(sim_cursor *cursor, const sim_node *node, int64_t visits, const sim_bounds *loop) {
  sim_execution *execution = cursor->execution;
  sim_run *run = &cursor->run;
  for (int p = 0; p < node->access_count; p++) {
    int reference = node->access_first + p;
    const sim_access *access = &execution->plan->accesses[reference];
    uint64_t base = execution->placement->bases[access->array] +
                    (execution->placement->private_distance[access->array] + (uint64_t)access->thread_bytes) *
                        (uint64_t)cursor->thread;
    run->addresses[p] = base + (uint64_t)sim_affine_value(&access->offset_bytes, cursor->iterators);
    run->strides[p] = loop ? (uint64_t)coefficient_at(&access->offset_bytes, loop->depth) * (uint64_t)loop->step : 0;
    run->metas[p] = sim_meta(reference, cursor->thread, access->size_bytes);
    execution->access_counts[reference] += (uint64_t)visits;
  }
  run->count = node->access_count;
  run->position = 0;
  if (__builtin_mul_overflow(visits, (int64_t)run->count, &run->left))
    run->left = INT64_MAX;
  if (node->extra_effort && !pme__sim_spend(execution, node->extra_effort, visits))
    return SIM_STEP_STOPPED;
  return SIM_STEP_RUN;
}

/* ---- entering nodes: SIM_STEP_DONE stands for "no run yet, go on" ---- */

static void push(sim_cursor *cursor, const sim_node *node, int next_child, int64_t left) {
  cursor->frames[cursor->frame_count++] = (sim_frame){.node = node, .next_child = next_child, .left = left};
}

static sim_step enter_loop(sim_cursor *cursor, const sim_node *node) {
  sim_execution *execution = cursor->execution;
  int64_t start;
  int64_t count = pme__sim_bounds_evaluate(&node->bounds, cursor->iterators, &start);
  sim_loop_count *counts = &execution->loop_counts[node - execution->plan->nodes];
  counts->executions += 1;
  counts->iterations += (double)count;
  if (count == 0)
    return SIM_STEP_DONE;
  cursor->iterators[node->bounds.depth] = start;
  if (node->is_row)
    return start_run(cursor, node, count, &node->bounds);
  push(cursor, node, node->first_child, count);
  return pme__sim_tick(execution) ? SIM_STEP_DONE : SIM_STEP_STOPPED;
}

static bool guard_holds(const sim_cursor *cursor, const sim_node *node) {
  if (node->one_thread && cursor->thread != 0)
    return false;
  for (int c = 0; c < node->condition_count; c++)
    if (sim_affine_value(&node->conditions[c], cursor->iterators) < 0)
      return false;
  return true;
}

static sim_step enter(sim_cursor *cursor, const sim_node *node, const sim_node **region) {
  switch (node->kind) {
  case SIM_RUN:
    return start_run(cursor, node, 1, NULL);
  case SIM_LOOP:
    return enter_loop(cursor, node);
  case SIM_SHARED:
    if (!pme__sim_share_enter(cursor, node))
      return SIM_STEP_STOPPED;
    push(cursor, node, PME_NONE, 0);
    return SIM_STEP_DONE;
  case SIM_GUARD:
    if (guard_holds(cursor, node))
      push(cursor, node, node->first_child, 0);
    return SIM_STEP_DONE;
  case SIM_REGION:
    *region = node;
    return SIM_STEP_FORK;
  case SIM_BARRIER:
    return SIM_STEP_BARRIER;
  }
  return SIM_STEP_DONE;
}

/* ---- leaving bodies ---- */

static sim_step next_iteration(sim_cursor *cursor, sim_frame *frame, const sim_node *loop) {
  frame->left--;
  cursor->iterators[loop->bounds.depth] += loop->bounds.step;
  frame->next_child = loop->first_child;
  return pme__sim_tick(cursor->execution) ? SIM_STEP_DONE : SIM_STEP_STOPPED;
}

static sim_step next_piece(sim_cursor *cursor, sim_frame *frame) {
  const sim_node *inner = &cursor->execution->plan->nodes[frame->node->inner];
  if (frame->left > 1)
    return next_iteration(cursor, frame, inner);
  int64_t count = pme__sim_share_next(cursor, frame->node);
  if (count < 0)
    return SIM_STEP_STOPPED;
  if (count == 0) {
    cursor->frame_count--;
    return frame->node->nowait ? SIM_STEP_DONE : SIM_STEP_BARRIER;
  }
  if (inner->is_row)
    return start_run(cursor, inner, count, &inner->bounds);
  frame->left = count;
  frame->next_child = inner->first_child;
  return pme__sim_tick(cursor->execution) ? SIM_STEP_DONE : SIM_STEP_STOPPED;
}

static sim_step end_body(sim_cursor *cursor, sim_frame *frame) {
  if (frame->node && frame->node->kind == SIM_SHARED)
    return next_piece(cursor, frame);
  if (frame->node && frame->node->kind == SIM_LOOP && frame->left > 1)
    return next_iteration(cursor, frame, frame->node);
  cursor->frame_count--;
  return SIM_STEP_DONE;
}

sim_step pme__sim_cursor_advance(sim_cursor *cursor, const sim_node **region) {
  const sim_node *nodes = cursor->execution->plan->nodes;
  while (cursor->frame_count > 0) {
    sim_frame *frame = &cursor->frames[cursor->frame_count - 1];
    sim_step step;
    if (frame->next_child == PME_NONE) {
      step = end_body(cursor, frame);
    } else {
      const sim_node *node = &nodes[frame->next_child];
      frame->next_child = node->next_sibling;
      step = enter(cursor, node, region);
    }
    if (step != SIM_STEP_DONE)
      return step;
  }
  return SIM_STEP_DONE;
}
