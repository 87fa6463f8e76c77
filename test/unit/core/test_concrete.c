/* Programs evaluated: values of expressions, teams, accesses that are kept, refusals, bounds, schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/core/as_compiled.h"
#include "pmecache/concrete.h"
#include "pmecache/program.h"
#include "test/unit/core/read_program.h"

/* ---- evaluation ---- */

static pme_concrete *evaluate(const pme_program *program, const char *bindings_text, const char *schedule) {
  pme_what_if what_if = {.default_threads = 4};
  pme_binding *bindings = NULL;
  pme_concrete *concrete = NULL;
  pme_error error = {0};
  assert_int_equal(pme_bindings_read(bindings_text, &bindings, &what_if.binding_count, &error), PME_OK);
  what_if.bindings = bindings;
  if (schedule)
    assert_int_equal(pme_what_if_read_schedule(schedule, &what_if, &error), PME_OK);
  assert_int_equal(pme_concrete_create(program, &what_if, &concrete, &error), PME_OK);
  pme_bindings_destroy(bindings, what_if.binding_count);
  return concrete;
}

/* The offset of the only access, n = 10, at i = 3, j = 5. */
static const struct {
  const char *offset;
  int64_t value;
} values[] = {
    {"8*(i*n + j)", 280},
    {"(i + 7) / 4", 2},
    {"(4*i + j) / 4", 4},
    {"(i - 20) / 4", -5},
    {"i % 2", 1},
    {"(i - 4) % 4", 3},
    {"-j", -5},
    {"n*i - j*2", 20},
    {"min(n, 3)*i", 9},
    {"(i*n + j) / 10", 3},
    {"(i*n + j) % 10", 5},
    {"max(i + 100, j)", 103},
    {"((i + j) / 2 + 1) / 2", 2},
    {"i % 16", 3},
    {"(j + 20) / 32", 0},
};

/* The only access of a program, which is node 3: its offset with all iterators 0, and what the next thread adds. */
static const struct {
  const char *body;
  int64_t offset, thread;
  int threads;
} of_teams[] = {
    {"region threads 4\nloop i = 0 .. 9 parallel\nif i\nread A @ 8*thread() + threads()", 4, 8, 4},
    {"region threads 4\nloop i = 0 .. 9\nif i\nread A @ 8*(thread() + i) - 4*thread()", 0, 4, 4},
    {"region threads 4\nif n\nif one-thread\nread A @ 16*threads() / 4 + 16*thread() / 4", 16, 4, 4},
    {"loop i = 0 .. 9 parallel threads 3\nregion threads 4\nif i\nread A @ 8*thread() + threads()", 1, 0, 1},
    {"region threads 1\nif n\nif n\nread A @ 8*thread() + threads()", 1, 0, 1},
    {"if n\nif n\nif n\nread A @ 8*thread() + threads()", 1, 0, 1},
    {"region threads 4\nif threads() - 4\nif 4 - threads()\nread A @ min(thread(), 3)", 0, 1, 4},
};

static void test_teams(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(of_teams); i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s\nend\nend\nend\n", head, of_teams[i].body);
    pme_program *program = read_good(text);
    pme_concrete *concrete = evaluate(program, "n=10", NULL);
    const pme_concrete_node *node = pme_concrete_node_at(concrete, 3);
    const int64_t iterators[] = {0, 0, 0};
    assert_true(node->modelled && node->kind == PME_NODE_ACCESS);
    assert_int_equal(pme_affine_value(&node->u.access.offset_bytes, iterators), of_teams[i].offset);
    assert_int_equal(node->u.access.thread_bytes, of_teams[i].thread);
    assert_int_equal(node->u.access.threads, of_teams[i].threads);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
  }
}

/* Nobody is asked how large teams are. */
static void test_largest_team(void **state) {
  (void)state;
  const pme_what_if asked[] = {{.default_threads = 6}, {.default_threads = 6, .threads = 3}, {0}};
  static const int64_t wanted[] = {6, 3, 1};
  static const char text[] = "pme 1\nparam \"omp_get_max_threads()\"\narray A element 8\n"
                             "read A @ 8*\"omp_get_max_threads()\"\n";
  pme_program *program = read_good(text);
  for (size_t i = 0; i < COUNT(asked); i++) {
    pme_concrete *concrete;
    assert_int_equal(pme_concrete_create(program, &asked[i], &concrete, NULL), PME_OK);
    assert_true(pme_concrete_node_at(concrete, 0)->modelled);
    assert_int_equal(pme_concrete_node_at(concrete, 0)->u.access.offset_bytes.constant, 8 * wanted[i]);
    pme_concrete_destroy(concrete);
  }
  pme_program_destroy(program);
}

