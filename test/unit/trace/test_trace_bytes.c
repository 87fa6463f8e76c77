/* Bytes of traces: numbers of variable length, texts, and reading that stops at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/trace/trace_bytes.h"

static const struct {
  uint64_t number;
  size_t bytes;
} numbers[] = {{0, 1},     {1, 1},        {127, 1},       {128, 2},         {16383, 2},
               {16384, 3}, {1U << 31, 5}, {INT64_MAX, 9}, {UINT64_MAX, 10}, {UINT64_C(1) << 63, 10}};
static const int64_t signed_numbers[] = {0, -1, 1, -64, 63, 64, -65, INT64_MAX, INT64_MIN};

static pme__scan scan_of(const pme__bytes *bytes) {
  return (pme__scan){.at = bytes->data, .end = bytes->data + bytes->count};
}

static void numbers_take_as_few_bytes_as_they_need(void **state) {
  (void)state;
  pme__bytes bytes = {0};
  size_t expected = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    pme__put_number(&bytes, numbers[i].number);
    assert_int_equal(bytes.count, expected += numbers[i].bytes);
  }
  pme__scan scan = scan_of(&bytes);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    assert_true(pme__take_number(&scan) == numbers[i].number);
  assert_true(scan.at == scan.end && !scan.failed);
  pme__bytes_free(&bytes);
}

static void small_numbers_of_either_sign_are_short(void **state) {
  (void)state;
  pme__bytes bytes = {0};
  for (size_t i = 0; i < sizeof signed_numbers / sizeof *signed_numbers; i++) {
    size_t before = bytes.count;
    pme__put_signed(&bytes, signed_numbers[i]);
    assert_true(signed_numbers[i] < -64 || signed_numbers[i] > 63 || bytes.count == before + 1);
    assert_true(pme__unfold(pme__fold(signed_numbers[i])) == signed_numbers[i]);
  }
  pme__scan scan = scan_of(&bytes);
  for (size_t i = 0; i < sizeof signed_numbers / sizeof *signed_numbers; i++)
    assert_true(pme__take_signed(&scan) == signed_numbers[i]);
  assert_true(scan.at == scan.end && !scan.failed);
  pme__bytes_free(&bytes);
}

static void texts_and_bytes(void **state) {
  (void)state;
  pme__bytes bytes = {0};
  pme__put_text(&bytes, "matrix");
  pme__put_byte(&bytes, 200);
  pme__put_text(&bytes, "");
  pme__scan scan = scan_of(&bytes);
  assert_string_equal(pme__take_text(&scan), "matrix");
  assert_int_equal(pme__take_byte(&scan), 200);
  assert_string_equal(pme__take_text(&scan), "");
  assert_false(scan.failed);
  pme__bytes_free(&bytes);
}

/* Behind the end everything is 0 and empty, and it stays so. */
static void nothing_behind_the_end(void **state) {
  (void)state;
  static const uint8_t endless[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1};
  static const uint8_t open_text[] = {'a', 'b'};
  pme__scan cut = {.at = endless, .end = endless + 3}, number = {.at = endless, .end = endless + sizeof endless};
  pme__scan text = {.at = open_text, .end = open_text + sizeof open_text};
  assert_true(pme__take_number(&cut) == 0 && cut.failed && pme__take_byte(&cut) == 0);
  assert_true(pme__take_number(&number) == 0 && number.failed);
  assert_string_equal(pme__take_text(&text), "");
  assert_true(text.failed);
  static const uint8_t small[] = {9, 10};
  pme__scan below = {.at = small, .end = small + sizeof small};
  assert_true(pme__take_below(&below, 10) == 9 && !below.failed);
  pme__take_below(&below, 10);
  assert_true(below.failed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_take_as_few_bytes_as_they_need),
      cmocka_unit_test(small_numbers_of_either_sign_are_short),
      cmocka_unit_test(texts_and_bytes),
      cmocka_unit_test(nothing_behind_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
