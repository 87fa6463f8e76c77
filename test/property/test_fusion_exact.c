/* Random loops beside each other, run as they stand and as one, and random bodies whose parts get loops of their own, with
 * sums that are kept in an array: where that is legal both compute the same, bit for bit. A dependence that is forgotten is caught: what it forbids computes
 * something else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/loop_order/changed/distributed_program.h"
#include "analysis/advise/loop_order/changed/expanded_program.h"
#include "analysis/advise/loop_order/changed/fused_program.h"
#include "analysis/advise/loop_order/loop_distribution.h"
#include "analysis/advise/loop_order/loop_fusion.h"
#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/neighbours.h"
#include "analysis/advise/transform/order.h"
#include "test/property/programs/each_program.h"
#include "test/property/programs/program_text.h"

enum { USUAL_PROGRAMS = 2000, ARRAYS = 2, ELEMENTS = 8192, MIDDLE = ELEMENTS / 2 };
static const unsigned long MOST_OPERATIONS = 10000000;
/* Of the pairs that are forbidden so many compute something else. */
static const double LEAST_CAUGHT = 0.98;
/* ... and of the sums: what meets in an iteration may do so behind the last read. */
static const double LEAST_SUMS_CAUGHT = 0.95;

/* ---- random loops ---- */

static const char variables[] = "ijk";

/* The loops around stand in `variables`, as many as `depth`. */
static void put_address(program_text *out, int depth) {
  int kind = (int)program_draw(out, 0, 9), a = (int)program_draw(out, 0, depth - 1);
  int b = (int)program_draw(out, 0, depth - 1);
  long long shift = program_draw(out, -11, 11);
  if (kind == 0)
    program_put(out, "8*((%c + 3*%c + %lld) / 2)", variables[a], variables[b], shift);
  else if (kind < 3)
    program_put(out, "8*(%lld*%c + %lld*%c + %lld)", program_draw(out, -9, 9), variables[a], program_draw(out, -9, 9),
                variables[b], shift);
  else
    program_put(out, "8*(10*%c + %c + %lld)", variables[a], variables[b], shift);
}

static void put_access(program_text *out, int depth, bool is_write, int *line) {
  bool is_guarded = program_draw(out, 0, 6) == 0;
  if (is_guarded)
    program_put(out, "if %lld*%c + %lld\n", program_draw(out, -1, 1), variables[depth - 1], program_draw(out, -3, 3));
  program_put(out, "%s %c @ ", is_write ? "write" : "read", program_draw(out, 0, 3) ? 'a' : 'b');
  put_address(out, depth);
  program_put(out, " at %d:1\n%s", ++*line, is_guarded ? "end\n" : "");
}

static void put_body(program_text *out, int depth, int *line) {
  for (int reads = (int)program_draw(out, 0, 2); reads > 0; reads--)
    put_access(out, depth, false, line);
  put_access(out, depth, true, line);
}

/* A loop inside, a triangle now and then; accesses before or behind it. */
static void put_inside(program_text *out, int depth, int *line) {
  if (program_draw(out, 0, 2) == 0)
    put_body(out, depth, line);
  program_put(out, "loop %c = %s%lld .. %lld\n", variables[depth], program_draw(out, 0, 4) ? "" : "i + ",
              program_draw(out, -2, 2), program_draw(out, 2, 5));
  put_body(out, depth + 1, line);
  program_put(out, "end\n");
  if (program_draw(out, 0, 3) == 0)
    put_body(out, depth, line);
}

/* Mostly inside of a loop that stands still; both loops have the same bounds. */
static void make_pair(uint64_t seed, const random_knobs *knobs, random_program *out) {
  static const char *const bounds[] = {"-2 .. 4", "0 .. 5", "1 .. 9 step 2", "3 .. -3 step -1", "6 .. 0 step -3"};
  program_text text = {.random = seed, .text = out->program};
  int line = 0, outer = (int)program_draw(&text, 0, 1);
  const char *bound = bounds[program_draw(&text, 0, 4)];
  (void)knobs;
  program_put(&text, "pme 1\nfunction f\narray a element 8\narray b element 8\n");
  program_put(&text, outer ? "loop i = 0 .. 3\n" : "");
  for (int loop = 0; loop < 2; loop++) {
    program_put(&text, "loop %c = %s%s\n", variables[outer], outer && *bound == '0' ? "i + " : "", bound);
    if (program_draw(&text, 0, 1) || outer)
      put_body(&text, outer + 1, &line);
    else
      put_inside(&text, outer + 1, &line);
    program_put(&text, "end\n");
  }
  program_put(&text, outer ? "end\n" : "");
}