/* Who gives an exponent gives the power of two, unless that is given, too, or the exponent was merely taken for something. */
static void test_power_of_two(void **state) {
  (void)state;
  static const char text[] = "pme 1\nparam k\nparam \"1 << k\"\narray A element 8\nread A @ 8*\"1 << k\"\n";
  static const struct {
    pme_binding bindings[2];
    int count;
    int64_t wanted; /* 0: not known */
  } cases[] = {
      {{{"k", 20, NULL}}, 1, 1 << 20},
      {{{"k", 3, "measured"}}, 1, 8},
      {{{"k", 3, NULL}, {"1 << k", 5, NULL}}, 2, 5},
      {{{"k", 0, "taken: what the conditions ask for"}}, 1, 0},
      {{{"k", 63, NULL}}, 1, 0},
      {{{"k", -1, NULL}}, 1, 0},
  };
  pme_program *program = read_good(text);
  for (size_t i = 0; i < COUNT(cases); i++) {
    pme_concrete *concrete;
    pme_what_if what_if = {.bindings = cases[i].bindings, .binding_count = cases[i].count};
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    const pme_concrete_node *node = pme_concrete_node_at(concrete, 0);
    assert_int_equal(node->modelled, cases[i].wanted > 0);
    if (node->modelled)
      assert_int_equal(node->u.access.offset_bytes.constant, 8 * cases[i].wanted);
    pme_concrete_destroy(concrete);
  }
  pme_program_destroy(program);
}

/* A team loop is dealt out by the thread's number, whatever schedule is asked for. */
static void test_team_loop(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, "%sloop t = 0 .. threads() - 1 parallel each-thread\nread A @ 8*t\nend\n", head);
  pme_program *program = read_good(text);
  pme_concrete *concrete = evaluate(program, "n=10", "dynamic,2");
  const pme_concrete_loop *loop = &pme_concrete_node_at(concrete, 0)->u.loop;
  assert_true(pme_concrete_node_at(concrete, 0)->modelled && loop->is_team);
  assert_int_equal(loop->threads, 4);
  assert_int_equal(loop->lasts[0].constant, 3);
  assert_true(loop->schedule == PME_SCHEDULE_STATIC && loop->chunk == 1);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* Tasks are as long as their clauses say for this team, whatever schedule is asked for; without an iteration there is none,
 * and no reason. */
static void test_taskloop(void **state) {
  static const struct {
    const char *values;
    int64_t chunk;
  } cases[] = {{"n=1000", 25}, {"n=1001", 26}, {"n=39", 1}, {"n=0", 1}};
  (void)state;
  char text[1024];
  snprintf(text, sizeof text,
           "%sloop i = 0 .. n - 1 parallel schedule dynamic ((n - 1) / (10*threads()) + 1) threads 4 tasks\n"
           "read A @ 8*i\nend\n",
           head);
  pme_program *program = read_good(text);
  for (size_t c = 0; c < COUNT(cases); c++) {
    pme_concrete *concrete = evaluate(program, cases[c].values, "static,2");
    const pme_concrete_node *node = pme_concrete_node_at(concrete, 0);
    assert_true(node->modelled && node->u.loop.schedule == PME_SCHEDULE_DYNAMIC);
    assert_int_equal(node->u.loop.chunk, cases[c].chunk);
    assert_true(pme_subject_at(pme_concrete_subject(concrete), 0)->u.loop.is_taskloop);
    pme_concrete_destroy(concrete);
  }
  pme_program_destroy(program);
}

static void test_values(void **state) {
  (void)state;
  for (size_t v = 0; v < COUNT(values); v++) {
    char text[1024];
    snprintf(text, sizeof text, "%sloop i = 0 .. 9\nloop j = 0 .. 9\nread A @ %s\nend\nend\n", head, values[v].offset);
    pme_program *program = read_good(text);
    pme_concrete *concrete = evaluate(program, "n=10", NULL);
    const pme_concrete_node *node = pme_concrete_node_at(concrete, 2);
    const int64_t iterators[] = {3, 5};
    assert_true(node->modelled);
    if (pme_affine_value(&node->u.access.offset_bytes, iterators) != values[v].value)
      fail_msg("%s gives %lld", values[v].offset, (long long)pme_affine_value(&node->u.access.offset_bytes, iterators));
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
  }
}

