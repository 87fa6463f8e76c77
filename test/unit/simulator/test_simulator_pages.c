/* Page walks of the simulator by eye: which translations are there, and the entries that are read for the others.
 *
 * Pages have 512 bytes, so that a page's line is far from its neighbour's; eight entries of the table share a line of 64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/unit/simulator/simulated.h"

/* L1 of one set that holds everything; two translations. */
#define ROOMY_L1 "cores=4;L1=4K,64,64;pages=2,512,ways=2,walks=L1"

/* Three pages in turn, two translations: each access walks. Entries 0 to 2 are in one line: one miss, first touch.
 * Of the array three lines. */
static void test_pages_in_turn(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nloop i = 0 .. 9\nloop j = 0 .. 2\nread M @ 512*j\nend\nend\n", ROOMY_L1,
           NULL);
  const pme_misses *m = &s.prediction->levels[0];
  assert_true(m->accesses == 30 && m->misses == 4 && m->cold == 4 && m->page_walks == 1);
  forget(&s);
}

/* The same without `walks=`. */
static void test_no_walks(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nloop j = 0 .. 2\nread M @ 512*j\nend\n",
           "cores=4;L1=4K,64,64;pages=2,512,ways=2", NULL);
  assert_true(s.prediction->levels[0].misses == 3 && s.prediction->levels[0].page_walks == 0);
  forget(&s);
}

/* L1 holds two lines, LRU; e is the line of entries 0 to 7.
 *   access  A    B    A    C    A
 *   pages   A    BA   AB   CA   AC    hits at the third and the fifth: e is read for A, B and C
 *   L1      eA   eB   AB   eC   CA    latest last; misses e* A*  B*  A*  e* C*  A*  */
static void test_entries_take_room(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nread M @ 0\nread M @ 512\nread M @ 0\nread M @ 1024\nread M @ 0\n",
           "cores=1;L1=128,2,64;pages=2,512,ways=2,walks=L1", NULL);
  assert_true(s.prediction->levels[0].misses == 7 && s.prediction->levels[0].page_walks == 2);
  assert_true(s.prediction->references[3].levels[0].misses == 2 &&
              s.prediction->references[3].levels[0].page_walks == 1);
  forget(&s);
}

/* Pages 0 and 16 (entries in two lines) and 32: a first buffer of one, a second of two in one set.
 *   access  0    16    0     32    0      16
 *   first   0    16    0     32    0      16
 *   second  0    16 0  0 16  32 0  0 32   16 0    walks: 0, 16, 32, 16 */
static void test_two_buffers(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 8192\nread M @ 0\nread M @ 16384\nread M @ 0\n"
                     "read M @ 8192\n";
  simulated s;
  simulate(&s, body, "cores=1;L1=64,1,64;pages=2,512,ways=2,first=1,first_ways=1,walks=L1", NULL);
  assert_true(s.prediction->levels[0].page_walks == 4 && s.prediction->levels[0].misses == 10);
  forget(&s);
}

/* What the first buffer has, the second does not see: C takes A's place there, though A was used before it.
 *   access  A    B    A    C    A    B
 *   first   A    BA   AB   CA   AC   BA
 *   second  A    BA   BA   CB   CB   BC   latest first; walks: A, B, C
 * Had the second one seen them all, C would have taken B's place: a fourth walk. */
static void test_first_buffer_hides_uses(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 8192\nread M @ 0\nread M @ 16384\nread M @ 0\n"
                     "read M @ 8192\n";
  simulated s;
  simulate(&s, body, "cores=1;L1=64,1,64;pages=2,512,ways=2,first=2,first_ways=2,walks=L1", NULL);
  assert_true(s.prediction->levels[0].page_walks == 3);
  forget(&s);
}

/* Sets of one translation: pages 0 and 2 in one, 1 in the other. Walks: 0, 1, 2, 0, 2, and none for 1 again. */
static void test_sets(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 512\nread M @ 1024\nread M @ 512\nread M @ 0\n"
                     "read M @ 1024\n";
  simulated s;
  simulate(&s, body, "cores=1;L1=64,1,64;pages=2,512,ways=1,walks=L1", NULL);
  assert_true(s.prediction->levels[0].page_walks == 5 && s.prediction->levels[0].misses == 11);
  forget(&s);
}

/* An access across two pages needs both. */
static void test_across_pages(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nread M @ 508\n", "cores=1;L1=4K,1,64;pages=2,512,ways=2,walks=L1", NULL);
  assert_true(s.prediction->levels[0].misses == 3 && s.prediction->levels[0].page_walks == 1);
  forget(&s);
}

/* Each core has translations of its own, and reads the entry into its own L1; L2, shared, has it from the first one on
 * where it sees all accesses. Coherence takes nothing: entries are only read. */
static void test_cores(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nregion threads 2\nread M @ 0\nend\n";
  const char *machine = "cores=2;L1=4K,64,64;L2=8K,64,64,shared=2;pages=2,512,ways=2,walks=L1";
  simulated s;
  simulate(&s, body, machine, &(pme_simulate_options){.coherence = true});
  assert_true(s.prediction->levels[0].misses == 4 && s.prediction->levels[0].page_walks == 2);
  assert_true(s.prediction->levels[1].misses == 2 && s.prediction->levels[1].page_walks == 1);
  forget(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pages_in_turn),
      cmocka_unit_test(test_no_walks),
      cmocka_unit_test(test_entries_take_room),
      cmocka_unit_test(test_two_buffers),
      cmocka_unit_test(test_first_buffer_hides_uses),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_across_pages),
      cmocka_unit_test(test_cores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
