/* Area vectors thinned by guards: each line is there with a probability, independently of the others. */
#include "guard_thinning.h"

#include <string.h>

/* References of a block that stand for all. */
enum { MOST_REFERENCES = 8 };

static int guard_of(const pme_concrete *concrete, int node) {
  while (node != PME_NONE && pme_concrete_node_at(concrete, node)->kind != PME_NODE_GUARD)
    node = pme_concrete_node_at(concrete, node)->parent;
  return node;
}

/* Asked for again and again. */
static double share_inside(pme__context *context, int q, int carrier_depth) {
  double *share = &context->inside_shares[q * (PME_MAX_DEPTH + 1) + carrier_depth + 1];
  double before = pme__guard_shares_effort(context->guard_shares);
  if (*share < 0 && context->over_budget)
    return 1; /* what is counted now is no answer */
  if (*share < 0)
    *share = pme__guard_share_inside(context->guard_shares, context->view->references[q].node, carrier_depth,
                                     (int)context->line_bytes);
  pme__context_spend(context, pme__guard_shares_effort(context->guard_shares) - before);
  return *share;
}

/* What is left of the reference's lines, and of those of others that go the same way behind other guards: taken to
 * exclude each other, so that shares add up. */
static double share_with_others(pme__context *context, int r, int carrier_depth) {
  const pme__instance_view *view = context->view;
  const pme__reference *reference = &view->references[r];
  int guards[PME_MAX_DEPTH], count = 0;
  double sum = 0;
  for (int q = 0; q < view->reference_count && sum < 1; q++) {
    const pme__reference *other = &view->references[q];
    int guard = guard_of(view->concrete, other->node);
    int64_t distance = other->offset->constant - reference->offset->constant;
    bool is_near =
        other->array == reference->array && distance < context->line_bytes && distance > -context->line_bytes;
    bool is_new = count < PME_MAX_DEPTH;
    for (int i = 0; i < count; i++)
      is_new = is_new && guards[i] != guard;
    if (!is_near || !is_new || !pme__instance_view_move_alike(view, reference, other))
      continue;
    guards[count++] = guard;
    sum += share_inside(context, q, carrier_depth);
  }
  return sum < 1 ? sum : 1;
}

double pme__thinning_share(pme__context *context, int block, int carrier) {
  const pme__instance_view *view = context->view;
  if (!context->shares)
    return 1;
  double *share = &context->shares[block * view->loop_count + carrier];
  if (*share > 0)
    return *share;
  double sum = 0;
  int count = 0;
  for (int r = 0; r < view->reference_count && count < MOST_REFERENCES; r++)
    if (view->references[r].block == block && pme__instance_view_encloses(view, carrier, &view->references[r])) {
      sum += share_with_others(context, r, carrier == 0 ? -1 : view->loops[carrier].source_depth);
      count++;
    }
  *share = count && sum > 0 ? sum / count : 1;
  return *share;
}

void pme__thinning_apply(pme__context *context, double share, double *vector) {
  double *thin = context->thinned, odds = share / (1 - share);
  if (share >= 1)
    return;
  memset(thin, 0, (size_t)(context->most + 1) * sizeof *thin);
  thin[context->most] = vector[context->most];
  double none = 1; /* (1 - share)^c */
  for (int c = 0; c < context->most; c++, none *= 1 - share) {
    double part = vector[c] * none;
    for (int m = 0; m <= c; m++) {
      thin[m] += part;
      part *= odds * (c - m) / (m + 1);
    }
  }
  memcpy(vector, thin, (size_t)(context->most + 1) * sizeof *thin);
  pme__context_spend(context, (double)context->most * context->most);
}