/* Accesses that a compiler keeps in registers, as they stand in the tree and as the compiled program has them: loops in
 * parentheses, guards in brackets, accesses by the bytes of each. */
static const struct {
  const char *body, *compiled;
} kept_accesses[] = {
    {"loop i = 0 .. 9 parallel\nloop j = 0 .. 9\nread A @ 8*j\nread A @ 8*i size 1 kept 1\n"
     "write A @ 8*i size 2 kept 1\nend\nend\n",
     "(r1 (r8 )w2 )"},
    {"loop i = 0 .. 9 parallel\nloop j = 0 .. 9\nloop k = 0 .. 9\nread A @ 8*i size 1 kept 2\nend\n"
     "read A @ 8*j size 2 kept 1\nend\nend\n",
     "(r1 (()r2 ))"}, /* the second one moves with j */
    {"loop i = 0 .. 9 parallel\nwrite A @ 0 kept 1\nend\n", "(w8 )"},
    {"loop i = 0 .. 9 parallel collapse 2\nloop j = 0 .. 9\nwrite A @ 0 kept 1\nend\nend\n", "((w8 ))"},
    {"loop i = 0 .. 9 parallel\nloop j = 0 .. 9\nif i - 1\nwrite A @ 0 kept 1\nend\nend\nend\n", "(([w8 ]))"},
    {"loop i = 0 .. 9 parallel\nloop j = 0 .. 9\nread A @ 0 size 1 kept 1\nread A @ 8 size 2 kept 1\n"
     "write A @ 8 size 3 kept 1\nwrite A @ 0 size 4 kept 1\nend\nread A @ 0 size 5\nend\n",
     "(r1 r2 ()w3 w4 r5 )"},
    {"loop i = 0 .. 9 parallel\nloop j = 0 .. 9\nwrite A @ 8*(i + j / 2) kept 1\nend\nend\n", "((w8 ))"},
    {"loop j = 0 .. 9\nwrite A @ 0 kept 1\nend\n", "(w8 )"}, /* nothing around the loop */
    /* Each thread of a region stores once, behind all loops that are dealt together, unless it asks for each iteration.
     */
    {"region threads 4\nloop i = 0 .. 9 parallel\nread A @ 8*thread() size 1 kept 1\n"
     "write A @ 8*thread() size 2 kept 1\nend\nend\n",
     "[r1 ()w2 ]"},
    {"region threads 4\nloop i = 0 .. 9 parallel schedule static 2\nloop j = 0 .. 9\nwrite A @ 0 kept "
     "2\nend\nend\nend\n",
     "[(())w8 ]"},
    {"region threads 4\nloop i = 0 .. 9 parallel collapse 2\nloop j = 0 .. 9\nwrite A @ 0 kept 2\nend\nend\nend\n",
     "[(())w8 ]"},
    {"region threads 4\nloop i = 0 .. 9 parallel collapse 2\nloop j = 0 .. 9\nwrite A @ 8*i kept 2\nend\nend\nend\n",
     "[((w8 ))]"},
    {"region threads 4\nloop i = 0 .. 9 parallel schedule dynamic\nloop j = 0 .. 9\nwrite A @ 0 kept "
     "2\nend\nend\nend\n",
     "[(()w8 )]"},
    {"region threads 4\nloop i = 0 .. 9 parallel schedule dynamic 2\nwrite A @ 0 kept 1\nend\nend\n", "[()w8 ]"},
    {"region threads 4\nloop i = 0 .. 9 parallel schedule guided\nwrite A @ 0 kept 1\nend\nend\n", "[()w8 ]"},
    {"region threads 4\nloop i = 0 .. 9 parallel ordered\nwrite A @ 0 kept 1\nend\nend\n", "[(w8 )]"},
    {"region threads 4\nloop t = 0 .. 3 parallel each-thread\nwrite A @ 0 kept 1\nend\nend\n", "[(w8 )]"},
};