/* A loop with another one inside of it, sometimes two, and something before or behind. */
static void make_body(uint64_t seed, const random_knobs *knobs, random_program *out) {
  static const char *const bounds[] = {"-2 .. 4", "0 .. 5", "1 .. 9 step 2", "3 .. -3 step -1"};
  program_text text = {.random = seed, .text = out->program};
  int line = 0, parts = (int)program_draw(&text, 1, 3);
  (void)knobs;
  program_put(&text, "pme 1\nfunction f\narray a element 8\narray b element 8\nloop i = %s\n",
              bounds[program_draw(&text, 0, 3)]);
  for (int writes = (parts & 1) ? (int)program_draw(&text, 1, 2) : 0; writes > 0; writes--) {
    program_put(&text, "write %c @ ", program_draw(&text, 0, 3) ? 'a' : 'b');
    put_address(&text, 1);
    program_put(&text, " at %d:1\n", ++line);
  }
  for (int loops = seed % 16 ? 1 : 2; loops > 0; loops--) {
    program_put(&text, "loop j = %s%lld .. %lld\n", program_draw(&text, 0, 4) ? "" : "i + ", program_draw(&text, -2, 2),
                program_draw(&text, 2, 5));
    put_body(&text, 2, &line);
    program_put(&text, "end\n");
  }
  if (parts & 2) {
    program_put(&text, "read a @ ");
    put_address(&text, 1);
    program_put(&text, " at %d:1\nwrite a @ ", ++line);
    put_address(&text, 1);
    program_put(&text, " at %d:1\n", ++line);
  }
  program_put(&text, "end\n");
}

/* ---- a machine that runs them ---- */

typedef struct run {
  const pme_program *program;
  const pme_concrete *concrete;
  uint64_t memory[ARRAYS][ELEMENTS];
  int64_t values[PME_MAX_DEPTH];
  uint64_t seen; /* by the statement so far */
  uint64_t lost; /* by statements that wrote nothing, in whatever sequence */
  int sum_line;  /* of the write that has what iterations hand on; 0: none do */
  uint64_t sum;
  bool is_swapped; /* the two loops of the nest */
} run;

static const uint64_t BEGIN = 7; /* of a sum */

static uint64_t mix(uint64_t a, uint64_t b) { return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 29); }

static void run_children(run *r, int first, int depth);

/* A statement reads, then writes: what depends on all that it has read, on where it stands and on the iteration. */
static uint64_t end_at_line(run *r, int line, int depth) {
  uint64_t value = mix(r->seen, (uint64_t)line);
  for (int d = 0; d < depth; d++)
    value = mix(value, (uint64_t)r->values[r->is_swapped && depth == 2 ? 1 - d : d]);
  r->seen = 1;
  return value;
}

static uint64_t end_statement(run *r, int write, int depth) {
  return end_at_line(r, pme_program_node(r->program, write)->place.line, depth);
}

/* The statement that an iteration ends with. */
static void add_up(run *r, int depth) {
  r->seen = mix(r->seen, r->sum);
  r->sum = mix(end_at_line(r, r->sum_line, depth), r->sum);
}

/* Where a sum begins in an array, or is put into it. */
static bool is_of_sum(const run *r, int id, int depth) {
  const pme_node *node = pme_program_node(r->program, id);
  return r->sum_line > 0 && node->u.access.is_write && node->place.line == r->sum_line && depth == 1;
}

/* ... and on all writes to the place before. */
static void run_access(run *r, int id, const pme_concrete_access *access, int depth) {
  int64_t element = MIDDLE + pme_affine_value(&access->offset_bytes, r->values) / 8;
  assert_true(element >= 0 && element < ELEMENTS);
  uint64_t *place = &r->memory[access->array][element];
  if (is_of_sum(r, id, depth))
    *place = pme_program_node(r->program, id)->u.access.is_carried ? r->sum : BEGIN;
  else if (access->is_write)
    *place = mix(end_statement(r, id, depth), *place);
  else
    r->seen = mix(r->seen, *place);
}

static int64_t extremum(const run *r, const pme_affine *bounds, int count, bool largest) {
  int64_t found = pme_affine_value(&bounds[0], r->values);
  for (int i = 1; i < count; i++) {
    int64_t value = pme_affine_value(&bounds[i], r->values);
    found = (largest ? value > found : value < found) ? value : found;
  }
  return found;
}

