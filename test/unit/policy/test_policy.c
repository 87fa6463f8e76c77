/* Replacement policies: what a set holds after each reference, and who has left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/policy/policy.h"

enum { WAYS = 4 };

static char letters[26]; /* lines are letters */

static void *line_of(char letter) { return &letters[letter - 'a']; }

static void refer(pme__policy policy, pme__policy_set *set, char letter, char *left) {
  int way = pme__policy_find(set, line_of(letter));
  *left = '-';
  if (way < set->count) {
    pme__policy_touch(policy, set, way);
    return;
  }
  way = pme__policy_victim(policy, set);
  if (set->lines[way])
    *left = (char)('a' + ((char *)set->lines[way] - letters));
  pme__policy_fill(policy, set, way, line_of(letter));
}

/* `expected[i]` leaves when `references[i]` comes; `-`: a hit, or there was room. */
static void assert_victims(pme__policy policy, pme__policy_set *set, const char *references, const char *expected) {
  for (size_t i = 0; i < strlen(references); i++) {
    char left;
    refer(policy, set, references[i], &left);
    if (left != expected[i])
      fail_msg("reference %zu, to %c: %c left instead of %c", i, references[i], left, expected[i]);
  }
}

static void lru_throws_out_the_oldest(void **state) {
  (void)state;
  void *lines[WAYS] = {NULL};
  pme__policy_set set;
  pme__policy_init(&set, lines, WAYS);
  assert_victims(PME_POLICY_LRU, &set, "abcdaebfe", "-----bcd-");
}

static void a_line_taken_out_leaves_room(void **state) {
  (void)state;
  void *lines[WAYS] = {NULL};
  pme__policy_set set;
  pme__policy_init(&set, lines, WAYS);
  assert_victims(PME_POLICY_LRU, &set, "abcd", "----");
  pme__policy_remove(PME_POLICY_LRU, &set, pme__policy_find(&set, line_of('c')));
  assert_int_equal(pme__policy_find(&set, line_of('c')), set.count);
  assert_victims(PME_POLICY_LRU, &set, "efa", "-ab");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lru_throws_out_the_oldest),
      cmocka_unit_test(a_line_taken_out_leaves_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
