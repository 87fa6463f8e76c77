/* Legal orders of random nests, run, also in blocks of the outermost loop, the last block first: each computes what the nest
 * computes as it stands, bit for bit. A dependence that is forgotten is caught: the orders that it forbade compute something
 * else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/loop_order/changed/tiled_program.h"
#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/order.h"
#include "pmecache/program.h"
#include "test/property/programs/each_program.h"
#include "test/property/programs/program_text.h"

enum { USUAL_PROGRAMS = 2000, ARRAYS = 2, ELEMENTS = 8192, MIDDLE = ELEMENTS / 2 };
static const unsigned long MOST_OPERATIONS = 10000000;
/* Of the orders that are forbidden, and of those that one dependence alone forbids, so many compute something else. */
static const double LEAST_CAUGHT = 0.98;
/* ... of those in blocks: what a dependence forbids between blocks may be in order within one. */
static const double LEAST_BLOCKS_CAUGHT = 0.9;

/* ---- random nests ---- */

static const char variables[] = "ijkl";

static void put_sum(program_text *out, int loops, int most) {
  for (int l = 0; l < loops; l++)
    program_put(out, "%lld*%c + ", program_draw(out, -most, most), variables[l]);
  program_put(out, "%lld", program_draw(out, -3, 3));
}

static void put_loop(program_text *out, int l) {
  static const int steps[] = {1, 1, 1, 1, 2, 3, -1, -2};
  int step = steps[program_draw(out, 0, 7)];
  long long low = program_draw(out, -2, 2), high = low + program_draw(out, 1, 5);
  bool is_triangle = l > 0 && program_draw(out, 0, 5) == 0;
  program_put(out, "loop %c = ", variables[l]);
  if (is_triangle && step > 0)
    program_put(out, "%c .. %lld", variables[l - 1], high + 2);
  else if (is_triangle)
    program_put(out, "%lld .. %c", high + 2, variables[l - 1]);
  else
    program_put(out, "%lld .. %lld", step > 0 ? low : high, step > 0 ? high : low);
  program_put(out, step == 1 ? "\n" : " step %d\n", step);
}

/* As subscripts of rows, mostly; with a shift; or anything. */
static void put_address(program_text *out, int loops) {
  int kind = (int)program_draw(out, 0, 9);
  if (kind == 0) {
    program_put(out, "8*((");
    put_sum(out, loops, 2);
    program_put(out, ") / 2)");
    return;
  }
  program_put(out, "8*(");
  if (kind < 3) {
    put_sum(out, loops, 9);
  } else {
    int rows = (int)program_draw(out, 0, loops - 1), columns = (int)program_draw(out, 0, loops - 1);
    program_put(out, "10*%c + %c + %lld", variables[rows], variables[columns], program_draw(out, -11, 11));
  }
  program_put(out, ")");
}

static void make_nest(uint64_t seed, const random_knobs *knobs, random_program *out) {
  program_text text = {.random = seed, .text = out->program};
  int loops = (int)program_draw(&text, 2, 4), accesses = (int)program_draw(&text, 2, 5);
  (void)knobs;
  program_put(&text, "pme 1\nfunction f\narray a element 8\narray b element 8\n");
  for (int l = 0; l < loops; l++)
    put_loop(&text, l);
  for (int a = 0; a < accesses; a++) {
    bool is_guarded = program_draw(&text, 0, 6) == 0;
    if (is_guarded) {
      program_put(&text, "if ");
      put_sum(&text, loops, 1);
      program_put(&text, "\n");
    }
    program_put(&text, "%s %c @ ", a == accesses - 1 || program_draw(&text, 0, 3) == 0 ? "write" : "read",
                program_draw(&text, 0, 3) ? 'a' : 'b');
    put_address(&text, loops);
    program_put(&text, is_guarded ? "\nend\n" : "\n");
  }
  for (int l = 0; l < loops; l++)
    program_put(&text, "end\n");
}

/* ---- a machine that runs them ---- */

typedef struct run {
  const pme_concrete *concrete;
  const pme_nest_order *order; /* whose variable is where */
  int over;                    /* loops over blocks around it */
  uint64_t memory[ARRAYS][ELEMENTS];
  int64_t values[PME_MAX_DEPTH];
  uint64_t seen; /* by the body so far */
} run;

static uint64_t mix(uint64_t a, uint64_t b) { return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 29); }

