/* Depths in sets that the exact engine finds when asked, against stacks of sets that are followed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/base/avx2_variant.h"
#include "analysis/reuse/distance_recent.h"
#include "analysis/reuse/distance_sets.h"
#include "analysis/reuse/set_stacks.h"
#include "pmecache/arena.h"
#include "test/reference/one_reference.h"

enum { LENGTH = 20000, GEOMETRIES = 5 };
static const pme_geometry geometries[GEOMETRIES] = {
    {64, 8, false}, {16, 4, false}, {512, 8, false}, {192, 12, false}, {1, 64, false}};

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static uint64_t uniform(uint64_t i) { return mix(i) % 3000; }
static uint64_t strided(uint64_t i) { return i % 30 * 64 + i / 900 * 7; }
static uint64_t mixed(uint64_t i) { return i % 3 == 0 ? i % 5 : i % 3 == 1 ? mix(i) % 40 * 4096 : i % 2000; }
static uint64_t few(uint64_t i) { return mix(i) % 12 * 64; }

static uint64_t (*const streams[])(uint64_t i) = {uniform, strided, mixed, few};
enum { STREAMS = sizeof streams / sizeof *streams };

typedef struct both {
  pme__distance *engine;
  pme__distance_sets *asked;
  pme__set_stacks *followed;
} both;

static void open_both(both *b, bool portable) {
  pme__distance_options options = {.first_slots = 1024, .portable = portable};
  assert_int_equal(pme__distance_open(&options, &b->engine), PME_OK);
  assert_int_equal(pme__distance_has_avx2(b->engine), !portable && pme__has_avx2());
  assert_int_equal(pme__distance_sets_open(geometries, GEOMETRIES, NULL, &b->asked), PME_OK);
  assert_int_equal(pme__set_stacks_open(geometries, GEOMETRIES, NULL, &b->followed), PME_OK);
}

static void close_both(both *b) {
  pme__distance_close(b->engine);
  pme__distance_sets_close(b->asked);
  pme__set_stacks_close(b->followed);
}

/* Before each reference the engine is asked what it will find. */
static void depths_are_those_of_stacks(void **state) {
  (void)state;
  for (int s = 0; s < STREAMS; s++) {
    both b;
    open_both(&b, s % 2);
    int missed = 0;
    for (uint64_t i = 0; i < LENGTH; i++) {
      uint64_t line = streams[s](i);
      uint8_t followed[GEOMETRIES];
      pme__set_depths found;
      bool known = pme__distance_set_depths(b.asked, b.engine, &(pme__set_question){line, NULL, 0, true}, &found);
      uint64_t truth = pme_distance_reference(b.engine, line);
      pme__set_stacks_reference(b.followed, line, followed);
      assert_int_equal(known, truth != PME_DISTANCE_INFINITE);
      if (!known)
        continue;
      assert_int_equal(found.distance, truth);
      assert_memory_equal(found.depths, followed, sizeof followed);
      missed += followed[0] == 8;
    }
    assert_true(missed > 100);
    close_both(&b);
  }
}

/* Lines that the engine has not been told of yet are on top; it may know them from before. */
static void lines_on_top(void **state) {
  (void)state;
  for (int s = 0; s < STREAMS; s++) {
    both b;
    open_both(&b, s % 2);
    for (uint64_t i = 0; i < LENGTH; i += 400) {
      uint64_t start = streams[s](i + 1) + i % 3, line;
      pme__line_range top[] = {{start, 1 + i % 90}, {1000000 + i, 70}};
      for (uint64_t k = 0; k < 400; k++) {
        uint8_t depths[GEOMETRIES];
        pme_distance_reference(b.engine, streams[s](i + k));
        pme__set_stacks_reference(b.followed, streams[s](i + k), depths);
      }
      line = streams[s](i + 17);
      if (line - top[0].line < top[0].count)
        continue;
      uint8_t followed[GEOMETRIES];
      pme__set_depths found;
      bool known = pme__distance_set_depths(b.asked, b.engine, &(pme__set_question){line, top, 2, true}, &found);
      for (int r = 0; r < 2; r++)
        for (uint64_t k = 0; k < top[r].count; k++) {
          pme__set_stacks_reference(b.followed, top[r].line + k, followed);
          pme_distance_reference(b.engine, top[r].line + k);
        }
      pme__set_stacks_reference(b.followed, line, followed);
      assert_true(known);
      assert_int_equal(found.distance, pme_distance_reference(b.engine, line));
      assert_memory_equal(found.depths, followed, sizeof followed);
    }
    close_both(&b);
  }
}

enum { WINDOW = 256 };

/* The last WINDOW different lines, most recent first. */
typedef struct recent {
  uint64_t lines[WINDOW];
  uint32_t count;
} recent;

static void come_to_top(recent *r, uint64_t line) {
  uint32_t at = 0;
  while (at < r->count && r->lines[at] != line)
    at++;
  if (at == r->count)
    r->count < WINDOW ? r->count++ : at--;
  memmove(r->lines + 1, r->lines, at * sizeof *r->lines);
  r->lines[0] = line;
}

static uint32_t count_in_set(const recent *r, uint64_t line, uint64_t sets) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < r->count; i++)
    count += r->lines[i] % sets == line % sets;
  return count;
}

