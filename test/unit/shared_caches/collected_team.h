/* Histograms of a team that are collected from a workload: shared by the tests of concurrent distances. */
#ifndef PMECACHE_TEST_UNIT_SHARED_CACHES_COLLECTED_TEAM_H
#define PMECACHE_TEST_UNIT_SHARED_CACHES_COLLECTED_TEAM_H

#include <stdbool.h>

#include "analysis/shared_caches/concurrent.h"
#include "test/property/concurrent/sharing_workloads.h"

void assert_near(double found, double expected, double tolerance);

typedef struct team {
  pme_arena *arena;
  team_trace trace;
  pme__streams streams;
  pme__sharing sharing;
} team;

/* Takes the trace, and gives it back with the rest in `done`. */
team collect(team_trace trace, bool ignore_popularity);
void done(team *t);

#endif
