/* Levels that hand lines to each other: a few accesses by eye, and failing memory. Whole programs beside the simulator:
 * test/property/test_hierarchy_exact.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/hierarchy/hierarchy.h"

static pme_machine read(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

/* Reference 0 reads and 1 writes the line of a letter. */
static bool touch(pme__hierarchy *h, const char *lines) {
  bool good = true;
  for (const char *at = lines; *at && good; at++) {
    bool is_write = *at >= 'a';
    pme__hierarchy_access access = {
        .address = 64 * (*at - (is_write ? 'a' : 'A')), .size_bytes = 8, .reference = is_write, .is_write = is_write};
    good = pme__hierarchy_touch(h, &access);
  }
  return good;
}

/* a, then B and C: L1 has one line, a and B are in L2, then A moves up, still changed, and drives C into L2. */
static void test_victims(void **state) {
  (void)state;
  pme_machine machine = read("cores=1;L1=64,1,64;L2=128,2,64,inclusion=victim");
  pme_arena *arena = pme_arena_create();
  const pme__hierarchy_shape shape = {.machine = &machine, .references = 2};
  assert_true(pme__hierarchy_fits(&machine));
  pme__hierarchy *h = pme__hierarchy_create(&shape, arena);
  pme__hierarchy_team(h, 1);
  assert_true(touch(h, "aBCA"));
  pme__hierarchy_end(h);
  const pme__hierarchy_counts *reads = pme__hierarchy_counts_of(h), *writes = reads + 2;
  assert_true(writes[0].misses == 1 && writes[0].write_backs == 1 && writes[1].fills == 1);
  assert_true(reads[0].misses == 3 && reads[1].misses == 2 && reads[0].clean_outs == 2 && reads[0].left == 1);
  pme_arena_destroy(arena);
}

/* The same with levels apart: A hits L2, which has C and B and A. */
static void test_apart(void **state) {
  (void)state;
  pme_machine machine = read("cores=1;L1=64,1,64;L2=192,3,64,inclusion=victim");
  pme_arena *arena = pme_arena_create();
  const pme__hierarchy_shape shape = {.machine = &machine, .references = 2, .apart = true};
  pme__hierarchy *h = pme__hierarchy_create(&shape, arena);
  pme__hierarchy_team(h, 1);
  assert_true(touch(h, "aBCA"));
  const pme__hierarchy_counts *reads = pme__hierarchy_counts_of(h);
  assert_true(reads[0].misses == 3 && reads[1].asked == 3 && reads[1].misses == 2);
  pme_arena_destroy(arena);
}

static void test_no_memory(void **state) {
  (void)state;
  pme_machine machine = read("cores=1;L1=64,1,64;L2=128,2,64,inclusion=victim");
  const pme__hierarchy_shape shape = {.machine = &machine, .references = 2};
  bool good = false;
  for (long n = 1; n < 60 && !good; n++) {
    pme_fail_allocation_after(n);
    pme_arena *arena = pme_arena_create();
    pme__hierarchy *h = arena ? pme__hierarchy_create(&shape, arena) : NULL;
    if (h)
      pme__hierarchy_team(h, 1);
    good = h && touch(h, "aBCA");
    pme_fail_allocation_after(0);
    pme_arena_destroy(arena);
  }
  assert_true(good);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_victims), cmocka_unit_test(test_apart),
                                     cmocka_unit_test(test_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
