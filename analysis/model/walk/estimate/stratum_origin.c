/* Which loop and kind of reuse a stratum stands for, and its share of the instances. */
#include "stratum_origin.h"

/* Of one stratum; the same ones for all strata of a reference, so that their weights add up to 1 in each. */
enum { MOST_DRAWS = 512, LEAST_DRAWS = 16, DRAWS_OF_LEVEL = 200000 };
static const uint64_t SEED = 1;

/* The loop of the program that the loop of the walk came from; PME_NONE for the root, phases and guards. */
static int source_of(const pme__loop_tree *program, const pme__tree_reference *reference, int level) {
  const pme__tree_origin *origin = &reference->path[level]->origin;
  if (origin->term_count == 0)
    return PME_NONE;
  int depth = origin->terms[origin->term_count - 1].source_depth, id = reference->node;
  const pme_concrete_node *node = pme_concrete_node_at(program->concrete, id);
  while (node->kind != PME_NODE_LOOP || node->u.loop.depth != depth) {
    id = node->parent;
    if (id == PME_NONE)
      return PME_NONE;
    node = pme_concrete_node_at(program->concrete, id);
  }
  return id;
}

pme_stratum pme__walk_stratum(pme__level_state *state, const pme__carriers *carriers, int c) {
  static const pme_reuse_kind kinds[] = {
      [PME__CARRIER_SHARERS] = PME_REUSE_THREADS,  [PME__CARRIER_LOOP] = PME_REUSE_ITERATION,
      [PME__CARRIER_BLOCKS] = PME_REUSE_CHUNKS,    [PME__CARRIER_ROUNDS] = PME_REUSE_ROUNDS,
      [PME__CARRIER_DIGITS] = PME_REUSE_ITERATION, [PME__CARRIER_OUTER_DIGIT] = PME_REUSE_ITERATION};
  const pme__loop_tree *program = pme__level_state_program(state);
  const pme__tree_reference *reference = &program->references[carriers->reference];
  if (c == carriers->count)
    return (pme_stratum){.kind = PME_REUSE_NONE, .loop = PME_NONE, .certified = true, .source = PME_NONE};
  const pme__carrier *carrier = &carriers->at[c];
  return (pme_stratum){.kind = kinds[carrier->kind],
                       .loop = source_of(program, reference, carrier->level),
                       .stride_bytes = carrier->stride_bytes,
                       .certified = true,
                       .source = PME_NONE};
}

double pme__walk_share(pme__level_state *state, const pme__sample_source *source, const pme__carriers *carriers, int c,
                       int64_t *group_bases) {
  pme__sample_sequence sequence;
  pme__walk_instance instance;
  uint64_t random = SEED;
  int64_t work = 0;
  int drawn = 0, draws = DRAWS_OF_LEVEL / (2 * source->program->reference_count);
  double weights = 0;
  draws = draws > MOST_DRAWS ? MOST_DRAWS : draws < LEAST_DRAWS ? LEAST_DRAWS : draws;
  pme__sample_sequence_init(&sequence, &random);
  for (; drawn < draws && pme__walk_draw(source, &sequence, &random, &instance, group_bases, &work); drawn++) {
    if (source->moves_bases)
      pme__level_state_place(state, group_bases);
    uint64_t own = random; /* projections into different strata use up different numbers */
    weights += pme__carrier_project(state, carriers, c, &own, &instance);
  }
  if (drawn == 0) /* the domain is hard to hit: nothing is known of its strata */
    return c == carriers->count ? 1 : 0;
  return weights / drawn;
}
