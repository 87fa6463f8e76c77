/* Loops that do something in every m-th iteration: what is told of them beside the simulator, and beside a loop that steps by
 * m. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/loop_tree.h"
#include "pmecache/prediction.h"
#include "simulator/simulator.h"

static const char machine_text[] = "cores=4;L1=2K,4,64;L2=16K,8,64,shared=4";

typedef struct subject {
  pme_arena *arena;
  pme_program *program;
  pme_concrete *concrete;
  pme_machine *machine;
} subject;

static subject read_subject(const char *text) {
  subject s = {.arena = pme_arena_create()};
  assert_non_null(s.arena);
  s.machine = PME_ARENA_NEW(s.arena, pme_machine, 1);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), s.machine, NULL), PME_OK);
  assert_int_equal(pme_program_read(text, strlen(text), &s.program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(s.program, NULL, &s.concrete, NULL), PME_OK);
  return s;
}

static void forget(subject *s) {
  pme_concrete_destroy(s->concrete);
  pme_program_destroy(s->program);
  pme_arena_destroy(s->arena);
}

static pme_prediction *told_of(const subject *s, bool sampled) {
  pme_prediction *told;
  const pme_predict_options options = {.sampled_only = sampled};
  assert_int_equal(pme_predict(s->concrete, s->machine, &options, s->arena, &told, NULL), PME_OK);
  return told;
}

/* Each loop in the tree that steps by more than 1, and those that are guards. */
static void count_loops(const subject *s, int *steps, int *guards) {
  pme__loop_tree *tree;
  assert_int_equal(pme__loop_tree_create(s->concrete, s->arena, &tree), PME_OK);
  assert_true(tree->reference_count > 0);
  const pme__tree_reference *reference = &tree->references[0];
  *steps = *guards = 0;
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    *steps += loop->origin.term_count > 0 && loop->origin.terms[0].step > 1;
    *guards += loop->origin.term_count == 0 && !loop->is_single && !loop->is_phase && loop->parent;
  }
}

/* A sweep whose accesses stand behind these conditions: whether a loop steps by more than 1, and guards are left; all is
 * counted as the simulator does. */
static void check(const char *loop, const char *conditions, bool does_step, bool is_guarded) {
  char text[1000];
  int found_steps, found_guards;
  snprintf(text, sizeof text,
           "pme 1\nfunction f\narray a element 8 extents 64 64 base 1048576\nloop colour = 0 .. 1\n"
           "loop i = 1 .. 40 parallel schedule static 3 threads 4\n  loop j = %s\n    if %s\n      read a[i - 1, j]\n"
           "      read a[i + 1, j]\n      write a[i, j]\n    end\n  end\nend\nend\n",
           loop, conditions);
  subject s = read_subject(text);
  count_loops(&s, &found_steps, &found_guards);
  assert_int_equal(found_steps > 0, does_step);
  assert_int_equal(found_guards > 0, is_guarded);
  pme_prediction *told = told_of(&s, false), *seen;
  assert_int_equal(pme_simulate(s.concrete, s.machine, &(pme_simulate_options){0}, s.arena, &seen, NULL), PME_OK);
  for (int l = 0; l < told->level_count; l++) {
    assert_true(told->levels[l].accesses == seen->levels[l].accesses);
    assert_true(told->levels[l].misses == seen->levels[l].misses);
  }
  forget(&s);
}

static void test_as_simulated(void **state) {
  (void)state;
  check("1 .. 50", "(i + j) % 2 - colour, colour - (i + j) % 2", true, false);
  check("1 .. 50", "colour + 1 - (j - 2*i) % 4, (j - 2*i) % 4 - colour - 1", true, false);
  check("2 .. 50", "0 - (i + 3*j + 1) % 5", true, false);   /* the least remainder */
  check("2 .. 50", "(7*j - i) % 3 - 2", true, false);       /* the greatest one */
  check("max(i, 7) .. 50", "0 - (i + j) % 3", true, false); /* two beginnings */
  check("i / 2 .. 50", "0 - (i + j) % 3", true, false);     /* a divided one */
  check("1 .. 50", "0 - (i + j) % 2, j - 20, 45 - i - j", true,
        false); /* what is left says where loops begin and end */
}

/* Several remainders, none that the variable reaches alone, and one that there never is. */
static void test_left_alone(void **state) {
  (void)state;
  check("1 .. 50", "(i + j) % 3 - 1", false, true);
  check("1 .. 50", "0 - (i + 2*j) % 4", false, true);
  check("1 .. 50", "(i + j) % 2 - 2*colour, 2*colour - (i + j) % 2", false, true);
  check("1 .. 50", "0 - (i + j) % 2, (i + j) % 3 - 1", true, true);
}

/* A sweep of red and black points of 32 MB by samples: told as that of a loop that steps by 2. */
static void test_samples(void **state) {
  static const char format[] =
      "pme 1\nfunction f\narray a element 8 extents 2002 2002 base 1048576\nloop r = 0 .. 9\nloop colour = 0 .. 1\n"
      "loop i = 1 .. 2000 parallel schedule static threads 4\n  loop j = %s\n    %s\n      read a[i - 1, j]\n"
      "      read a[i + 1, j]\n      read a[i, j - 1]\n      read a[i, j + 1]\n      write a[i, j]\n    %s\n  "
      "end\nend\n"
      "end\nend\n";
  char text[2][1000];
  (void)state;
  snprintf(text[0], sizeof text[0], format, "1 .. 2000", "if (i + j) % 2 - colour, colour - (i + j) % 2", "end");
  snprintf(text[1], sizeof text[1], format, "2 - (i + colour) % 2 .. 2000 step 2", "", "");
  subject guarded = read_subject(text[0]), stepping = read_subject(text[1]);
  pme_prediction *of_guards = told_of(&guarded, true), *of_steps = told_of(&stepping, true);
  for (int l = 0; l < of_guards->level_count; l++) {
    const pme_misses *m = &of_guards->levels[l];
    assert_true(m->misses > 0.99 * of_steps->levels[l].misses && m->misses < 1.01 * of_steps->levels[l].misses);
    assert_true(m->high - m->low < 0.1 * m->misses);
  }
  forget(&guarded);
  forget(&stepping);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_simulated), cmocka_unit_test(test_left_alone),
                                     cmocka_unit_test(test_samples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
