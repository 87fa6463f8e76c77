/* What a branch costs that a core has guessed wrong. */
#include <stdint.h>

#include "calibrate_bench.h"

enum { BRANCHES = 1 << 15 };

/* What the optimiser must not take away. */
static volatile uint32_t sink;

/* Not to be computed without a branch. */
#if defined(__GNUC__)
#define KEEP_APART(x) __asm__ volatile("" : "+r"(x))
#else
#define KEEP_APART(x) (sink = (x))
#endif

static double seconds_of(const unsigned char *taken) {
  uint32_t ways[2] = {0, 0};
  double start = bench_now_s();
  for (int i = 0; i < BRANCHES; i++) {
    if (taken[i]) {
      ways[1]++;
      KEEP_APART(ways[1]);
    } else {
      ways[0] += 3;
      KEEP_APART(ways[0]);
    }
  }
  double seconds = bench_now_s() - start;
  sink = ways[0] + ways[1];
  return seconds / BRANCHES;
}

/* Branches that are taken at random, others in each run: long rows are learnt as well. Half of them are guessed wrong. */
double calibrate_run_branch(bench *b, const void *argument) {
  static uint64_t state = 88172645463325252u;
  static unsigned char taken[BRANCHES], always[BRANCHES];
  (void)b, (void)argument;
  for (int i = 0; i < BRANCHES; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    taken[i] = state >> 40 & 1;
  }
  double foreseen = seconds_of(always), random = seconds_of(taken);
  return random > foreseen ? 2 * (random - foreseen) : 0;
}
