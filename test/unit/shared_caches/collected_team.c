#include "test/unit/shared_caches/collected_team.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/shared_caches/concurrent.h"
#include "test/property/concurrent/sharing_workloads.h"

void assert_near(double found, double expected, double tolerance) {
  if (!(fabs(found - expected) <= tolerance))
    fail_msg("%.12g is not %.12g (tolerance %g)", found, expected, tolerance);
}

team collect(team_trace trace, bool ignore_popularity) {
  team t = {.arena = pme_arena_create(), .trace = trace};
  pme__sharing_options options = {.ignore_popularity = ignore_popularity};
  /* The streams point into the caller's copy of the trace, whose arrays are the same. */
  static team_trace kept;
  kept = trace;
  t.streams = team_trace_streams(&kept);
  assert_int_equal(pme__sharing_collect(&t.streams, &options, t.arena, &t.sharing), PME_OK);
  return t;
}

void done(team *t) {
  pme_arena_destroy(t->arena);
  team_trace_close(&t->trace);
}
