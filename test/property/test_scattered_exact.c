/* Bounds for accesses whose places data choose, against programs that choose them: whatever the places are, misses lie
 * between the bounds.
 *
 * Each program is written twice, with places that nobody knows and with places that multiply and wrap around, as those
 * of hash tables do. PMECACHE_TEST_PROGRAMS and PMECACHE_TEST_SEED give more or other programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/base/random.h"
#include "pmecache/prediction.h"
#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"

enum { PROGRAMS = 120, TEXT_BYTES = 2000 };
static const char machine_text[] = "cores=4;L1=4K,4,64;L2=32K,8,64;L3=256K,16,64,shared=4";

typedef struct pair {
  char unknown[TEXT_BYTES], chosen[TEXT_BYTES];
  int loop; /* the worksharing one, of the prediction's */
} pair;

static int64_t draw(uint64_t *random, int64_t least, int64_t most) {
  return least + pme__random_below(random, most - least + 1);
}

/* A nest that reads a matrix and a row again and again, and a table where data choose: with each element, or once a row.
 * `before` it, in each round, one thread may write elements of the matrix that data choose. */
static void write_program(char *text, const int64_t *size, const char *table, const char *before, bool has_extent) {
  bool is_seldom = size[6];
  char extent[40] = "";
  if (has_extent)
    snprintf(extent, sizeof extent, " extents %lld", (long long)size[2]);
  snprintf(text, TEXT_BYTES,
           "pme 1\narray a element 8 extents %lld %lld base 1048576\narray c element 8 extents %lld base 536870912\n"
           "array y element 8 base 805306368\narray x element 8%s base 1073741824\n"
           "loop r = 0 .. %lld\n%s"
           "  loop i = 0 .. %lld parallel schedule static threads %lld\n%s    loop j = 0 .. %lld\n"
           "      read a[i, j]\n      read c[j]\n      read c[j]\n%s      write y @ 8*i\n"
           "    end\n  end\nend\n",
           (long long)size[0], (long long)size[1], (long long)size[1], extent, (long long)size[5], before,
           (long long)size[0] - 1, (long long)size[3], is_seldom ? table : "", (long long)size[1] - 1,
           is_seldom ? "" : table);
}

static void make_pair(uint64_t *random, pair *out) {
  int64_t size[7] = {draw(random, 4, 60), draw(random, 4, 400), draw(random, 8, 20000),
                     draw(random, 1, 4),  draw(random, 1, 999), draw(random, 0, 3)};
  bool has_extent = draw(random, 0, 1) == 1;
  long long by_row = draw(random, 0, 99999), by_element = draw(random, 0, 99999), by_round = draw(random, 0, 99999);
  size[6] = draw(random, 0, 1);
  char table[200], element[40];
  snprintf(element, sizeof element, " + %lld*j", by_element);
  snprintf(table, sizeof table, "      read x @ 8*((%lld*i%s + %lld*r) %% %lld)\n", by_row, size[6] ? "" : element,
           by_round, (long long)size[2]);
  char before[200] = "", chosen[200] = "";
  if (draw(random, 0, 1)) {
    long long most = draw(random, 0, 3000), factor = draw(random, 1, 99999), elements = size[0] * size[1];
    static const char loop[] = "  loop b = 0 .. %lld\n%s  end\n";
    char place[100];
    snprintf(place, sizeof place, "    write a @ 8*((%lld*b + r) %% %lld)\n", factor, elements);
    snprintf(chosen, sizeof chosen, loop, most, place);
    snprintf(before, sizeof before, loop, most,
             "    reason indirect-subscript \"a\" \"\"\n    write a scattered 2 @ 0\n");
  }
  out->loop = before[0] ? 2 : 1;
  write_program(out->chosen, size, table, chosen, has_extent);
  write_program(out->unknown, size, "      reason indirect-subscript \"x\" \"\"\n      read x scattered 1 @ 0\n",
                before, has_extent);
}

typedef struct asked {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_machine machine;
  pme_prediction *prediction;
} asked;

static void evaluate(asked *a, const char *text) {
  pme_error error = {0};
  a->arena = pme_arena_create();
  if (pme_program_read(text, strlen(text), &a->program, &error) != PME_OK)
    fail_msg("%s:%d:%d\n%s", error.message, error.line, error.column, text);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), &a->machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(a->program, NULL, &a->concrete, NULL), PME_OK);
}

