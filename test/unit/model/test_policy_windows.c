/* Replacement policies that windows tell, beside the simulator. */
#include <math.h>

#include "analysis/model/windows/policy_windows.h"
#include "analysis/model/windows/residue_caches.h"
#include "test/unit/model/both_answers.h"

#define STENCIL                                                                                                        \
  "array A element 8 base 0\narray B element 8 base 8388608\nloop t = 0 .. 9\n"                                        \
  "loop i = 1 .. 598\nloop j = 1 .. 598\nread A @ 4800*i + 8*j - 4800\nread A @ 4800*i + 8*j\n"                        \
  "read A @ 4800*i + 8*j + 4800\nwrite B @ 4800*i + 8*j\nend\nend\n"                                                   \
  "loop i = 1 .. 598\nloop j = 1 .. 598\nread B @ 4800*i + 8*j\nwrite A @ 4800*i + 8*j\nend\nend\nend\n"
#define TRIANGLE                                                                                                       \
  "array A element 8 base 0\nloop i = 0 .. 399\nloop j = 0 .. i\nloop k = 0 .. j\n"                                    \
  "read A @ 3208*i + 8*k\nread A @ 3208*j + 8*k\nend\nend\nend\n"
#define PRODUCT                                                                                                        \
  "array A element 8 base 0\narray B element 8 base 2097152\narray C element 8 base 4194304\n"                         \
  "loop i = 0 .. 299\nloop j = 0 .. 299\nread C @ 2400*i + 8*j\nloop k = 0 .. 299\nread A @ 2400*i + 8*k\n"            \
  "read B @ 2400*k + 8*j\nend\nwrite C @ 2400*i + 8*j\nend\nend\n"

static double error_of(double value, double truth) { return truth > 0 ? fabs(value - truth) / truth : value; }

static const char *const programs[] = {STENCIL, TRIANGLE, PRODUCT};

/* Of the first programs at both levels: as close as a quick answer is, and nothing is said to be LRU. */
static void compare(const char *machine, size_t count, double most_error) {
  for (size_t i = 0; i < count; i++) {
    answers a;
    ask(&a, programs[i], machine, NULL);
    for (int l = 0; l < a.machine.level_count; l++) {
      const pme_misses *m = &a.predicted->levels[l], *s = &a.simulated->levels[l];
      if (error_of(m->misses, s->misses) > most_error)
        fail_msg("program %zu, %s, level %d: %g, exact %g", i, machine, l, m->misses, s->misses);
      assert_true(m->low <= s->misses * (1 + most_error) && s->misses <= m->high * (1 + most_error));
    }
    for (int k = 0; k < a.predicted->assumption_count; k++)
      assert_int_not_equal(a.predicted->assumptions[k].code, PME_ASSUMPTION_POLICY_AS_LRU);
    forget(&a);
  }
}

static void test_policies(void **state) {
  (void)state;
  compare("cores=1;L1=32K,8,64,policy=plru;L2=256K,8,64,policy=qlru_h00_m1_r2_u1", 2, 0.04);
  compare("cores=1;L1=32K,8,64,policy=fifo;L2=256K,8,64,policy=fifo", 1, 0.04);
  compare("cores=1;L1=16K,4,64,policy=qlru_h11_m1_r0_u0;L2=256K,16,64,policy=nru", 3, 0.04);
}

/* Lines that do not quite fit, over and over: what QLRU keeps of them takes many rounds to settle, which windows of
 * residues see. Caches are empty at the start of a program that is run from there. */
static void test_nearly_fits(void **state) {
  (void)state;
  answers a;
  const char *machine = "cores=1;L1=8K,2,64,policy=plru;L2=64K,16,64,policy=qlru_h00_m1_r2_u1";
  ask(&a, "array A element 8 base 0\nloop t = 0 .. 14999\nloop i = 0 .. 1151\nread A @ 64*i\nend\nend\n", machine,
      NULL);
  assert_true(error_of(a.predicted->levels[1].misses, a.simulated->levels[1].misses) < 0.02);
  assert_true(a.simulated->levels[1].misses < a.simulated->levels[0].misses / 2);
  double twice = 2 * a.simulated->levels[1].misses;
  forget(&a);
  /* The same, twice as long, by elements: 553 million accesses, of which two a line are run. */
  ask_prediction(&a, "array A element 4 base 0\nloop t = 0 .. 29999\nloop i = 0 .. 18431\nread A @ 4*i\nend\nend\n",
                 machine, NULL);
  assert_true(error_of(a.predicted->levels[1].misses, twice) < 0.02);
  forget(&a);
  ask(&a, "array A element 8 base 0\nloop t = 0 .. 14999\nloop i = 0 .. 1151\nread A @ 64*i\nend\nend\n", machine,
      &(pme_predict_options){.budget_ms = 0.5});
  assert_true(a.predicted->levels[1].low <= a.simulated->levels[1].misses);
  forget(&a);
  ask(&a, "array A element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 1151\nread A @ 64*i\nend\nend\n", machine,
      &(pme_predict_options){.sampled_only = true});
  assert_true(a.predicted->levels[1].misses == a.simulated->levels[1].misses);
  forget(&a);
}