static void run_children(run *r, int first);

/* What is written hangs on all that the body has read, on the iteration, and on all writes to the place before: their
 * order is a dependence, too. */
static void run_access(run *r, const pme_concrete_access *access) {
  int64_t element = MIDDLE + pme_affine_value(&access->offset_bytes, r->values) / 8;
  assert_true(element >= 0 && element < ELEMENTS);
  uint64_t *place = &r->memory[access->array][element];
  if (access->is_write)
    *place = mix(r->seen, *place);
  else
    r->seen = mix(r->seen, *place);
}

static int64_t extremum(const run *r, const pme_affine *bounds, int count, bool largest) {
  int64_t found = pme_affine_value(&bounds[0], r->values);
  for (int i = 1; i < count; i++) {
    int64_t value = pme_affine_value(&bounds[i], r->values);
    if (largest ? value > found : value < found)
      found = value;
  }
  return found;
}

static void begin_body(run *r) {
  int64_t of_loops[PME_MOST_NEST_LOOPS];
  r->seen = 1;
  for (int p = 0; p < r->order->count; p++)
    of_loops[r->order->at[p]] = r->values[p + r->over];
  for (int l = 0; l < r->order->count; l++)
    r->seen = mix(r->seen, (uint64_t)of_loops[l]);
}

static void run_loop(run *r, const pme_concrete_node *node) {
  const pme_concrete_loop *loop = &node->u.loop;
  int64_t first = extremum(r, loop->firsts, loop->first_count, loop->step > 0);
  int64_t last = extremum(r, loop->lasts, loop->last_count, loop->step < 0);
  int64_t count = (last - first) / loop->step + 1;
  bool is_any = loop->step > 0 ? first <= last : first >= last;
  for (int64_t n = 0; is_any && n < count; n++) {
    r->values[loop->depth] = first + loop->step * (loop->depth < r->over ? count - 1 - n : n);
    if (loop->depth == r->order->count - 1 + r->over)
      begin_body(r);
    run_children(r, node->first_child);
  }
}

static bool holds(const run *r, const pme_concrete_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme_affine_value(&guard->conditions[i], r->values) < 0)
      return false;
  return true;
}

static void run_children(run *r, int first) {
  for (int id = first; id != PME_NONE; id = pme_concrete_node_at(r->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(r->concrete, id);
    assert_true(node->modelled);
    if (node->kind == PME_NODE_ACCESS)
      run_access(r, &node->u.access);
    else if (node->kind == PME_NODE_LOOP)
      run_loop(r, node);
    else if (holds(r, &node->u.guard))
      run_children(r, node->first_child);
  }
}

static void fill(run *r) {
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < ELEMENTS; e++)
      r->memory[a][e] = mix((uint64_t)a + 11, (uint64_t)e);
}

static void run_with(const pme_program *program, const pme_what_if *what_if, const pme_nest_order *order, int over,
                     run *r) {
  pme_concrete *concrete;
  assert_int_equal(pme_concrete_create(program, what_if, &concrete, NULL), PME_OK);
  r->concrete = concrete;
  r->order = order;
  r->over = over;
  fill(r);
  run_children(r, pme_program_first_node(program));
  pme_concrete_destroy(concrete);
}

static void run_order(const pme_program *program, const pme_nest_order *order, run *r) {
  pme_proposal proposal = {.loop = 0, .order = *order};
  run_with(program, &(pme_what_if){.proposal = &proposal}, order, 0, r);
}

static void run_blocks(const pme_program *program, const pme_nest_order *order, run *r) {
  pme__tiling tiling = {.order = order, .is_in_blocks = true};
  int loop = 0;
  for (int p = 0; p < order->count; p++)
    tiling.sizes[p] = order->at[p] == 0 ? 2 : 0;
  pme_program *cut = pme__tile_program(program, &tiling, &loop);
  assert_non_null(cut);
  run_with(cut, NULL, order, 1, r);
  pme_program_destroy(cut);
}

/* ---- the judge ---- */

typedef struct tally {
  const pme__polyhedra *polyhedra;
  run *now, *then;
  long legal, forbidden, forbidden_differ, mutated, mutated_differ, in_blocks, no_blocks, no_blocks_differ;
} tally;

static bool computes_else(const tally *t) {
  return memcmp(t->now->memory, t->then->memory, sizeof t->now->memory) != 0;
}

