/* What a prediction speaks of: loops and references of what was recorded, teams that are settled, questions about trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/core/tree.h"
#include "pmecache/subject.h"
#include "test/unit/core/evaluated.h"

typedef struct recorded {
  pme_arena *arena;
  pme_subject *subject;
  int outer, inner, read, write;
} recorded;

/* A parallel loop around a loop of the same name, which reads a and writes b. */
static recorded record(pme_schedule_kind schedule) {
  recorded r = {.arena = pme_arena_create()};
  r.subject = pme_subject_create(r.arena, 8);
  assert_non_null(r.subject);
  pme_subject_loop outer = {.variable = "i", .parallel = true, .schedule = schedule, .collapse = 1};
  pme_subject_loop inner = {.variable = "i", .collapse = 1};
  assert_int_equal(pme_subject_add_loop(r.subject, r.arena, PME_NONE, &outer, &r.outer), PME_OK);
  assert_int_equal(pme_subject_add_loop(r.subject, r.arena, r.outer, &inner, &r.inner), PME_OK);
  assert_int_equal(pme_subject_add_access(r.subject, r.inner, "a", false, &r.read), PME_OK);
  assert_int_equal(pme_subject_add_access(r.subject, r.outer, "b", true, &r.write), PME_OK);
  return r;
}

static void what_is_added_is_found(void **state) {
  (void)state;
  recorded r = record(PME_SCHEDULE_STATIC);
  int again;
  assert_int_equal(r.subject->node_count, 4);
  assert_string_equal(pme_subject_at(r.subject, r.outer)->u.loop.variable, "i");
  assert_string_equal(pme_subject_at(r.subject, r.inner)->u.loop.variable, "i_2");
  assert_int_equal(pme_subject_add_access(r.subject, r.outer, "a", true, &again), PME_OK);
  assert_int_equal(r.subject->array_count, 2);
  assert_int_equal(pme_subject_at(r.subject, again)->u.access.array, pme_subject_at(r.subject, r.read)->u.access.array);
  pme_subject_set_place(r.subject, r.read, (pme_place){.line = 7, .column = 3});
  assert_int_equal(pme_subject_at(r.subject, r.read)->place.line, 7);
  pme_arena_destroy(r.arena);
}

static void below_what_encloses_it(void **state) {
  (void)state;
  recorded r = record(PME_SCHEDULE_STATIC);
  assert_true(pme_subject_is_below(r.subject, r.read, r.inner) && pme_subject_is_below(r.subject, r.read, r.outer));
  assert_true(pme_subject_is_below(r.subject, r.inner, r.inner) && pme_subject_is_below(r.subject, r.outer, PME_NONE));
  assert_false(pme_subject_is_below(r.subject, r.write, r.inner) || pme_subject_is_below(r.subject, r.outer, r.inner));
  assert_int_equal(pme__loop_around(r.subject, r.read), r.inner);
  assert_int_equal(pme__loop_around(r.subject, r.inner), r.outer);
  assert_int_equal(pme__loop_around(r.subject, r.outer), PME_NONE);
  pme_arena_destroy(r.arena);
}

static const struct {
  pme_schedule_kind asked, taken;
  int64_t chunk;
  int assumptions; /* the size of the team is one */
} schedules[] = {{PME_SCHEDULE_STATIC, PME_SCHEDULE_STATIC, 0, 1},
                 {PME_SCHEDULE_DYNAMIC, PME_SCHEDULE_DYNAMIC, 1, 1},
                 {PME_SCHEDULE_AUTO, PME_SCHEDULE_STATIC, 0, 2},
                 {PME_SCHEDULE_RUNTIME, PME_SCHEDULE_STATIC, 0, 2}};

static void teams_are_settled(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
    recorded r = record(schedules[i].asked);
    assert_int_equal(pme_subject_settle_teams(r.subject, r.arena, 6), PME_OK);
    const pme_subject_loop *outer = &pme_subject_at(r.subject, r.outer)->u.loop;
    assert_int_equal(outer->threads, 6);
    assert_int_equal(outer->schedule, schedules[i].taken);
    assert_int_equal(outer->chunk, schedules[i].chunk);
    assert_int_equal(pme_subject_at(r.subject, r.inner)->u.loop.threads, 6);
    assert_int_equal(pme_subject_largest_team(r.subject), 6);
    assert_int_equal(r.subject->assumption_count, schedules[i].assumptions);
    pme_arena_destroy(r.arena);
  }
}

static void nests_have_a_limit(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  pme_subject *subject = pme_subject_create(arena, PME_MAX_DEPTH + 1);
  int node = PME_NONE;
  for (int depth = 0; depth < PME_MAX_DEPTH; depth++)
    assert_int_equal(pme_subject_add_loop(subject, arena, node, &(pme_subject_loop){.variable = "i"}, &node), PME_OK);
  assert_int_equal(pme_subject_add_loop(subject, arena, node, &(pme_subject_loop){.variable = "i"}, &node),
                   PME_BAD_ARGUMENT);
  assert_int_equal(pme_subject_add_access(subject, node, "a", false, &node), PME_BAD_ARGUMENT);
  assert_int_equal(pme_subject_largest_team(subject), 1);
  pme_arena_destroy(arena);
}

/* Nodes of a program: 0 and 1 are loops, 2 and 3 accesses, 4 a loop with access 5. */
static void rows_of_nodes(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e,
           "array a element 8 base 0\nloop i = 0 .. 3\nloop j = 0 .. 3\nread a @ 8*j\nwrite a @ 8*i\nend\nend\n"
           "loop k = 0 .. 3\nread a @ 0\nend\n",
           NULL);
  static const int loops[] = {0, 1, 4}, accesses[] = {2, 3, 5};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(pme__loop_row(e.prediction, loops[i])->node, loops[i]);
    assert_int_equal(pme__reference_row(e.prediction, accesses[i])->node, accesses[i]);
    assert_null(pme__loop_row(e.prediction, accesses[i]));
  }
  assert_true(pme__concrete_is_below(e.concrete, 3, 0) && pme__concrete_is_below(e.concrete, 3, 1));
  assert_false(pme__concrete_is_below(e.concrete, 5, 0));
  const pme_subject *subject = pme_concrete_subject(e.concrete);
  assert_int_equal(pme__loop_around(subject, 5), 4);
  assert_int_equal(pme_subject_largest_team(subject), 1);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_added_is_found), cmocka_unit_test(below_what_encloses_it),
      cmocka_unit_test(teams_are_settled),      cmocka_unit_test(nests_have_a_limit),
      cmocka_unit_test(rows_of_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