/* A level that is asked for what the one above missed is told by windows, too, whatever the policies; one that is hardly
 * larger gets much of its lines from what that writes back. */
static void test_levels_that_see_misses(void **state) {
  (void)state;
  answers a;
  compare("cores=1;L1=16K,4,64,policy=plru;L2=256K,16,64,policy=qlru_h00_m1_r2_u1,sees=misses", 3, 0.04);
  compare("cores=1;L1=16K,4,64;L2=256K,16,64,sees=misses;L3=2M,16,64,sees=misses", 1, 0.04);
  ask(&a, TRIANGLE, "cores=1;L1=32K,8,64;L2=256K,8,64,sees=misses;L3=512K,8,64,sees=misses", NULL);
  assert_true(pme__windows_tell_policy(a.concrete, &a.machine, 1) &&
              !pme__windows_tell_policy(a.concrete, &a.machine, 2));
  assert_true(!pme__windows_tell_hierarchy(a.concrete, &a.machine));
  forget(&a);
  ask(&a, TRIANGLE, "cores=1;L1=32K,8,64;L2=256K,8,64,sees=misses", NULL);
  assert_true(pme__windows_tell_hierarchy(a.concrete, &a.machine));
  assert_true(a.predicted->levels[1].accesses <= a.predicted->levels[0].misses);
  assert_true(a.predicted->levels[1].misses <= a.predicted->levels[0].misses);
  forget(&a);
}

/* Entries of the page table that a level behind the first misses come beside the lines of the accesses themselves. */
static void test_walks_beside_lines(void **state) {
  (void)state;
  const char *sees[] = {"", ",sees=misses"};
  for (int i = 0; i < 2; i++) {
    answers a;
    char machine[160];
    snprintf(machine, sizeof machine,
             "cores=1;L1=16K,8,64,policy=plru;L2=64K,16,64,policy=qlru_h00_m1_r2_u1%s;pages=96,4K,ways=12,first=4,"
             "first_ways=4,walks=L1",
             sees[i]);
    ask(&a, "array A element 8 base 0\nloop j = 0 .. 99\nloop i = 0 .. 3999\nread A @ 36928*i + 8*j\nend\nend\n",
        machine, NULL);
    assert_true(a.simulated->levels[1].misses > 1.9 * 400000);
    assert_true(error_of(a.predicted->levels[1].misses, a.simulated->levels[1].misses) < 0.01);
    forget(&a);
  }
}

/* Few draws of frames put more pages into a part of a cache than it has ways: the number is what a run has, most likely,
 * the interval has the others. */
static void test_frames_that_are_seldom_drawn(void **state) {
  (void)state;
  const char *last[] = {"1999", "199999"}; /* run for single residues, and in windows */
  for (int i = 0; i < 2; i++) {
    answers a = {0};
    char program[160];
    snprintf(program, sizeof program,
             "array A element 8 base 0\nloop t = 0 .. %s\nloop k = 0 .. 9111\nread A @ 64*k\nend\nend\n", last[i]);
    ask_prediction(&a, program, "cores=1;L1=32K,8,64;L2=1M,16,64,policy=qlru_h00_m1_r2_u1;pages=1536,4K,frames=random",
                   NULL);
    assert_true(a.predicted->levels[1].misses >= 9000 && a.predicted->levels[1].misses < 9300);
    assert_true(a.predicted->levels[1].high > 100000);
    forget(&a);
  }
}

/* A triangle that is read once: what windows scatter by is far more than what the walk leaves open, and no more of them
 * tell more. */
static void test_no_more_than_tells(void **state) {
  (void)state;
  answers a;
  ask_prediction(&a,
                 "array A element 8 heap likely\narray x element 8 heap likely\nloop i = 0 .. 1999\nwrite x @ 8*i\n"
                 "loop j = 0 .. i - 1\nread A @ 16000*i + 8*j\nread x @ 8*j\nread x @ 8*i\nwrite x @ 8*i\nend\nend\n",
                 "cores=1;L1=32K,8,64,policy=plru;L2=1M,16,64,policy=qlru_h00_m1_r2_u1,sees=misses;"
                 "pages=1536,4K,ways=12,frames=random",
                 NULL);
  assert_true(a.predicted->effort < 2e7);
  forget(&a);
}