static bool differs(tally *t, const pme_program *program, const pme_nest_order *order) {
  run_order(program, order, t->then);
  return computes_else(t);
}

/* Whether an order is forbidden by one direction alone: forgetting that one must be caught. */
static bool is_single(const pme__directions *directions, const pme_nest_order *order) {
  int against = 0;
  for (int i = 0; i < directions->count; i++) {
    pme__directions one = {.count = 1, .all = {directions->all[i]}};
    against += pme__find_reversed(&one, order, 0) != NULL;
  }
  return against == 1;
}

static void judge_order(tally *t, const pme_program *program, const pme__directions *directions,
                        const pme_nest_order *order, const random_program *random) {
  bool is_legal = !pme__find_reversed(directions, order, 0), is_other = differs(t, program, order);
  if (is_legal && is_other)
    fail_msg("order %d%d%d%d is not legal:\n%s", order->at[0], order->at[1], order->at[2], order->at[3],
             random->program);
  t->legal += is_legal;
  t->forbidden += !is_legal;
  t->forbidden_differ += is_other;
  if (!is_legal && is_single(directions, order)) {
    t->mutated++;
    t->mutated_differ += is_other;
  }
}

static void judge_blocks(tally *t, const pme_program *program, const pme__nest *nest, const pme__directions *directions,
                         const pme_nest_order *order, const random_program *random) {
  bool is_legal = pme__allows_blocks(nest, directions, order);
  run_blocks(program, order, t->then);
  bool is_other = computes_else(t);
  if (is_legal && is_other)
    fail_msg("blocks around %d%d%d%d are not legal:\n%s", order->at[0], order->at[1], order->at[2], order->at[3],
             random->program);
  t->in_blocks += is_legal;
  t->no_blocks += !is_legal;
  t->no_blocks_differ += is_other;
}

static void judge_nest(void *context, long number, uint64_t seed, const random_program *random) {
  tally *t = context;
  pme_error error = {0};
  pme_program *program;
  pme_concrete *concrete;
  pme__nest_reading reading;
  pme__directions directions;
  pme_arena *arena = pme_arena_create();
  pme_nest_order order = {0};
  (void)number, (void)seed;
  if (pme_program_read(random->program, strlen(random->program), &program, &error))
    fail_msg("%s\n%s", error.message, random->program);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  for (int id = 0; id != PME_NONE && pme_program_node(program, id)->kind == PME_NODE_LOOP;
       id = pme_program_node(program, id)->first_child, order.count++) {
    order.loops[order.count] = id;
    order.at[order.count] = order.count;
  }
  assert_int_equal(pme__read_nest(concrete, 0, order.loops[order.count - 1], arena, &reading), PME_OK);
  assert_int_equal(reading.obstacle, PME__NEST_FREE);
  assert_int_equal(t->polyhedra->find_directions(&reading.nest, MOST_OPERATIONS, &directions), PME__EXAMINED);
  run_order(program, &order, t->now);
  while (pme__next_order(&order))
    if (pme__keeps_bounds(&reading.nest, &order)) {
      judge_order(t, program, &directions, &order, random);
      judge_blocks(t, program, &reading.nest, &directions, &order, random);
    }
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

static void test_orders(void **state) {
  (void)state;
  tally t = {.polyhedra = pme__find_polyhedra(), .now = malloc(sizeof(run)), .then = malloc(sizeof(run))};
  if (!t.polyhedra)
    skip(); /* built without isl */
  assert_true(t.now && t.then);
  long programs = each_program(make_nest, NULL, USUAL_PROGRAMS, 1, judge_nest, &t);
  printf("%ld nests: %ld legal orders; %ld forbidden, of which %ld compute something else; %ld forbidden by one "
         "direction, "
         "of which %ld do\n",
         programs, t.legal, t.forbidden, t.forbidden_differ, t.mutated, t.mutated_differ);
  printf("in blocks: %ld legal orders; %ld forbidden, of which %ld compute something else\n", t.in_blocks, t.no_blocks,
         t.no_blocks_differ);
  assert_true((double)t.no_blocks_differ >= LEAST_BLOCKS_CAUGHT * (double)t.no_blocks);
  assert_true((double)t.forbidden_differ >= LEAST_CAUGHT * (double)t.forbidden);
  assert_true((double)t.mutated_differ >= LEAST_CAUGHT * (double)t.mutated);
  free(t.now);
  free(t.then);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