static void describe_tree(const pme_concrete *concrete, int id, char *text, size_t bytes) {
  for (; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(concrete, id);
    size_t used = strlen(text);
    if (node->kind == PME_NODE_ACCESS) {
      snprintf(text + used, bytes - used, "%c%d ", node->u.access.is_write ? 'w' : 'r', (int)node->u.access.size_bytes);
      continue;
    }
    snprintf(text + used, bytes - used, "%s", node->kind == PME_NODE_LOOP ? "(" : "[");
    describe_tree(concrete, node->first_child, text, bytes);
    used = strlen(text);
    snprintf(text + used, bytes - used, "%s", node->kind == PME_NODE_LOOP ? ")" : "]");
  }
}

static void test_kept_accesses(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kept_accesses); i++) {
    char text[1024], tree[200] = "";
    snprintf(text, sizeof text, "%s%s", head, kept_accesses[i].body);
    pme_program *program = read_good(text);
    pme_what_if what_if = {.as_compiled = true};
    pme_concrete *concrete;
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    describe_tree(concrete, pme_program_first_node(program), tree, sizeof tree);
    assert_string_equal(tree, kept_accesses[i].compiled);
    pme_concrete_destroy(concrete);
    pme_concrete *source, *copy;
    assert_int_equal(pme_concrete_create(program, NULL, &source, NULL), PME_OK);
    assert_int_equal(pme__concrete_as_compiled(source, &copy), PME_OK);
    assert_true(pme__concrete_is_compiled(copy) && !pme__concrete_is_compiled(source));
    tree[0] = '\0';
    describe_tree(copy, pme_program_first_node(program), tree, sizeof tree);
    assert_string_equal(tree, kept_accesses[i].compiled);
    pme_concrete_destroy(copy);
    pme_concrete_destroy(source);
    pme_program_destroy(program);
  }
}

/* What cannot be evaluated: the node, the reason, and whether node 1 (below) is still modelled. */
static const struct {
  const char *body;
  pme_reason_code code;
  int node;
} refusals[] = {
    {"loop i = 0 .. \"g[0]\"\nread A @ i\nend\n", PME_REASON_UNKNOWN_PARAMETER, 0},
    {"loop i = 0 .. 9\nread A @ i*\"g[0]\"\nend\n", PME_REASON_UNKNOWN_PARAMETER, 1},
    {"loop i = 0 .. 9\nread A @ i*i\nend\n", PME_REASON_NON_AFFINE_SUBSCRIPT, 1},
    {"loop i = 0 .. 9\nread A @ max(i, 5)\nend\n", PME_REASON_NON_AFFINE_SUBSCRIPT, 1},
    {"loop i = 0 .. 9\nloop j = 0 .. i*i\nread A @ j\nend\nend\n", PME_REASON_NON_AFFINE_BOUND, 1},
    {"loop i = 0 .. 9 parallel schedule static (n - 10)\nread A @ i\nend\n", PME_REASON_BAD_LOOP, 0},
    {"loop i = 0 .. 9 parallel threads (n - 10)\nread A @ i\nend\n", PME_REASON_BAD_LOOP, 0},
    {"loop i = 0 .. 7 parallel each-thread threads 4\nread A @ i\nend\n", PME_REASON_BAD_LOOP, 0},
    {"loop i = 0 .. 7 parallel threads 4\nloop j = thread() .. 9\nread A @ j\nend\nend\n", PME_REASON_NON_AFFINE_BOUND,
     1},
    {"loop i = 0 .. 7 parallel threads 4\nif 1 - thread()\nread A @ i\nend\nend\n", PME_REASON_NON_AFFINE_GUARD, 1},
    {"loop i = 0 .. 7 parallel threads 4\nread A @ thread() / 2\nend\n", PME_REASON_NON_AFFINE_SUBSCRIPT, 1},
    {"loop i = 0 .. 7 parallel threads 4\nread A @ i*thread()\nend\n", PME_REASON_NON_AFFINE_SUBSCRIPT, 1},
    {"loop i = 0 .. 9\nread A @ 4611686018427387904*i\nend\n", PME_REASON_TOO_LARGE, 1},
    {"loop i = 0 .. 1152921504606846976\nread A @ 8*i\nend\n", PME_REASON_TOO_LARGE, 1},
};

