/* What worksharing loops of a trace miss under a team, and how long they take. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/recorded/recorded_time.h"
#include "analysis/team/team_loops.h"

/* ---- traces in memory: two worksharing loops ---- */

enum { FIRST = 1, SECOND = 2, ITERATIONS = 8, EACH = 64, MOST = ITERATIONS * EACH };

typedef struct example {
  pme__line_reference reference[2][MOST];
  uint64_t start[2][ITERATIONS + 1];
  pme__iteration_array array[2];
  pme__piece work[2];
  pme__sequential_trace trace;
} example;

typedef uint64_t line_of(int loop, int iteration, int j);

static void make(example *e, line_of *line, bool is_write, bool no_barrier) {
  memset(e, 0, sizeof *e);
  for (int loop = 0; loop < 2; loop++) {
    for (int i = 0; i < ITERATIONS; i++)
      for (int j = 0; j < EACH; j++)
        e->reference[loop][i * EACH + j] = pme__reference_make(line(loop, i, j), is_write && j % 2);
    for (int i = 0; i <= ITERATIONS; i++)
      e->start[loop][i] = (uint64_t)i * EACH;
    e->array[loop] = (pme__iteration_array){ITERATIONS, e->start[loop], e->reference[loop]};
    e->work[loop] = (pme__piece){.kind = PME_PIECE_LOOP,
                                 .iterations = pme__iterations_of_array(&e->array[loop]),
                                 .no_barrier = no_barrier && loop == 0,
                                 .loop = loop ? SECOND : FIRST};
  }
  e->trace = (pme__sequential_trace){
      .line_bytes = 64, .work_count = 2, .work = e->work, .reference_count = 2 * MOST, .loop_count = 2};
}

static uint64_t in_a_row(int loop, int i, int j) { return (uint64_t)(5000 + loop * 100000 + i * EACH + j); }
static uint64_t scattered(int loop, int i, int j) { return (uint64_t)(5000 + loop * 1000000 + (i * EACH + j) * 1031); }
static uint64_t one_line(int loop, int i, int j) { return (uint64_t)(loop + 0 * (i + j)); }

static pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

static void ask(const example *e, const pme_machine *machine, uint32_t threads, pme_arena *arena,
                pme__team_loop **loops) {
  pme__team_question question = {.machine = machine, .threads = threads};
  assert_int_equal(pme__team_loops(&e->trace, &question, arena, loops, NULL), PME_OK);
}

static double missed(const pme__team_loop *loop, int level, int foreseen) {
  return loop->misses[level][foreseen][0] + loop->misses[level][foreseen][1];
}

static example example_trace;

/* Each line once: every access misses, and all but where a thread begins are foreseen, or none. */
static void lines_are_foreseen_or_not(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=4;L1=1K,2,64;L2=64K,4,64,shared=4");
  for (uint32_t threads = 1; threads <= 4; threads *= 2) {
    pme_arena *arena = pme_arena_create();
    pme__team_loop *loops;
    make(&example_trace, in_a_row, false, false);
    ask(&example_trace, &machine, threads, arena, &loops);
    for (int l = 0; l < 2; l++) {
      assert_true(loops[l].references[0] == MOST && loops[l].references[1] == 0);
      assert_true(loops[l].executions == 1 && loops[l].iterations == ITERATIONS);
      assert_true(loops[l].busiest == MOST / threads);
      assert_true(missed(&loops[l], 0, PME_FORESEEN) == MOST - threads);
      assert_true(missed(&loops[l], 1, 0) == threads);
    }
    make(&example_trace, scattered, true, false);
    ask(&example_trace, &machine, threads, arena, &loops);
    assert_true(missed(&loops[1], 0, 0) == MOST && missed(&loops[1], 0, PME_FORESEEN) == 0);
    assert_true(loops[1].misses[0][0][1] == MOST / 2);
    assert_true(loops[1].coherence[0] == 0 && loops[1].coherence[1] == 0);
    pme_arena_destroy(arena);
  }
}

/* Two threads that read and write one line in turn. */
static void written_lines_are_lost(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=2;L1=1K,2,64;L2=64K,4,64,shared=2");
  pme_arena *arena = pme_arena_create();
  pme__team_loop *loops;
  make(&example_trace, one_line, true, false);
  ask(&example_trace, &machine, 1, arena, &loops);
  assert_true(loops[0].coherence[0] + loops[0].coherence[1] == 0);
  ask(&example_trace, &machine, 2, arena, &loops);
  /* Read, read, write, write: the first read finds the line gone, and then the second write. */
  for (int write = 0; write < 2; write++)
    assert_true(loops[0].coherence[write] >= MOST / 4 - 1 && loops[0].coherence[write] <= MOST / 4);
  make(&example_trace, one_line, false, false);
  ask(&example_trace, &machine, 2, arena, &loops);
  assert_true(loops[0].coherence[0] + loops[0].coherence[1] == 0);
  pme_arena_destroy(arena);
}

/* Without a barrier between them both are one phase; references still belong to their own loop. */
static void loops_are_told_apart_without_barriers(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=4;L1=1K,2,64;L2=64K,4,64,shared=4");
  pme_arena *arena = pme_arena_create();
  pme__team_loop *loops;
  make(&example_trace, scattered, false, true);
  ask(&example_trace, &machine, 3, arena, &loops);
  for (int l = 0; l < 2; l++) {
    assert_true(loops[l].references[0] == MOST);
    assert_true(missed(&loops[l], 0, 0) == MOST);
    assert_true(loops[l].busiest == 3 * EACH);
  }
  pme_arena_destroy(arena);
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=2;L1=1K,2,64;L2=64K,4,64,shared=2");
  pme__team_question question = {.machine = &machine, .threads = 2};
  pme_arena *arena = pme_arena_create();
  pme__team_loop *loops;
  make(&example_trace, scattered, true, false);
  pme_status status = PME_NO_MEMORY;
  long n = 1;
  for (; status != PME_OK && n < 5000; n++) {
    pme_fail_allocation_after(n);
    status = pme__team_loops(&example_trace.trace, &question, arena, &loops, NULL);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_fail_allocation_after(0);
  assert_int_equal(status, PME_OK);
  assert_true(n > 10);
  pme_arena_destroy(arena);
}

static void times_need_a_recorded_trace(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=2;L1=1K,2,64,latency=4;L2=64K,4,64,shared=2,latency=20;memory=200");
  pme__team_question question = {.machine = &machine, .threads = 2};
  pme__recorded_times *times;
  pme_error error = {0};
  make(&example_trace, scattered, true, false);
  assert_int_equal(pme__recorded_times_of(&example_trace.trace, &question, &times, &error), PME_UNSUPPORTED);
  assert_non_null(strstr(error.message, "instrumented run"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_foreseen_or_not),
      cmocka_unit_test(written_lines_are_lost),
      cmocka_unit_test(loops_are_told_apart_without_barriers),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(times_need_a_recorded_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
