/* Advice for machines and loops at the edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmecache/advice.h"
#include "test/unit/advise/asked.h"

static const char tiny[] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 2 parallel work 1\n"
                           "read a @ 8*i\nend\n";

/* More iterations than a number of 64 bits can say. */
static const char endless[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                              "loop i = 0 .. 9999999 parallel collapse 3 schedule static 1 work 1\n"
                              "loop j = 0 .. 9999999\nloop k = 0 .. 9999999\nread a @ 8*k\nend\nend\nend\n";

static const struct {
  const char *name, *program, *machine;
  int threads;
} edges[] = {
    {"no shared level", SHARING, "cores=4;L1=32K,8,64,latency=4;L2=256K,8,64,latency=10;memory=160", 4},
    {"one core", SHARING, "cores=1;L1=32K,8,64,latency=4;memory=160", 1},
    {"one core, four threads", SHARING, "cores=1;L1=32K,8,64,latency=4;memory=160", 4},
    {"more threads than cores", TRIANGLE, "cores=2;L1=32K,8,64,latency=4;L2=4M,16,64,shared=2,latency=14;memory=150",
     64},
    {"more threads than iterations", tiny, CORE_I7, 16},
    {"some latencies missing", SHARING, "cores=4;L1=32K,8,64,latency=4;L2=256K,8,64;memory=160", 4},
    {"as many iterations as can be", endless, FOUR_CORES, 4},
    {"many cores", TRIANGLE, "epyc-7702p", 64},
};

static void test_edges(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    asked a = ask(edges[i].program, edges[i].machine, edges[i].threads, (pme_advise_options){.thorough = true});
    const pme_loop_advice *loop = only(&a);
    for (int c = 0; c < loop->count; c++) {
      const pme_candidate *x = &loop->candidates[c];
      if (x->ratio != x->ratio || x->ratio < 0 || x->threads < 1 ||
          (x->threads > a.machine->cores && x->threads != edges[i].threads))
        fail_msg("%s: candidate %d: %d threads, ratio %g", edges[i].name, c, x->threads, x->ratio);
    }
    assert_true(loop->candidates[loop->present].is_present);
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