static void test_refusals(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(refusals); i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", head, refusals[i].body);
    pme_program *program = read_good(text);
    pme_concrete *concrete = evaluate(program, "n=10", NULL);
    assert_int_equal(pme_concrete_reason_count(concrete), 1);
    assert_int_equal(pme_concrete_reason(concrete, 0)->code, refusals[i].code);
    assert_int_equal(pme_concrete_reason(concrete, 0)->node, refusals[i].node);
    for (int id = 0; id < pme_program_node_count(program); id++)
      assert_int_equal(pme_concrete_node_at(concrete, id)->modelled, id < refusals[i].node);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
  }
}

/* A run of which some values are known has not recorded the one that is missing: the next one measures the loop. */
static void test_how_to_measure(void **state) {
  (void)state;
  static const struct {
    const char *origin, *mode;
  } runs[] = {{NULL, "PMECACHE_INSTRUMENT=values"},
              {"measured, run.pmeprof", "PMECACHE_INSTRUMENT=all"},
              {"tried", "PMECACHE_INSTRUMENT=values"}};
  pme_program *program = read_good("pme 1\nparam n\nparam \"length of a\"\narray A element 8\n"
                                   "loop i = 0 .. n\nloop j = 0 .. \"length of a\"\nread A @ i + j\nend\nend\n");
  for (size_t i = 0; i < COUNT(runs); i++) {
    pme_binding known = {"n", 10, runs[i].origin};
    pme_what_if what_if = {.bindings = &known, .binding_count = 1};
    pme_concrete *concrete = NULL;
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    assert_non_null(strstr(pme_concrete_reason(concrete, 0)->hint, runs[i].mode));
    pme_concrete_destroy(concrete);
  }
  pme_program_destroy(program);
}

/* The last bound of loop j in loop i = 0 .. n - 1, n = 10: what the guard and the loops imply is not in the way. */
static const struct {
  const char *guard, *last;
  int count;
  int64_t at_three;
} implied_bounds[] = {
    {"n - 1 - i", "max(i + 1, n) - 1", 1, 9},
    {"n - 1 - i", "max(i + 1, min(i + 8, n)) - 1", 2, 10},
    {"1", "max(0, i)", 1, 3},
    {"1", "min(n + 5, max(i, -3))", 2, 15},
    {"i - 2", "max(2, i) + min(2, i)", 1, 5},
};

static void test_implied_bounds(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(implied_bounds); i++) {
    char text[1024];
    snprintf(text, sizeof text, "%sloop i = 0 .. n - 1\nif %s\nloop j = i .. %s\nend\nend\nend\n", head,
             implied_bounds[i].guard, implied_bounds[i].last);
    pme_program *program = read_good(text);
    pme_concrete *concrete = evaluate(program, "n=10", NULL);
    const int64_t at[] = {3};
    assert_true(pme_concrete_node_at(concrete, 2)->modelled);
    assert_int_equal(pme_concrete_node_at(concrete, 2)->u.loop.last_count, implied_bounds[i].count);
    assert_int_equal(pme_affine_value(&pme_concrete_node_at(concrete, 2)->u.loop.lasts[0], at),
                     implied_bounds[i].at_three);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
  }
}

static void test_bounds_with_extrema(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, "%sloop ii = 0 .. 99 step 32\nloop i = ii .. 4*min(n, ii + 31) - 1\nend\nend\n", head);
  pme_program *program = read_good(text);
  pme_concrete *concrete = evaluate(program, "n=70", NULL);
  const pme_concrete_loop *loop = &pme_concrete_node_at(concrete, 1)->u.loop;
  const int64_t at[] = {64};
  assert_int_equal(loop->last_count, 2);
  assert_int_equal(pme_affine_value(&loop->lasts[0], at), 279);
  assert_int_equal(pme_affine_value(&loop->lasts[1], at), 379);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

static void test_schedules(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, "%sloop i = 0 .. 99 parallel schedule runtime\nend\n", head);
  pme_program *program = read_good(text);
  pme_concrete *concrete = evaluate(program, "", NULL);
  assert_int_equal(pme_concrete_node_at(concrete, 0)->u.loop.schedule, PME_SCHEDULE_STATIC);
  assert_int_equal(pme_concrete_node_at(concrete, 0)->u.loop.threads, 4);
  assert_int_equal(pme_concrete_assumption_count(concrete), 2);
  pme_concrete_destroy(concrete);
  concrete = evaluate(program, "", "dynamic");
  assert_int_equal(pme_concrete_node_at(concrete, 0)->u.loop.schedule, PME_SCHEDULE_DYNAMIC);
  assert_int_equal(pme_concrete_node_at(concrete, 0)->u.loop.chunk, 1);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* Arrays C of a program, how far accesses reach, and where the base can be. */
