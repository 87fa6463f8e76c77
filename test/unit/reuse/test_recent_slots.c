/* Recent lines by slots against the same lines in their order: places, lines that had to go, and the order at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/reuse/recent_slots.h"

enum { SITES = 5, ROUNDS = 20000, SETTLED_EACH = 97 };

static uint64_t random_state = 3;
static uint64_t any(uint64_t below) {
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (random_state >> 33) % below;
}

AVX2_VARIANT static void touch_both(recent_slots *slots, pme__recent *expected, uint64_t line, uint32_t *slot) {
  pme__recent_miss miss = {0}, expected_miss = {0};
  uint32_t place, expected_place = pme__recent_touch(expected, line, &expected_miss);
  bool is_there = recent_slots_touch(slots, line, slot, &place, &miss);
  assert_int_equal(is_there, expected_place < PME_RECENT_LINES);
  if (is_there)
    assert_int_equal(place, expected_place);
  assert_int_equal(miss.line, expected_miss.line);
  assert_int_equal(miss.oldest, expected_miss.oldest);
}

AVX2_VARIANT static void run(uint64_t lines) {
  uint32_t slot[SITES] = {0};
  pme__recent recent, expected;
  for (int i = 0; i < PME_RECENT_LINES; i++)
    recent.lines[i] = expected.lines[i] = PME_RECENT_NONE;
  recent_slots slots;
  recent_slots_start(&slots, &recent);
  for (int i = 0; i < ROUNDS; i++) {
    uint64_t site = any(SITES);
    touch_both(&slots, &expected, 1 + any(2) * site + any(lines), &slot[site]);
    if (i % SETTLED_EACH)
      continue;
    pme__recent_slots_settle(&slots);
    assert_memory_equal(&recent, &expected, sizeof recent);
    recent_slots_start(&slots, &recent);
  }
}

static void slots_say_what_the_order_says(void **state) {
  (void)state;
  if (!pme__has_avx2())
    skip();
  for (uint64_t lines = 1; lines < 64; lines += 1 + lines / 3)
    run(lines);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slots_say_what_the_order_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
