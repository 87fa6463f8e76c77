/* Replacement policies: what a set holds after each reference, and who has left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/policy/policy.h"
#include "simulator/policy/replacement.h"

enum { WAYS = 4 };

static const pme_policy lru = {.kind = PME_POLICY_LRU};

static char letters[26]; /* lines are letters */

static void *line_of(char letter) { return &letters[letter - 'a']; }

static void refer(pme__policy_set *set, char letter, char *left) {
  int way = pme__policy_find(set, line_of(letter));
  *left = '-';
  if (way < set->count) {
    pme__policy_touch(set, way);
    return;
  }
  way = pme__policy_victim(set);
  if (set->lines[way])
    *left = (char)('a' + ((char *)set->lines[way] - letters));
  pme__policy_fill(set, way, line_of(letter));
}

/* `expected[i]` leaves when `references[i]` comes; `-`: a hit, or there was room. */
static void assert_victims(pme__policy_set *set, const char *references, const char *expected) {
  for (size_t i = 0; i < strlen(references); i++) {
    char left;
    refer(set, references[i], &left);
    if (left != expected[i])
      fail_msg("reference %zu, to %c: %c left instead of %c", i, references[i], left, expected[i]);
  }
}

static void lru_throws_out_the_oldest(void **state) {
  (void)state;
  void *lines[WAYS] = {NULL};
  pme__policy_set set;
  pme__policy_begin(&set, &lru, lines, WAYS);
  assert_victims(&set, "abcdaebfe", "-----bcd-");
}

static void a_line_taken_out_leaves_room(void **state) {
  (void)state;
  void *lines[WAYS] = {NULL};
  pme__policy_set set;
  pme__policy_begin(&set, &lru, lines, WAYS);
  assert_victims(&set, "abcd", "----");
  pme__policy_remove(&set, pme__policy_find(&set, line_of('c')));
  assert_int_equal(pme__policy_find(&set, line_of('c')), set.count);
  assert_victims(&set, "efa", "-ab");
}

/* ---- against those of the simulator, which share nothing with these ---- */

enum { MOST_WAYS = 64, REFERENCES = 4000 };

static const struct {
  const char *policy;
  int ways;
} pairs[] = {
    {"plru", 1},
    {"plru", 8},
    {"plru", 64},
    {"lru3plru4", 12},
    {"nru", 7},
    {"mru", 1},
    {"mru", 16},
    {"mru_n", 12},
    {"fifo", 5},
    {"qlru_h00_m1_r2_u1", 16},
    {"qlru_h00_m1_r0_u1", 1},
    {"qlru_h11_m1_r0_u0", 64},
    {"qlru_h11_m1_r1_u2", 11},
    {"qlru_h21_m2_r0_u0_umo", 16},
    {"qlru_h20_m3_r1_u3", 8},
    {"qlru_h10_m0_r2_u1_umo", 9},
};

/* One reference to the simulator's set: what left, SIM_NO_LINE if nothing did. */
static uint64_t refer_there(sim_ways *set, uint64_t line) {
  int way = sim_way_of(set, line);
  if (way < set->ways) {
    sim_touch_way(set, way);
    return SIM_NO_LINE;
  }
  way = sim_way_for_new(set);
  uint64_t left = set->tags[way];
  sim_fill_way(set, way);
  set->tags[way] = line;
  return left;
}

static void *left_here(pme__policy_set *set, void *line) {
  int way = pme__policy_find(set, line);
  if (way < set->count) {
    pme__policy_touch(set, way);
    return NULL;
  }
  way = pme__policy_victim(set);
  void *left = set->lines[way];
  pme__policy_fill(set, way, line);
  return left;
}

/* Takes a line out of both now and then. */
static void take_out(pme__policy_set *here, sim_ways *there, void *line, uint64_t number) {
  int way = pme__policy_find(here, line);
  if (way == here->count)
    return;
  pme__policy_remove(here, way);
  there->tags[sim_way_of(there, number)] = SIM_NO_LINE;
}

static void compare(const char *name, int ways) {
  static char every[2 * MOST_WAYS];
  pme_policy policy;
  assert_true(pme_policy_named(name, &policy));
  void *lines[MOST_WAYS] = {NULL};
  uint64_t tags[MOST_WAYS], random = 1, none = 0;
  uint8_t marks[MOST_WAYS];
  memset(tags, 0xff, sizeof tags);
  pme__policy_set here;
  pme__policy_begin(&here, &policy, lines, ways);
  sim_ways there = {&policy, ways, tags, marks, &none};
  sim_init_ways(&there);
  for (int i = 0; i < REFERENCES; i++) {
    uint64_t line = sim_random_below(&random, (uint64_t)(3 * ways + 1) / 2);
    uint64_t left = refer_there(&there, line);
    const char *mine = left_here(&here, &every[line]);
    if (left == SIM_NO_LINE ? mine != NULL : mine != &every[left])
      fail_msg("%s, %d ways: reference %d differs", name, ways, i);
    if (i % 50 == 49)
      take_out(&here, &there, &every[line / 2], line / 2);
  }
}

static void the_simulators_are_the_same(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    compare(pairs[i].policy, pairs[i].ways);
}

static void random_throws_out_each_way(void **state) {
  (void)state;
  void *lines[WAYS] = {NULL};
  pme_policy policy = {.kind = PME_POLICY_RANDOM};
  pme__policy_set set;
  int left[WAYS] = {0};
  pme__policy_begin(&set, &policy, lines, WAYS);
  for (int way = 0; way < WAYS; way++)
    pme__policy_fill(&set, way, line_of((char)('a' + way)));
  for (int i = 0; i < REFERENCES; i++)
    left[pme__policy_victim(&set)]++;
  for (int way = 0; way < WAYS; way++)
    assert_in_range(left[way], 900, 1100);
}

/* Of the first full set after it was begun, 8 victims as digits. */
static uint64_t victims(void **lines, uint64_t number) {
  pme_policy policy = {.kind = PME_POLICY_RANDOM};
  pme__policy_set set;
  uint64_t digits = 0;
  pme__policy_begin(&set, &policy, lines, WAYS);
  pme__policy_tell_apart(&set, number);
  for (int way = 0; way < WAYS; way++)
    pme__policy_fill(&set, way, line_of((char)('a' + way)));
  for (int i = 0; i < 8; i++)
    digits = 10 * digits + (uint64_t)pme__policy_victim(&set);
  return digits;
}

/* Where the set lies in memory, which differs from run to run, does not count. */
static void random_is_the_same_in_every_run(void **state) {
  (void)state;
  void *here[WAYS] = {NULL}, *there[WAYS] = {NULL}, *other[WAYS] = {NULL};
  assert_int_equal(victims(here, 7), victims(there, 7));
  memset((void *)here, 0, sizeof here);
  assert_int_not_equal(victims(here, 7), victims(other, 8));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lru_throws_out_the_oldest),       cmocka_unit_test(a_line_taken_out_leaves_room),
      cmocka_unit_test(the_simulators_are_the_same),     cmocka_unit_test(random_throws_out_each_way),
      cmocka_unit_test(random_is_the_same_in_every_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
