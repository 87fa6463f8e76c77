/* Loops that count on each other's iterations, without a barrier between them. */
#include "matched.h"

#include "analysis/core/tree.h"

/* More loops without a barrier between any two are not compared. */
enum { MOST_TOGETHER = 64 };

/* Rows of the advice that no barrier parts, in the order of the program. */
typedef struct phase {
  int count;
  int loops[MOST_TOGETHER];
} phase;

static const pme_concrete_node *node_at(const pme_advice *advice, int id) {
  return pme_concrete_node_at(advice->prediction->concrete, id);
}

static int row_of(const pme_advice *advice, int node) {
  for (int i = 0; i < advice->loop_count; i++)
    if (advice->loops[i].node == node)
      return i;
  return PME_NONE;
}

/* ---- what they share ---- */

static bool touches(const pme_advice *advice, int loop, int array, bool written) {
  const pme_subject *subject = advice->prediction->subject;
  for (int id = loop; id < subject->node_count; id++) {
    const pme_subject_node *node = pme_subject_at(subject, id);
    if (node->kind == PME_NODE_ACCESS && node->u.access.array == array && (!written || node->u.access.is_write) &&
        pme_subject_is_below(subject, id, loop))
      return true;
  }
  return false;
}

static bool share_what_is_written(const pme_advice *advice, int a, int b) {
  for (int array = 0; array < advice->prediction->subject->array_count; array++)
    if ((touches(advice, a, array, true) && touches(advice, b, array, false)) ||
        (touches(advice, a, array, false) && touches(advice, b, array, true)))
      return true;
  return false;
}

static bool are_matched(const pme_advice *advice, int first, int second) {
  int a = advice->loops[first].node, b = advice->loops[second].node;
  const pme_concrete_loop *one = &node_at(advice, a)->u.loop, *other = &node_at(advice, b)->u.loop;
  bool alike = one->schedule == PME_SCHEDULE_STATIC && other->schedule == PME_SCHEDULE_STATIC &&
               one->chunk == other->chunk && !one->is_team && !other->is_team;
  const pme_prediction *p = advice->prediction; /* loops with advice have rows */
  return alike && pme__loop_row(p, a)->trip_count == pme__loop_row(p, b)->trip_count &&
         share_what_is_written(advice, a, b);
}

/* ---- what follows ---- */

static bool changes_schedule(const pme_loop_advice *loop) {
  const pme_candidate *from = &loop->candidates[loop->present], *to = &loop->candidates[0];
  return loop->pays && loop->count > 0 && (from->schedule != to->schedule || from->chunk != to->chunk);
}

static bool is_same_schedule(const pme_candidate *a, const pme_candidate *b) {
  return a->threads == b->threads && a->schedule == b->schedule && a->chunk == b->chunk;
}

static bool loses_by(const pme_loop_advice *loop, const pme_candidate *change) {
  for (int i = 0; i < loop->count; i++) {
    const pme_candidate *own = &loop->candidates[i];
    if (is_same_schedule(own, change) && own->pad_count == 0)
      return own->ratio > 1;
  }
  return !loop->is_light; /* it was not looked at */
}

static void bind_one(pme_loop_advice *loop, const pme_loop_advice *other) {
  const pme_candidate *change = &loop->candidates[0];
  loop->is_matched = true;
  loop->matched = other->node;
  loop->pays = change->schedule == PME_SCHEDULE_STATIC && change->pad_count == 0 && !loses_by(other, change) &&
               (!changes_schedule(other) || is_same_schedule(change, &other->candidates[0]));
}

static void bind(pme_advice *advice, int first, int second) {
  pme_loop_advice *a = &advice->loops[first], *b = &advice->loops[second];
  if (!are_matched(advice, first, second))
    return;
  if (changes_schedule(a))
    bind_one(a, b);
  if (changes_schedule(b))
    bind_one(b, a);
}

/* ---- the loops that no barrier parts ---- */

static void visit(phase *p, pme_advice *advice, int id);

static void visit_children(phase *p, pme_advice *advice, int id) {
  for (int child = node_at(advice, id)->first_child; child != PME_NONE; child = node_at(advice, child)->next_sibling)
    visit(p, advice, child);
}

static void visit(phase *p, pme_advice *advice, int id) {
  const pme_concrete_node *node = node_at(advice, id);
  if (node->kind == PME_NODE_ACCESS)
    return;
  if (node->kind != PME_NODE_LOOP || !node->u.loop.parallel) {
    bool again = node->kind == PME_NODE_LOOP; /* the last loop of a round and the first one of the next */
    p->count = node->kind == PME_NODE_REGION ? 0 : p->count;
    for (int round = 0; round <= again; round++)
      visit_children(p, advice, id);
    return;
  }
  int row = row_of(advice, id);
  for (int i = 0; i < p->count && row != PME_NONE; i++)
    if (p->loops[i] != row)
      bind(advice, p->loops[i], row);
  if (!node->u.loop.nowait)
    p->count = 0;
  else if (row != PME_NONE && p->count < MOST_TOGETHER)
    p->loops[p->count++] = row;
}

void pme__keep_matched(pme_advice *advice) {
  phase p = {.count = 0};
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(advice->prediction->concrete)); id++)
    if (node_at(advice, id)->parent == PME_NONE)
      visit(&p, advice, id);
}