static void release(asked *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

/* Of the worksharing loop. Sampled bounds are off by a little, places that lie at even distances may share few sets. */
static bool holds(const pme_prediction *bounds, const pme_prediction *truth, int loop) {
  bool all = true;
  assert_int_equal(bounds->loops[loop].status, PME_LOOP_MODELLED);
  assert_true(bounds->loops[loop].data_accesses > 0);
  for (int l = 0; l < truth->level_count; l++) {
    const pme_misses *m = &bounds->loops[loop].levels[l];
    double misses = truth->loops[loop].levels[l].misses;
    assert_true(m->accesses == truth->loops[loop].levels[l].accesses);
    all = all && misses >= 0.98 * m->low - 2 && misses <= 1.2 * m->high + 2;
    if (!(misses >= 0.98 * m->low - 2 && misses <= 1.2 * m->high + 2))
      print_message("level %d: %.0f .. %.0f, simulated %.0f\n", l, m->low, m->high, misses);
  }
  return all;
}

static bool judge(const pair *p) {
  asked bounds = {0}, truth = {0};
  pme_predict_options options = {.coherence = false};
  pme_simulate_options simulated = {.seed = 1};
  evaluate(&bounds, p->unknown);
  evaluate(&truth, p->chosen);
  assert_int_equal(pme_predict(bounds.concrete, &bounds.machine, &options, bounds.arena, &bounds.prediction, NULL),
                   PME_OK);
  assert_int_equal(pme_simulate(truth.concrete, &truth.machine, &simulated, truth.arena, &truth.prediction, NULL),
                   PME_OK);
  bool result = holds(bounds.prediction, truth.prediction, p->loop);
  if (!result)
    print_message("%s", p->chosen);
  release(&bounds);
  release(&truth);
  return result;
}

/* Accesses that are seldom leave little open: with each of them at most the lines of a set are missed, too. */
static void test_seldom(void **state) {
  (void)state;
  static const int64_t size[7] = {40, 4000, 100, 4, 0, 2, 1};
  pair p;
  asked a = {0};
  pme_predict_options options = {.coherence = false};
  write_program(p.unknown, size, "reason indirect-subscript \"x\" \"\"\nread x scattered 1 @ 0\n", "", true);
  evaluate(&a, p.unknown);
  assert_int_equal(pme_predict(a.concrete, &a.machine, &options, a.arena, &a.prediction, NULL), PME_OK);
  const pme_misses *m = &a.prediction->loops[1].levels[0];
  assert_true(m->misses > 1e5);
  assert_true(m->low > 0.95 * m->misses);
  release(&a);
}

/* What wrote the matrix once before, in places that data chose, leaves no more of it in a cache than its lines. */
static void test_built_before(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\narray a element 8 base 1048576\narray x element 8 base 1073741824\nloop b = 0 .. 199999\n"
      "reason indirect-subscript \"a\" \"\"\nwrite a scattered 1 @ 0\nend\n"
      "loop r = 0 .. 9\nloop i = 0 .. 99999 parallel schedule static threads 4\nread a @ 8*i\n"
      "reason indirect-subscript \"x\" \"\"\nread x scattered 2 @ 0\nend\nend\n";
  asked a = {0};
  pme_predict_options options = {.coherence = false};
  evaluate(&a, text);
  assert_int_equal(pme_predict(a.concrete, &a.machine, &options, a.arena, &a.prediction, NULL), PME_OK);
  const pme_misses *m = &a.prediction->loops[2].levels[0];
  assert_int_equal(a.prediction->loops[2].status, PME_LOOP_MODELLED);
  assert_true(m->low > 0.98 * 10 * (100000.0 / 8 - 4 * 64) && m->low < 125000);
  release(&a);
}

static void test_bounds_hold(void **state) {
  (void)state;
  long count = setting("PMECACHE_TEST_PROGRAMS", PROGRAMS), held = 0;
  uint64_t random = (uint64_t)setting("PMECACHE_TEST_SEED", 1);
  for (long i = 0; i < count; i++) {
    pair p;
    make_pair(&random, &p);
    held += judge(&p);
  }
  print_message("bounds held for %ld of %ld programs\n", held, count);
  assert_true(held >= count * 95 / 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds_hold), cmocka_unit_test(test_seldom),
                                     cmocka_unit_test(test_built_before)};
  return cmocka_run_group_tests_name("scattered", tests, NULL, NULL);
}
