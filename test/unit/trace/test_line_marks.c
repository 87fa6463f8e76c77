/* Words in lines of the sample, against the sets asked word by word, for all processors and for those with AVX2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/base/avx2_variant.h"
#include "analysis/trace/line_marks.h"

enum { WORDS = 203, MOST = 30 };

static uint64_t random_state = 7;
static uint64_t any(void) {
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return random_state ^ random_state >> 29;
}

static void compare_all(const uint64_t *words, uint64_t sets, size_t count, bool has_avx2) {
  uint8_t marks[PME_MARK_BYTES];
  pme__mark_lines(sets, words, count, has_avx2, marks);
  for (size_t at = 0; at < count; at++) {
    unsigned some = count - at < MOST ? (unsigned)(count - at) : MOST;
    uint64_t expected = 0;
    for (unsigned i = 0; i < some; i++)
      expected |= (sets >> words[at + i] / 64 % 64 & 1) << i;
    assert_int_equal(pme__marks_at(marks, at, some), expected);
    assert_int_equal(pme__marks_at(marks, at, 0), 0);
  }
}

static void every_word_of_the_sample_is_marked_and_no_other(void **state) {
  (void)state;
  uint64_t words[WORDS];
  for (int i = 0; i < WORDS; i++)
    words[i] = any();
  for (size_t count = 0; count <= WORDS; count += count < 20 ? 1 : 61)
    for (int variant = 0; variant <= pme__has_avx2(); variant++) {
      compare_all(words, any(), count, variant);
      compare_all(words, UINT64_C(1) << any() % 64, count, variant);
      compare_all(words, UINT64_MAX, count, variant);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_of_the_sample_is_marked_and_no_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