/* A reference to the line, with a question in front of it. */
static bool ask(const both *b, uint64_t line, pme__set_depths *found, uint64_t *truth) {
  bool known = pme__distance_set_depths(b->asked, b->engine, &(pme__set_question){line, NULL, 0, true}, found);
  *truth = pme_distance_reference(b->engine, line);
  return known;
}

/* The same by somebody who looks among the recent lines himself, and asks where these do not answer. */
static bool ask_from_outside(const both *b, uint64_t line, pme__set_depths *found, uint64_t *truth) {
  pme__recent *recent = pme__distance_recent(b->engine);
  pme__recent_miss miss;
  pme__line_range top[PME_RECENT_LINES];
  uint32_t count = 0;
  found->distance = 0;
  *truth = pme__recent_touch(recent, line, &miss);
  if (*truth < PME_RECENT_LINES)
    return false;
  for (uint32_t i = 1; i < PME_RECENT_LINES && recent->lines[i] != PME_RECENT_NONE; i++)
    top[count++] = (pme__line_range){recent->lines[i], 1};
  if (miss.oldest != PME_RECENT_NONE)
    top[count++] = (pme__line_range){miss.oldest, 1};
  bool known = pme__distance_set_depths(b->asked, b->engine, &(pme__set_question){line, top, count, false}, found);
  pme__distance_missed(b->engine, &miss, 1, truth);
  return known;
}

/* The window of a bounded engine is enough for what it holds; of other lines it says how crowded their set is. */
static void ask_windows(bool (*ask_one)(const both *, uint64_t, pme__set_depths *, uint64_t *)) {
  int others = 0, all_known = 0;
  for (int s = 0; s < STREAMS; s++) {
    both b;
    open_both(&b, false);
    pme__distance_close(b.engine);
    pme__distance_options options = {.mode = s % 2 ? PME_DISTANCE_HYBRID : PME_DISTANCE_BOUNDED,
                                     .window_lines = WINDOW,
                                     .sample_lines = 64,
                                     .exact_pages = 1};
    assert_int_equal(pme__distance_open(&options, &b.engine), PME_OK);
    int known_ones = 0;
    recent last = {.count = 0};
    for (uint64_t i = 0; i < LENGTH; i++) {
      uint64_t line = streams[s](i);
      uint8_t followed[GEOMETRIES];
      pme__set_depths found;
      uint64_t truth;
      bool known = ask_one(&b, line, &found, &truth);
      pme__set_stacks_reference(b.followed, line, followed);
      assert_true(known || truth >= WINDOW || (truth < PME_RECENT_LINES && ask_one != ask));
      for (int g = 0; !known && found.distance > 0 && g < GEOMETRIES; g++)
        assert_int_equal(found.met[g], count_in_set(&last, line, (uint64_t)geometries[g].sets));
      others += !known && found.distance == WINDOW;
      come_to_top(&last, line);
      if (!known || truth >= WINDOW)
        continue;
      assert_int_equal(found.distance, truth);
      assert_memory_equal(found.depths, followed, sizeof followed);
      known_ones++;
    }
    assert_true(known_ones > 1000 || ask_one != ask);
    all_known += known_ones;
    close_both(&b);
  }
  assert_true(others > 10000 && all_known > 1000);
}

static void windows(void **state) {
  (void)state;
  ask_windows(ask);
  ask_windows(ask_from_outside);
}

static void other_engines(void **state) {
  (void)state;
  pme__distance *engine;
  pme__distance_sets *sets;
  pme__set_depths found;
  pme__distance_options options = {.mode = PME_DISTANCE_BOUNDED};
  assert_int_equal(pme__distance_open(&options, &engine), PME_OK);
  assert_int_equal(pme__distance_sets_open(geometries, 1, NULL, &sets), PME_OK);
  pme_distance_reference(engine, 1);
  pme__line_range top = {7, 1};
  assert_false(pme__distance_set_depths(sets, engine, &(pme__set_question){2, NULL, 0, true}, &found));
  assert_false(pme__distance_set_depths(sets, engine, &(pme__set_question){1, &top, 1, true}, &found));
  pme__distance_close(engine);
  pme__distance_sets_close(sets);
  static const pme_geometry bad[] = {{100, 8, false}, {0, 8, false}, {64, 0, false}, {64, 65, false}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(pme__distance_sets_open(&bad[i], 1, NULL, &sets), PME_BAD_ARGUMENT);
  assert_true(pme__distance_sets_can(192) && pme__distance_sets_can(32) && !pme__distance_sets_can(48));
}

/* The n-th allocation fails: no answer, or the right one. */
static void no_memory(void **state) {
  (void)state;
  for (long n = 1; n < 200; n++) {
    pme__distance *engine;
    pme__distance_sets *sets = NULL;
    assert_int_equal(pme__distance_open(NULL, &engine), PME_OK);
    for (uint64_t i = 0; i < 1000; i++)
      pme_distance_reference(engine, i * 64);
    pme_fail_allocation_after(n);
    pme_status status = pme__distance_sets_open(geometries, GEOMETRIES, NULL, &sets);
    pme__set_depths found;
    bool known = !status && pme__distance_set_depths(sets, engine, &(pme__set_question){64, NULL, 0, true}, &found);
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
    assert_true(!known || found.distance == 998);
    pme__distance_sets_close(sets);
    pme__distance_close(engine);
    if (known)
      return;
  }
  fail();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depths_are_those_of_stacks),
      cmocka_unit_test(lines_on_top),
      cmocka_unit_test(windows),
      cmocka_unit_test(other_engines),
      cmocka_unit_test(no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