typedef struct place {
  const char *array;
  int64_t reach, granule, phase;
} place;

static const place places[] = {
    {"element 8", 1 << 20, 8, 0},
    {"element 24 align 4", 0, 8, 0},
    {"element 128 align 64", 0, 64, 0},
    {"element 4 heap", 1000, 16, 0},
    {"element 8 heap", 131063, 16, 0},
    {"element 8 heap", 131064, 4096, 16},
    {"element 8 extents 20000 heap private", 0, 4096, 16},
    {"element 8 align 32 heap", 1 << 20, 4096, 64},
    {"element 8 align 64 heap", 1 << 20, 4096, 64},
    {"element 8 align 64 heap", 1000, 64, 0},
    {"element 8 align 4096 heap", 1 << 20, 4096, 0},
    {"element 8 heap likely", 1 << 20, 16, 0},
    {"element 8 heap unmapped", 1 << 20, 16, 0},
    {"element 8 heap unmapped", 1 << 25, 4096, 16},
    {"element 8 group 1 base 8 heap", 1 << 20, 8, 0},
};

static const place likely_places[] = {
    {"element 8", 1000, 8, 0},
    {"element 8 heap", 1000, 16, 0},
    {"element 8 heap likely", 1000, 64, 0},
    {"element 8 align 256 heap likely", 1000, 256, 0},
    {"element 8 heap likely", 1 << 20, 4096, 16},
    {"element 8 align 64 heap likely", 1 << 20, 4096, 64},
};

static void check_place(const place *p, pme_alignment (*where)(const pme_concrete_array *, int64_t)) {
  char text[1024];
  snprintf(text, sizeof text, "%sarray C %s\n", head, p->array);
  pme_program *program = read_good(text);
  pme_concrete *concrete = evaluate(program, "n=10", NULL);
  pme_alignment found = where(pme_concrete_array_at(concrete, 2), p->reach);
  assert_int_equal(found.granule_bytes, p->granule);
  assert_int_equal(found.phase_bytes, p->phase);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

static void test_alignment(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(places); i++)
    check_place(&places[i], pme_concrete_alignment);
  for (size_t i = 0; i < COUNT(likely_places); i++)
    check_place(&likely_places[i], pme_concrete_likely_alignment);
}

/* What a linker puts behind an array moves when that gets longer rows; what stands before it, or in another block, stays. */
static void test_longer_rows_move_what_is_behind(void **state) {
  (void)state;
  pme_program *program = read_good("pme 1\nfunction f\narray before element 8 extents 10 group 0 base 0\n"
                                   "array long element 4 extents 40 64 128 group 0 base 128\n"
                                   "array behind element 4 extents 40 64 128 group 0 base 1310848\n"
                                   "array other element 4 extents 40 group 1 base 4096\nloop i = 0 .. 9 parallel\n"
                                   "read long @ 32768*i\nend\n");
  static const uint64_t now[] = {0, 128, 1310848, 4096}, then[] = {0, 128, 1310848 + 40 * 64, 4096};
  const pme_proposal longer = {.loop = 0, .pad_count = 1, .pads = {{.array = 1, .bytes = 64}}};
  for (int proposed = 0; proposed < 2; proposed++) {
    pme_what_if what_if = {.default_threads = 4, .proposal = proposed ? &longer : NULL};
    pme_concrete *concrete;
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    for (int a = 0; a < 4; a++)
      assert_int_equal(pme_concrete_array_at(concrete, a)->base_bytes, proposed ? then[a] : now[a]);
    pme_concrete_destroy(concrete);
  }
  pme_program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_teams),
      cmocka_unit_test(test_power_of_two),
      cmocka_unit_test(test_team_loop),
      cmocka_unit_test(test_taskloop),
      cmocka_unit_test(test_largest_team),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_how_to_measure),
      cmocka_unit_test(test_kept_accesses),
      cmocka_unit_test(test_implied_bounds),
      cmocka_unit_test(test_bounds_with_extrema),
      cmocka_unit_test(test_longer_rows_move_what_is_behind),
      cmocka_unit_test(test_schedules),
      cmocka_unit_test(test_alignment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