static void run_loop(run *r, const pme_concrete_node *node, bool hands_on) {
  const pme_concrete_loop *loop = &node->u.loop;
  r->sum = BEGIN;
  int64_t first = extremum(r, loop->firsts, loop->first_count, loop->step > 0);
  int64_t last = extremum(r, loop->lasts, loop->last_count, loop->step < 0);
  for (int64_t v = first; loop->step > 0 ? v <= last : v >= last; v += loop->step) {
    r->values[loop->depth] = v;
    run_children(r, node->first_child, loop->depth + 1);
    if (hands_on)
      add_up(r, loop->depth + 1);
  }
}

static bool holds(const run *r, const pme_concrete_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme_affine_value(&guard->conditions[i], r->values) < 0)
      return false;
  return true;
}

static void run_children(run *r, int first, int depth) {
  for (int id = first; id != PME_NONE; id = pme_concrete_node_at(r->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(r->concrete, id);
    assert_true(node->modelled);
    if (node->kind == PME_NODE_ACCESS)
      run_access(r, id, &node->u.access, depth);
    else if (node->kind == PME_NODE_LOOP)
      run_loop(r, node, pme_program_node(r->program, id)->u.loop.carries);
    else if (holds(r, &node->u.guard))
      run_children(r, node->first_child, depth);
    else if (pme_program_node(r->program, node->first_child)->u.access.is_write)
      r->lost += end_statement(r, node->first_child, depth);
  }
}

static void run_with(const pme_program *program, const pme_what_if *what_if, run *r) {
  pme_concrete *concrete;
  assert_int_equal(pme_concrete_create(program, what_if, &concrete, NULL), PME_OK);
  r->program = program;
  r->concrete = concrete;
  r->seen = 1;
  r->lost = 0;
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < ELEMENTS; e++)
      r->memory[a][e] = mix((uint64_t)a + 11, (uint64_t)e);
  run_children(r, pme_program_first_node(program), 0);
  pme_concrete_destroy(concrete);
}

static void run_program(const pme_program *program, run *r) { run_with(program, NULL, r); }

/* ---- the judge ---- */

typedef struct tally {
  const pme__polyhedra *polyhedra;
  run *now, *then;
  long pairs, legal, forbidden, forbidden_differ, swapped;
} tally;

static bool differs(tally *t, const pme_program *program, int first, int second) {
  int loops[2];
  pme_program *fused = pme__fuse_program(program, first, second, true, loops);
  assert_non_null(fused);
  run_program(program, t->now);
  run_program(fused, t->then);
  pme_program_destroy(fused);
  return t->now->lost != t->then->lost || memcmp(t->now->memory, t->then->memory, sizeof t->now->memory) != 0;
}

static void judge(tally *t, const pme_program *program, const pme_concrete *concrete, int first, int second,
                  const random_program *random) {
  pme__neighbours_reading reading;
  pme__directions directions;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme__read_neighbours(concrete, first, second, arena, &reading), PME_OK);
  assert_int_equal(reading.obstacle, PME__NEST_FREE);
  assert_int_equal(t->polyhedra->find_between(&reading.neighbours, MOST_OPERATIONS, &directions), PME__EXAMINED);
  bool is_legal = !pme__find_between(&directions, 1, false), is_other = differs(t, program, first, second);
  if (is_legal && is_other)
    fail_msg("loops %d and %d are not to be one:\n%s", first, second, random->program);
  t->pairs++;
  t->legal += is_legal;
  t->forbidden += !is_legal;
  t->forbidden_differ += is_other;
  pme_arena_destroy(arena);
}

