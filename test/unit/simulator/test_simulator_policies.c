/* Replacement policies of the simulator: who leaves a set of four ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/policy/replacement.h"

enum { MOST_WAYS = 12 };

typedef struct small_set {
  pme_policy policy;
  uint64_t tags[MOST_WAYS], random;
  uint8_t marks[MOST_WAYS];
  sim_ways ways;
} small_set;

static void make(small_set *set, const char *policy, int ways) {
  memset(set, 0, sizeof *set);
  memset(set->tags, 0xff, sizeof set->tags);
  assert_true(pme_policy_named(policy, &set->policy));
  set->ways = (sim_ways){&set->policy, ways, set->tags, set->marks, &set->random};
  sim_init_ways(&set->ways);
}

/* What leaves when `line` comes: `-` a hit, `.` there was room. */
static char refer(small_set *set, char line) {
  int way = sim_way_of(&set->ways, (uint64_t)line);
  if (way < set->ways.ways) {
    sim_touch_way(&set->ways, way);
    return '-';
  }
  way = sim_way_for_new(&set->ways);
  char left = set->tags[way] == SIM_NO_LINE ? '.' : (char)set->tags[way];
  sim_fill_way(&set->ways, way);
  set->tags[way] = (uint64_t)line;
  return left;
}

/* Lines are letters; `left` is what leaves at each. */
static const struct {
  const char *policy;
  int ways;
  const char *lines, *left;
} tables[] = {
    /* after abcd the root points left, its left node left: a, as under LRU; then c in the other half, then b */
    {"plru", 4, "abcdefgh", "....acbd"},
    /* a hit on a makes the root point right and a's node to b: c leaves, the root points left again: b */
    {"plru", 4, "abcdaef", "....-cb"},
    {"plru", 1, "aab", ".-a"},
    {"plru", 2, "abacb", "..-ba"},
    /* three groups abcd, efgh, ijkl, the first used longest ago */
    {"lru3plru4", 12, "abcdefghijklm", "............a"},
    {"lru3plru4", 12, "abcdefghijklamn", "............-ei"},
    /* a hit changes nothing */
    {"fifo", 4, "abcdaeafag", "....-abc-d"},
    /* d was marked last: the others are free again, from the first way on; then f marks b, g c, and that frees all others */
    {"mru", 4, "abcdefg", "....abc"},
    {"mru", 4, "abcdaef", "....-bc"},
    {"mru", 1, "ab", ".a"},
    /* nothing was marked while the set filled */
    {"mru_n", 4, "abcdefgh", "....abcd"},
    {"mru_n", 4, "abcdcef", "....-ab"},
    /* marks go when e finds all marked: a; f finds b, ... */
    {"nru", 4, "abcdefg", "....abc"},
    {"nru", 4, "abcdbef", "....-ab"},
    /* lines come with age 1; the last empty way first: d c b a stand in the ways 0 to 3. d's coming makes the others 3 */
    {"qlru_h00_m1_r2_u1", 4, "abcdefg", "....cba"},
    /* hit on c: age 0 */
    {"qlru_h00_m1_r2_u1", 4, "abcdcef", "....-ba"},
    {"qlru_h00_m1_r0_u1", 4, "abcdefg", "....abc"},
    /* after d all four have 1, and grow to 3; those that come then have 1 beside threes */
    {"qlru_h11_m1_r0_u0", 4, "abcdefg", "....abc"},
    {"qlru_h11_m1_r0_u0", 4, "abcdaef", "....-bc"},
    /* ages 1 1 1 1 grow by one at each use */
    {"qlru_h11_m1_r1_u2", 4, "abcdefgh", "....abcd"},
};

static void test_tables(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    small_set set;
    make(&set, tables[i].policy, tables[i].ways);
    char left[32] = "";
    for (size_t j = 0; j < strlen(tables[i].lines); j++)
      left[j] = refer(&set, tables[i].lines[j]);
    if (strcmp(left, tables[i].left) != 0)
      fail_msg("%s: %s: %s left, expected %s", tables[i].policy, tables[i].lines, left, tables[i].left);
  }
}

/* Each way leaves about equally often, and an empty way is filled first. */
static void test_random(void **state) {
  (void)state;
  small_set set;
  int left[4] = {0};
  make(&set, "random", 4);
  for (int i = 0; i < 4; i++)
    assert_int_equal(refer(&set, (char)('a' + i)), '.');
  for (int i = 0; i < 4000; i++)
    left[sim_victim_way(&set.ways)]++;
  for (int way = 0; way < 4; way++)
    assert_in_range(left[way], 900, 1100);
  set.tags[2] = SIM_NO_LINE;
  assert_int_equal(refer(&set, 'x'), '.');
  assert_int_equal(set.tags[2], 'x');
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
