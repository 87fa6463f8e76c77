/* What a recovered program claims: its accesses one after the other, as one thread of a team makes them. An enumerator
 * of its own, as plain as can be: it judges. */
#ifndef PMECACHE_TEST_ORACLE_CLAIM_WALK_H
#define PMECACHE_TEST_ORACLE_CLAIM_WALK_H

#include "pmecache/concrete.h"

/* Called for each access; `node` is the access, `offset_bytes` its place in its array. False ends the walk. */
typedef bool (*claim_visitor)(void *state, int node, int64_t offset_bytes);

/* Thread `thread` of `threads`: outside regions only thread 0 runs; worksharing loops are dealt out as libomp does for
 * `schedule(static[, chunk])`. With one thread every schedule is the serial order. Stops after `steps` iterations and
 * accesses: a wrong claim must not take for ever. */
void claim_walk(const pme_concrete *concrete, int thread, int threads, uint64_t steps, claim_visitor visitor,
                void *state);

/* The nearest enclosing parallel loop of a node (the node itself included), or PME_NONE. */
int claim_workshare_of(const pme_program *program, int node);

#endif