/* One draw has no look-ups of others, also where a level is not asked. */
static void test_one_draw(void **state) {
  (void)state;
  static const char text[] = "cores=1;L1=32K,8,64;L2=256K,8,64,sees=misses";
  const pme__residue residue = {.line_shift = 6, .count = 64};
  const bool told[PME_MAX_LEVELS] = {false, true};
  pme_machine machine;
  pme_arena *arena = pme_arena_create();
  pme__residue_misses misses;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  pme__residue_caches *caches = pme__residue_caches_create(&machine, told, &residue, 1, arena);
  assert_non_null(caches);
  pme__residue_caches_empty(caches, true);
  for (int i = 0; i < 10; i++) /* two lines, which hit from the third access on */
    pme__residue_caches_touch(caches, &(pme__core_access){4096 * (i & 1), 8, false}, &misses);
  assert_int_equal(pme__residue_caches_drawn(caches), 0);
  pme_arena_destroy(arena);
}

/* Rows whose references come to other lines at different iterations: after one that hit everywhere those in the same
 * lines are left out at once. Not under bit-PLRU, where uses that come again may take other marks away. */
static void test_rows_that_settle_at_once(void **state) {
  (void)state;
  static const char rows[] = "array y element 8 base 0\narray z element 8 base 1056832\nloop k = 1 .. 1399\n"
                             "loop i = 0 .. k - 1\nread y @ 8*i\nread y @ 8*k - 8*i - 8\nwrite z @ 8*i\nend\nend\n";
  answers at_once, twice;
  ask_prediction(&at_once, rows, "cores=1;L1=16K,4,64,policy=plru", NULL);
  ask_prediction(&twice, rows, "cores=1;L1=16K,4,64,policy=mru", NULL);
  assert_true(at_once.predicted->effort < 0.85 * twice.predicted->effort);
  forget(&at_once);
  forget(&twice);
}

/* A write to a line that is there is no use of it: the simulator does the same. */
static void test_loads_only(void **state) {
  (void)state;
  compare("cores=1;L1=32K,8,64,policy=plru_loads;L2=256K,8,64,policy=plru", 1, 0.04);
  pme_policy policy;
  char name[PME_POLICY_NAME_BYTES];
  assert_true(pme_policy_named("plru_loads", &policy) && policy.loads_only);
  pme_policy_name(&policy, name);
  assert_string_equal(name, "plru_loads");
}

/* Sets of the larger buffer of translations by exclusive or. */
static void test_hashed_translations(void **state) {
  (void)state;
  answers hashed, plain;
  const char *body =
      "array A element 8 base 0\nloop i = 0 .. 1999\nloop j = 0 .. 39\nread A @ 65536*j + 8*i\nend\nend\n";
  ask(&hashed, body, "cores=1;L1=32K,8,64;pages=96,4K,ways=12,first=4,first_ways=4,walks=L1,hash=xor", NULL);
  ask(&plain, body, "cores=1;L1=32K,8,64;pages=96,4K,ways=12,first=4,first_ways=4,walks=L1", NULL);
  assert_true(error_of(hashed.predicted->levels[0].misses, hashed.simulated->levels[0].misses) < 0.03);
  assert_true(error_of(plain.predicted->levels[0].misses, plain.simulated->levels[0].misses) < 0.03);
  assert_true(hashed.simulated->levels[0].page_walks != plain.simulated->levels[0].page_walks);
  forget(&hashed);
  forget(&plain);
}

/* Caches that cores share are not told by windows of one thread. */
static void test_where(void **state) {
  (void)state;
  answers a;
  ask(&a, TRIANGLE, "cores=2;L1=32K,8,64;L2=256K,8,64,policy=fifo,shared=2", NULL);
  assert_true(!pme__windows_tell_policy(a.concrete, &a.machine, 0) &&
              pme__windows_tell_policy(a.concrete, &a.machine, 1));
  forget(&a);
}

/* Where not all accesses are run prefetchers are left out, and it is said. */
static void test_prefetchers_are_left_out(void **state) {
  (void)state;
  answers a;
  bool said = false;
  ask(&a, STENCIL, "cores=1;L1=32K,8,64;L2=256K,8,64,prefetch=streamer", &(pme_predict_options){.sampled_only = true});
  for (int k = 0; k < a.predicted->assumption_count; k++)
    said = said || a.predicted->assumptions[k].code == PME_ASSUMPTION_PREFETCHERS_LEFT_OUT;
  assert_true(said && a.predicted->levels[1].prefetches == 0 && a.simulated->levels[1].prefetches > 0);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_policies),
                                     cmocka_unit_test(test_nearly_fits),
                                     cmocka_unit_test(test_levels_that_see_misses),
                                     cmocka_unit_test(test_walks_beside_lines),
                                     cmocka_unit_test(test_frames_that_are_seldom_drawn),
                                     cmocka_unit_test(test_no_more_than_tells),
                                     cmocka_unit_test(test_one_draw),
                                     cmocka_unit_test(test_loads_only),
                                     cmocka_unit_test(test_hashed_translations),
                                     cmocka_unit_test(test_rows_that_settle_at_once),
                                     cmocka_unit_test(test_where),
                                     cmocka_unit_test(test_prefetchers_are_left_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
