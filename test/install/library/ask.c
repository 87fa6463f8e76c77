/* A program outside of pmecache that asks its library: prediction, advice, an order of loops, a profile, and the trace of a
 * run.
 *
 *   ask PROGRAM.pme RUN.pmeprof RUN.pmetrace
 *
 * PROGRAM is stream.pme, RUN one of traced.c. Says what is wrong, and ends with 1 then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pmecache/advice.h>
#include <pmecache/order.h>
#include <pmecache/prediction.h>
#include <pmecache/profile_answer.h>
#include <pmecache/trace.h>

static const double traced_accesses = 4096 + 4096 + 1; /* index, a, and the sum at the end */

static void require(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "ask: %s\n", what);
  exit(1);
}

static void require_ok(pme_status status, const pme_error *error) { require(status == PME_OK, error->message); }

/* ---- a program ---- */

/* 8 doubles are a line, and each line misses once. */
static const pme_prediction *predict(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  pme_error error;
  pme_predict_options options;
  pme_prediction *prediction;
  memset(&options, 0, sizeof options);
  options.coherence = true;
  require_ok(pme_predict(concrete, machine, &options, arena, &prediction, &error), &error);
  require(prediction->levels[0].accesses == 4096, "predict: not 4096 accesses");
  require(prediction->levels[0].misses == 512, "predict: not 512 misses");
  return prediction;
}

static void advise(const pme_prediction *prediction, const pme_what_if *what_if, pme_arena *arena) {
  pme_error error;
  pme_advise_options options;
  const pme_advice *advice;
  memset(&options, 0, sizeof options);
  require_ok(pme_advise(prediction, what_if, &options, arena, &advice, &error), &error);
  require(advice->loop_count == 1 && advice->loops[0].count >= 1, "advise: no answer for the loop");
  require(advice->loops[0].now.cycles > 0, "advise: the loop takes no time");
}

static void ask_program(const char *path, const pme_machine *machine) {
  pme_error error;
  pme_program *program;
  pme_concrete *concrete;
  pme_what_if what_if;
  pme_arena *arena = pme_arena_create();
  memset(&what_if, 0, sizeof what_if);
  what_if.threads = 4;
  require_ok(pme_program_read_file(path, &program, &error), &error);
  require_ok(pme_concrete_create(program, &what_if, &concrete, &error), &error);
  advise(predict(concrete, machine, arena), &what_if, arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

/* ---- an order of loops ---- */

enum { SIZE = 1000, ELEMENT = 8 }; /* a column of b is more lines than L1 holds */

static int add_loop(pme_program *program, int parent, const char *variable, int is_parallel) {
  pme_place nowhere = {NULL, 0, 0};
  pme_expr first = pme_expr_constant(program, 0), last = pme_expr_constant(program, SIZE - 1);
  pme_loop loop;
  memset(&loop, 0, sizeof loop);
  loop.variable = variable;
  loop.first_count = loop.last_count = loop.collapse = 1;
  loop.firsts = &first;
  loop.lasts = &last;
  loop.step = pme_expr_constant(program, 1);
  loop.chunk = loop.threads = PME_NONE;
  loop.parallel = is_parallel;
  return pme_program_add_loop(program, parent, &loop, nowhere);
}

static void add_access(pme_program *program, int inside, const char *name, int row, int column, int is_write) {
  pme_place nowhere = {NULL, 0, 0};
  pme_array array;
  pme_access access;
  pme_expr rows = pme_expr_multiply(program, pme_expr_loop(program, row), pme_expr_constant(program, SIZE * ELEMENT));
  pme_expr columns = pme_expr_multiply(program, pme_expr_loop(program, column), pme_expr_constant(program, ELEMENT));
  memset(&array, 0, sizeof array);
  memset(&access, 0, sizeof access);
  array.name = name;
  array.element_bytes = access.size_bytes = ELEMENT;
  array.alignment_bytes = 64;
  array.group = PME_NONE;
  access.array = pme_program_add_array(program, &array);
  access.offset_bytes = pme_expr_add(program, rows, columns);
  access.is_write = is_write;
  pme_program_add_access(program, inside, &access, nowhere);
}

/* c[i][j] = a[i][k] and b[k][j], as docs/user/library.md has it: i, k, j misses less than i, j, k. */
static void ask_order(const pme_machine *machine) {
  pme_program *program = pme_program_create();
  int i = add_loop(program, PME_NONE, "i", 1), j = add_loop(program, i, "j", 0), k = add_loop(program, j, "k", 0);
  add_access(program, k, "a", i, k, 0);
  add_access(program, k, "b", k, j, 0);
  add_access(program, k, "c", i, j, 1);
  require(pme_program_status(program) == PME_OK, "order: the program cannot be built");
  pme_order_question question = {program, machine, NULL, i};
  pme_nest_order now = {0, {0}, {0}}, order = {3, {i, j, k}, {0, 2, 1}};
  pme_order_answer before, after;
  require(pme_advise_order(&question, &now, &before) == PME_OK, "order: no answer");
  require(pme_advise_order(&question, &order, &after) == PME_OK, "order: no answer for i, k, j");
  require(before.is_computed && after.is_computed, "order: not computed");
  require(after.legality == PME_ORDER_LEGAL || after.legality == PME_ORDER_NOT_EXAMINED, "order: not legal");
  require(after.levels[0].misses < before.levels[0].misses, "order: misses as much");
  pme_program_destroy(program);
}

/* ---- a run ---- */

static double accesses_of(const pme_profile *profile) {
  double accesses;
  pme_profile_part whole = PME_PROFILE_WHOLE;
  require(pme_profile_sum(profile, &whole, NULL, &accesses) == PME_OK, "profile: no sum");
  return accesses;
}

static void ask_profile(const char *path, const pme_machine *machine) {
  pme_error error;
  pme_profile *profile;
  pme_profile_answers *answers;
  require_ok(pme_profile_read_file(path, &profile, &error), &error);
  require(accesses_of(profile) == traced_accesses, "profile: another number of accesses");
  require_ok(pme_profile_predict(profile, machine, &answers, &error), &error);
  require(answers->count >= 1, "profile: no function");
  pme_profile_answers_destroy(answers);
  pme_profile_destroy(profile);
}

/* The words of a record are its block, and then an address for each access at least. */
static void ask_trace(const char *path) {
  pme_error error;
  pme_trace *trace;
  pme_profile *profile;
  size_t words = 0;
  require_ok(pme_trace_open(path, &trace, &error), &error);
  require(pme_trace_is_complete(trace) && pme_trace_site_count(trace) >= 2, "trace: not complete, or no sites");
  for (;;) {
    pme_trace_packet packet;
    bool found;
    require(pme_trace_next(trace, &packet, &found) == PME_OK, "trace: cannot be read");
    if (!found)
      break;
    words += packet.word_count;
  }
  require((double)words > traced_accesses, "trace: fewer words than accesses");
  require_ok(pme_trace_profile(trace, &profile, &error), &error);
  require(accesses_of(profile) == traced_accesses, "trace: another number of accesses");
  pme_profile_destroy(profile);
  pme_trace_close(trace);
}

int main(int count, char **arguments) {
  pme_error error;
  pme_machine machine;
  require(count == 4, "usage: ask PROGRAM.pme RUN.pmeprof RUN.pmetrace");
  require_ok(pme_machine_resolve("corei7", &machine, &error), &error);
  ask_program(arguments[1], &machine);
  ask_order(&machine);
  ask_profile(arguments[2], &machine);
  ask_trace(arguments[3]);
  puts("predict, advise, order, profile and trace answer");
  return 0;
}