static void judge_pair(void *context, long number, uint64_t seed, const random_program *random) {
  tally *t = context;
  pme_error error = {0};
  pme_program *program;
  pme_concrete *concrete;
  (void)number, (void)seed;
  if (pme_program_read(random->program, strlen(random->program), &program, &error))
    fail_msg("%s\n%s", error.message, random->program);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  int first = pme_program_first_node(program);
  if (pme_program_node(program, first)->next_sibling == PME_NONE)
    first = pme_program_node(program, first)->first_child;
  int second = pme__neighbour_of(concrete, first);
  if (second != PME_NONE) /* else no array in common */
    judge(t, program, concrete, first, second, random);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* ---- parts of a body ---- */

static void judge_body(void *context, long number, uint64_t seed, const random_program *random) {
  tally *t = context;
  pme_program *program;
  pme_concrete *concrete;
  pme_error error = {0};
  pme_arena *arena = pme_arena_create();
  bool can;
  (void)number;
  if (pme_program_read(random->program, strlen(random->program), &program, &error))
    fail_msg("%s\n%s", error.message, random->program);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  int inside = PME_NONE; /* the first or the last */
  for (int i = pme_program_node(program, 0)->first_child; i != PME_NONE; i = pme_program_node(program, i)->next_sibling)
    if (pme_program_node(program, i)->kind == PME_NODE_LOOP && (inside == PME_NONE || (seed / 16) % 2 == 0))
      inside = i;
  assert_int_equal(pme__can_distribute(concrete, 0, inside, arena, &can), PME_OK);
  pme_program *distributed = pme__distribute_program(program, 0, inside, NULL, 0);
  assert_non_null(distributed);
  run_program(program, t->now);
  run_program(distributed, t->then);
  bool is_other = memcmp(t->now->memory, t->then->memory, sizeof t->now->memory) != 0;
  if (can && is_other)
    fail_msg("its parts are not to have loops of their own:\n%s", random->program);
  t->pairs++;
  t->legal += can;
  t->forbidden += !can;
  t->forbidden_differ += is_other;
  pme_program_destroy(distributed);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

/* ---- sums that are kept in an array ---- */

/* What a loop inside hands on is put into an array behind it. */
static void make_sum(uint64_t seed, const random_knobs *knobs, random_program *out) {
  static const char *const bounds[] = {"-2 .. 4", "0 .. 5", "1 .. 9 step 2", "3 .. -3 step -1"};
  program_text text = {.random = seed, .text = out->program};
  int line = 0;
  (void)knobs;
  program_put(&text, "pme 1\nfunction f\narray a element 8\narray b element 8\nloop i = %s\n",
              bounds[program_draw(&text, 0, 3)]);
  if (program_draw(&text, 0, 2) == 0)
    put_access(&text, 1, true, &line);
  program_put(&text, "loop j = %s%lld .. %lld carries\n", program_draw(&text, 0, 4) ? "" : "i + ",
              program_draw(&text, -2, 2), program_draw(&text, 2, 5));
  for (int reads = (int)program_draw(&text, 1, 2); reads > 0; reads--)
    put_access(&text, 2, false, &line);
  if (program_draw(&text, 0, 3) == 0)
    put_access(&text, 2, true, &line);
  program_put(&text, "end\n%swrite %c @ ", program_draw(&text, 0, 5) ? "" : "write b @ 8*i at 90:1\n",
              program_draw(&text, 0, 1) ? 'a' : 'b');
  put_address(&text, 1);
  program_put(&text, " carried at 99:1\n");
  if (program_draw(&text, 0, 2) == 0)
    put_body(&text, 1, &line);
  program_put(&text, "end\n");
}

static bool computes_the_same(tally *t) { return memcmp(t->now->memory, t->then->memory, sizeof t->now->memory) == 0; }

/* The two loops of the nest in each other's place. True: that is legal. */
static bool may_swap(const tally *t, const pme_program *program, const pme_concrete *concrete, const int nodes[],
                     pme_arena *arena, pme_nest_order *swapped) {
  pme__nest_reading reading;
  pme__directions directions;
  *swapped = (pme_nest_order){2, {nodes[0], nodes[1]}, {1, 0}};
  assert_int_equal(pme_program_node(program, nodes[1])->parent, nodes[0]);
  assert_int_equal(pme__read_nest(concrete, nodes[0], nodes[1], arena, &reading), PME_OK);
  assert_int_equal(reading.obstacle, PME__NEST_FREE);
  assert_int_equal(t->polyhedra->find_directions(&reading.nest, MOST_OPERATIONS, &directions), PME__EXAMINED);
  return pme__keeps_bounds(&reading.nest, swapped) && !pme__find_reversed(&directions, swapped, 0);
}

static void judge_swapped(tally *t, pme_program *expanded, int nodes[], pme_arena *arena,
                          const random_program *random) {
  pme_concrete *concrete;
  pme_nest_order swapped;
  pme_program *cut = pme__distribute_program(expanded, nodes[0], nodes[1], nodes, 2);
  assert_non_null(cut);
  assert_int_equal(pme_concrete_create(cut, NULL, &concrete, NULL), PME_OK);
  run_program(cut, t->then);
  if (!computes_the_same(t))
    fail_msg("its parts are not to have loops of their own:\n%s", random->program);
  if (may_swap(t, cut, concrete, nodes, arena, &swapped)) {
    pme_proposal proposal = {.loop = nodes[0], .order = swapped};
    t->then->is_swapped = true;
    run_with(cut, &(pme_what_if){.proposal = &proposal}, t->then);
    t->then->is_swapped = false;
    if (!computes_the_same(t))
      fail_msg("its loops are not to change places:\n%s", random->program);
    t->swapped++;
  }
  pme_concrete_destroy(concrete);
  pme_program_destroy(cut);
}

static void judge_expanded(tally *t, pme_program *expanded, int nodes[], pme_arena *arena,
                           const random_program *random) {
  pme_concrete *concrete;
  bool can;
  assert_int_equal(pme_concrete_create(expanded, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme__can_distribute(concrete, nodes[0], nodes[1], arena, &can), PME_OK);
  if (can)
    judge_swapped(t, expanded, nodes, arena, random);
  pme_concrete_destroy(concrete);
}

static void judge_sum(void *context, long number, uint64_t seed, const random_program *random) {
  tally *t = context;
  pme_program *program;
  pme_concrete *concrete;
  pme_error error = {0};
  pme_arena *arena = pme_arena_create();
  bool can;
  (void)number, (void)seed;
  if (pme_program_read(random->program, strlen(random->program), &program, &error))
    fail_msg("%s\n%s", error.message, random->program);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  int inside = pme_program_node(program, 0)->first_child;
  while (pme_program_node(program, inside)->kind != PME_NODE_LOOP)
    inside = pme_program_node(program, inside)->next_sibling;
  int nodes[] = {0, inside}, write = pme__taker_of_carried(program, inside);
  assert_int_equal(pme__can_expand(concrete, 0, inside, write, arena, &can), PME_OK);
  pme_program *expanded = pme__expand_program(program, inside, write, nodes, 2);
  assert_non_null(expanded);
  t->now->sum_line = t->then->sum_line = 99;
  run_program(program, t->now);
  run_program(expanded, t->then);
  bool is_other = !computes_the_same(t);
  if (can && is_other)
    fail_msg("its sum is not to be kept in the array:\n%s", random->program);
  if (can)
    judge_expanded(t, expanded, nodes, arena, random);
  t->pairs++;
  t->legal += can;
  t->forbidden += !can;
  t->forbidden_differ += is_other;
  pme_program_destroy(expanded);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

static void test_sums(void **state) {
  (void)state;
  tally t = {.polyhedra = pme__find_polyhedra(), .now = calloc(1, sizeof(run)), .then = calloc(1, sizeof(run))};
  if (!t.polyhedra)
    skip();
  assert_true(t.now && t.then);
  each_program(make_sum, NULL, USUAL_PROGRAMS, 1, judge_sum, &t);
  printf(
      "%ld sums: %ld may be kept in the array, of which %ld nests have their loops in each other's place; %ld may not, "
      "of which %ld compute something else\n",
      t.pairs, t.legal, t.swapped, t.forbidden, t.forbidden_differ);
  assert_true((double)t.forbidden_differ >= LEAST_SUMS_CAUGHT * (double)t.forbidden);
  assert_true(t.swapped > t.pairs / 10);
  free(t.now);
  free(t.then);
}

static void test_distribution(void **state) {
  (void)state;
  tally t = {.polyhedra = pme__find_polyhedra(), .now = calloc(1, sizeof(run)), .then = calloc(1, sizeof(run))};
  if (!t.polyhedra)
    skip();
  assert_true(t.now && t.then);
  each_program(make_body, NULL, USUAL_PROGRAMS, 1, judge_body, &t);
  printf("%ld bodies: %ld may be cut; %ld may not, of which %ld compute something else\n", t.pairs, t.legal,
         t.forbidden, t.forbidden_differ);
  assert_true((double)t.forbidden_differ >= LEAST_CAUGHT * (double)t.forbidden);
  free(t.now);
  free(t.then);
}

static void test_fusion(void **state) {
  (void)state;
  tally t = {.polyhedra = pme__find_polyhedra(), .now = calloc(1, sizeof(run)), .then = calloc(1, sizeof(run))};
  if (!t.polyhedra)
    skip(); /* built without isl */
  assert_true(t.now && t.then);
  each_program(make_pair, NULL, USUAL_PROGRAMS, 1, judge_pair, &t);
  printf("%ld pairs: %ld may be one; %ld may not, of which %ld compute something else\n", t.pairs, t.legal, t.forbidden,
         t.forbidden_differ);
  assert_true((double)t.forbidden_differ >= LEAST_CAUGHT * (double)t.forbidden);
  free(t.now);
  free(t.then);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fusion), cmocka_unit_test(test_distribution),
                                     cmocka_unit_test(test_sums)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
