/* Blocks of the heap that a thread takes and gives back in one region are its own, for as long as it has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/trace/private_heap.h"

typedef struct followed {
  pme__private_heap heap;
  pme__heap_held held;
} followed;

static void take(followed *f, uint32_t thread, uint64_t address, uint64_t word) {
  const pme__heap_block block = {.thread = thread, .low = address, .high = address + 100, .first = word};
  pme__heap_take(&f->heap, &f->held, &block);
}

static void close_all(followed *f) {
  pme__private_heap_close(&f->heap);
  pme__bytes_free(&f->held.indices);
}

static bool is_private(const followed *f, uint32_t thread, uint64_t word, uint64_t address) {
  pme__heap_cursor cursor;
  pme__heap_seek(&f->heap, thread, 0, &cursor);
  pme__heap_advance(&cursor, word);
  return pme__heap_is_private(&cursor, address);
}

static void test_a_block_is_private_while_it_is_there(void **state) {
  (void)state;
  followed f = {0};
  take(&f, 0, 1000, 10);
  take(&f, 0, 2000, 15);
  pme__heap_give_back(&f.heap, &f.held, 1000, 20);
  pme__heap_give_back(&f.heap, &f.held, 2000, 20);
  take(&f, 0, 1000, 30); /* the same place once more */
  pme__heap_give_back(&f.heap, &f.held, 1000, 40);
  assert_int_equal(pme__heap_settle(&f.heap), PME_OK);
  assert_false(is_private(&f, 0, 9, 1000));
  assert_true(is_private(&f, 0, 10, 1000) && is_private(&f, 0, 19, 1099));
  assert_false(is_private(&f, 0, 19, 1100));
  assert_false(is_private(&f, 0, 14, 2000));
  assert_true(is_private(&f, 0, 15, 2000));
  assert_false(is_private(&f, 0, 25, 1000));
  assert_true(is_private(&f, 0, 35, 1000));
  assert_false(is_private(&f, 1, 35, 1000));
  close_all(&f);
}

static void test_what_outlives_the_region_is_shared(void **state) {
  (void)state;
  followed f = {0};
  take(&f, 0, 1000, 10);
  pme__heap_leave_region(&f.held);
  pme__heap_give_back(&f.heap, &f.held, 1000, 20); /* in another one */
  assert_int_equal(pme__heap_settle(&f.heap), PME_OK);
  assert_false(is_private(&f, 0, 15, 1000));
  close_all(&f);
}

static void test_of_very_many_blocks_the_newest_count(void **state) {
  (void)state;
  followed f = {0};
  for (uint64_t b = 0; b < 2 * PME_MOST_LIVE_BLOCKS; b++)
    take(&f, 0, 1000 * (b + 1), b + 1);
  for (uint64_t b = 0; b < 2 * PME_MOST_LIVE_BLOCKS; b++)
    pme__heap_give_back(&f.heap, &f.held, 1000 * (b + 1), 1000);
  assert_int_equal(pme__heap_settle(&f.heap), PME_OK);
  assert_false(is_private(&f, 0, 500, 1000));
  assert_true(is_private(&f, 0, 500, 1000 * 2 * PME_MOST_LIVE_BLOCKS));
  close_all(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_block_is_private_while_it_is_there),
      cmocka_unit_test(test_what_outlives_the_region_is_shared),
      cmocka_unit_test(test_of_very_many_blocks_the_newest_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
