/* The equations as printed: what a level misses is what its outermost equations say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/closed_form/printed/printed_level.h"
#include "pmecache/printed.h"
#include "test/property/programs/random_program.h"

typedef struct row {
  const char *name, *program, *machine;
  double misses; /* of the outermost level */
} row;

/* An alone reference misses L(N) times; b[i] comes back to lines that stayed, or did not; a[i] follows a[i + 1]. */
static const row rows[] = {
    {"stream", "pme 1\nfunction f\narray a element 8 extents 64\nloop i = 0 .. 63\n  read a[i]\nend\n",
     "cores=1;L1=2K,4,64", 8},
    {"twice, fits",
     "pme 1\nfunction f\narray a element 8 extents 64\nloop r = 0 .. 1\n"
     "loop i = 0 .. 63\n  read a[i]\nend\nend\n",
     "cores=1;L1=2K,4,64", 8},
    {"twice, does not fit",
     "pme 1\nfunction f\narray a element 8 extents 4096\nloop r = 0 .. 1\n"
     "loop i = 0 .. 4095\n  read a[i]\nend\nend\n",
     "cores=1;L1=2K,4,64", 1024},
    {"follower",
     "pme 1\nfunction f\narray a element 8 extents 65\nloop i = 0 .. 63\n"
     "  read a[i + 1]\n  read a[i]\nend\n",
     "cores=1;L1=2K,4,64", 9},
    {"same place",
     "pme 1\nfunction f\narray a element 8 extents 64\nloop i = 0 .. 63\n"
     "  read a[i]\n  write a[i]\nend\n",
     "cores=1;L1=2K,4,64", 8},
    {"two threads",
     "pme 1\nfunction f\narray a element 8 extents 64\n"
     "loop i = 0 .. 63 parallel schedule static 8 threads 2\n  read a[i]\nend\n",
     "cores=2;L1=2K,4,64;L2=8K,8,64,shared=2", 8},
};

typedef struct answer {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  const pme_printed *printed;
} answer;

static void ask(answer *a, const row *r) {
  pme_error error = {0};
  pme_what_if what_if = {.threads = 0};
  if (pme_program_read(r->program, strlen(r->program), &a->program, &error) != PME_OK)
    fail_msg("%s: %d:%d %s", r->name, error.line, error.column, error.message);
  assert_int_equal(pme_machine_read(r->machine, strlen(r->machine), &a->machine, &error), PME_OK);
  assert_int_equal(pme_concrete_create(a->program, &what_if, &a->concrete, &error), PME_OK);
  a->arena = pme_arena_create();
  assert_non_null(a->arena);
  assert_int_equal(pme_predict_printed(a->concrete, &a->machine, 0, a->arena, &a->printed, &error), PME_OK);
}

static void forget(answer *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

/* The first equation of a reference at a level is that of its outermost loop. */
static double outermost_sum(const pme_printed *printed, int level) {
  double sum = 0;
  for (int i = 0; i < printed->equation_count; i++) {
    const pme_printed_equation *e = &printed->equations[i];
    bool is_first = i == 0 || e[-1].reference != e->reference || e[-1].level != e->level;
    sum += e->level == level && is_first ? e->first + e->reused : 0;
  }
  return sum;
}

static void test_misses(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    answer a;
    ask(&a, &rows[i]);
    int level = a.printed->prediction->level_count - 1;
    double misses = a.printed->prediction->levels[level].misses;
    if (fabs(misses - rows[i].misses) > 1e-9 || fabs(outermost_sum(a.printed, level) - misses) > 1e-9)
      fail_msg("%s: %g misses, equations say %g, not %g", rows[i].name, misses, outermost_sum(a.printed, level),
               rows[i].misses);
    assert_true(a.printed->equation_count <= pme__printed_most_equations() * a.printed->prediction->reference_count *
                                                 a.printed->prediction->level_count);
    forget(&a);
  }
}

/* Whatever the program, an answer is a number that is not negative. */
static void test_any_program(void **state) {
  static random_program random;
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    answer a;
    random_program_make((uint64_t)seed + 900, &(random_knobs){.profile = RANDOM_GENERAL}, &random);
    ask(&a, &(row){random.program, random.program, random.machine, 0});
    for (int l = 0; l < a.printed->prediction->level_count; l++)
      if (!(a.printed->prediction->levels[l].misses >= 0 && isfinite(a.printed->prediction->levels[l].misses)))
        fail_msg("seed %d: %g misses", seed, a.printed->prediction->levels[l].misses);
    forget(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_misses), cmocka_unit_test(test_any_program)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
