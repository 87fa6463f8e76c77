/* Loops that a run has measured at places where the compile has none: lines have moved since. */
#include <string.h>

#include "analysis/core/tree.h"
#include "pmecache/profile_answer.h"

static pme_place place_in(const pme_prediction *p, int node) { return pme_subject_at(p->subject, node)->place; }

/* `parallel` alone: a worksharing one. */
static bool is_loop_at(const pme_prediction *p, pme_place place, bool parallel) {
  for (int i = 0; i < p->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(p->subject, p->loops[i].node);
    if (pme__is_same_place(place, node->place) && (node->u.loop.parallel || !parallel))
      return true;
  }
  return false;
}

/* Like it but for the line, and nothing was measured of it. */
static bool may_be(const pme_prediction *asked, const pme_loop_prediction *loop, const pme_prediction *run,
                   const pme_subject_node *measured) {
  const pme_subject_node *node = pme_subject_at(asked->subject, loop->node);
  return node->u.loop.parallel && !pme__is_whole(loop) && node->place.line > 0 &&
         node->place.column == measured->place.column && node->u.loop.variable && measured->u.loop.variable &&
         !strcmp(node->u.loop.variable, measured->u.loop.variable) &&
         !is_loop_at(run, place_in(asked, loop->node), true);
}

int pme_measured_elsewhere(const pme_prediction *asked, const pme_profile_answer *answer) {
  const pme_prediction *run = answer->prediction;
  for (int i = 0; i < run->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(run->subject, run->loops[i].node);
    if (!node->u.loop.parallel || node->place.line <= 0 || is_loop_at(asked, node->place, false))
      continue;
    for (int k = 0; k < asked->loop_count; k++)
      if (may_be(asked, &asked->loops[k], run, node))
        return node->place.line;
  }
  return 0;
}
