/* Advised orders of loops against all legal ones, simulated.
 *
 *     accuracy_loop_order NESTS [-v]
 *
 * Each perfect nest of a table (PolyBench's, from their mathematics) in every order that it may be written in, and NESTS
 * random ones, on one thread of a small machine: the misses of each legal order are simulated. The order that is advised,
 * or the present one where nothing is advised, is as good as the best where it has at most 5% more misses of the level
 * that costs the present one most. Printed are, for each kind: nests, those that an order improves by 5%, orders that
 * are as good as the best, the same by the latencies of the misses of all levels, orders that have more misses than the
 * present one, and more latency. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advise/loop_order/changed/tiled_program.h"
#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/order.h"
#include "analysis/base/random.h"
#include "pmecache/advice.h"
#include "simulator/simulator.h"

#define MACHINE                                                                                                        \
  "cores=1;L1=2K,4,64,latency=4,throughput=4;L2=16K,8,64,latency=14,throughput=5;memory=150,throughput=6,core=10,"     \
  "scattered=20;transfer=80;issue=4;chain=4;divide=5;uncertainty=0.05;frequency=2G"
static const double ALIKE = 1.05;
static const unsigned long MOST_OPERATIONS = 10000000;
enum { MOST_TEXT = 4000 };

/* `%s` are the loops, and as many ends. */
typedef struct nest_text {
  const char *name, *loops[PME_MOST_NEST_LOOPS], *body;
} nest_text;

#define N "0 .. 89"
#define INNER "1 .. 88"
static const nest_text nests[] = {
    {"gemm, 2mm, 3mm",
     {"i = " N, "j = " N, "k = " N},
     "read a @ 720*i + 8*k\nread b @ 720*k + 8*j\nread c @ 720*i + 8*j\nwrite c @ 720*i + 8*j\n"},
    {"syrk",
     {"i = " N, "j = " N, "k = " N},
     "read a @ 720*i + 8*k\nread a @ 720*j + 8*k\nread c @ 720*i + 8*j\nwrite c @ 720*i + 8*j\n"},
    {"syr2k",
     {"i = " N, "j = " N, "k = " N},
     "read a @ 720*j + 8*k\nread b @ 720*i + 8*k\nread b @ 720*j + 8*k\nread a @ 720*i + 8*k\n"
     "read c @ 720*i + 8*j\nwrite c @ 720*i + 8*j\n"},
    {"correlation",
     {"i = " N, "j = " N, "k = " N},
     "read a @ 720*k + 8*i\nread a @ 720*k + 8*j\nread c @ 720*i + 8*j\nwrite c @ 720*i + 8*j\n"},
    {"doitgen",
     {"r = 0 .. 19", "q = 0 .. 19", "p = 0 .. 39", "s = 0 .. 39"},
     "read a @ 6400*r + 320*q + 8*s\nread b @ 320*s + 8*p\nread c @ 6400*r + 320*q + 8*p\n"
     "write c @ 6400*r + 320*q + 8*p\n"},
    {"mvt, atax: rows",
     {"i = 0 .. 299", "j = 0 .. 299"},
     "read a @ 2400*i + 8*j\nread b @ 8*j\nread c @ 8*i\nwrite c @ 8*i\n"},
    {"mvt, atax: columns",
     {"i = 0 .. 299", "j = 0 .. 299"},
     "read a @ 2400*j + 8*i\nread b @ 8*j\nread c @ 8*i\nwrite c @ 8*i\n"},
    {"gemver: update",
     {"i = 0 .. 299", "j = 0 .. 299"},
     "read a @ 2400*i + 8*j\nread b @ 8*i\nread c @ 8*j\nread b @ 8*i + 8000\nread c @ 8*j + 8000\n"
     "write a @ 2400*i + 8*j\n"},
    {"jacobi-2d, fdtd-2d",
     {"i = 1 .. 298", "j = 1 .. 298"},
     "read a @ 2400*i + 8*j\nread a @ 2400*i + 8*j - 8\nread a @ 2400*i + 8*j + 8\nread a @ 2400*i + 8*j - 2400\n"
     "read a @ 2400*i + 8*j + 2400\nwrite b @ 2400*i + 8*j\n"},
    {"heat-3d",
     {"i = 1 .. 38", "j = 1 .. 38", "k = 1 .. 38"},
     "read a @ 12800*i + 320*j + 8*k + 12800\nread a @ 12800*i + 320*j + 8*k\n"
     "read a @ 12800*i + 320*j + 8*k - 12800\nread a @ 12800*i + 320*j + 8*k + 320\n"
     "read a @ 12800*i + 320*j + 8*k - 320\nread a @ 12800*i + 320*j + 8*k + 8\n"
     "read a @ 12800*i + 320*j + 8*k - 8\nwrite b @ 12800*i + 320*j + 8*k\n"},
    {"transpose", {"i = 0 .. 299", "j = 0 .. 299"}, "read a @ 2400*j + 8*i\nwrite b @ 2400*i + 8*j\n"},
    {"adi: rows",
     {"i = " INNER, "j = " INNER},
     "read a @ 720*i + 8*j - 8\nread b @ 720*i + 8*j\nwrite a @ 720*i + 8*j\n"},
    {"adi: columns",
     {"i = 1 .. 298", "j = 1 .. 298"},
     "read a @ 2400*j + 8*i - 2400\nread b @ 2400*j + 8*i\nwrite a @ 2400*j + 8*i\n"},
    {"seidel-2d",
     {"i = " INNER, "j = " INNER},
     "read a @ 720*i + 8*j - 720\nread a @ 720*i + 8*j - 8\nread a @ 720*i + 8*j + 8\nread a @ 720*i + 8*j + 720\n"
     "write a @ 720*i + 8*j\n"},
};

/* ---- one nest ---- */

typedef struct tally {
  long nests, improvable, found, found_by_latency, worse, slower, illegal;
} tally;

typedef struct judge {
  pme_machine machine;
  const pme__polyhedra *polyhedra;
  bool is_verbose;
  tally all;
} judge;

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "accuracy_loop_order: %s\n", what);
  exit(1);
}

/* `order`: NULL: as it stands. */
static void simulate(const judge *j, const pme_program *program, const pme_nest_order *order, double misses[]) {
  pme_proposal proposal = {.loop = 0};
  if (order)
    proposal.order = *order;
  pme_what_if what_if = {.threads = 1, .proposal = &proposal};
  pme_arena *arena = pme_arena_create();
  pme_concrete *concrete;
  pme_prediction *truth;
  pme_error error = {0};
  if (!arena || pme_concrete_create(program, &what_if, &concrete, &error) ||
      pme_simulate(concrete, &j->machine, NULL, arena, &truth, &error))
    fail(error.message);
  for (int l = 0; l < j->machine.level_count; l++)
    misses[l] = truth->levels[l].misses;
  pme_concrete_destroy(concrete);
  pme_arena_destroy(arena);
}

static double latency_of(const judge *j, const double misses[], int level) {
  return misses[level] * (level + 1 < j->machine.level_count ? 10 : 136);
}

static double latency_of_all(const judge *j, const double misses[]) {
  double cycles = 0;
  for (int l = 0; l < j->machine.level_count; l++)
    cycles += latency_of(j, misses, l);
  return cycles;
}

static int costliest(const judge *j, const double misses[]) {
  int level = 0;
  double most = 0;
  for (int l = 0; l < j->machine.level_count; l++) {
    double cycles = latency_of(j, misses, l);
    if (cycles > most) {
      most = cycles;
      level = l;
    }
  }
  return level;
}

static pme_nest_order nest_of(const pme_program *program) {
  pme_nest_order order = {0};
  for (int id = 0; pme_program_node(program, id)->kind == PME_NODE_LOOP;
       id = pme_program_node(program, id)->first_child, order.count++) {
    order.loops[order.count] = id;
    order.at[order.count] = order.count;
  }
  return order;
}

/* An order that is for its tiles alone, or for blocks, is judged in them. */
static void simulate_in_tiles(const judge *j, const pme_program *program, const pme_loop_order *advice,
                              double misses[]) {
  bool is_in_blocks = advice->block > 0;
  pme__tiling tiling = {.order = &advice->order,
                        .first = is_in_blocks ? 0 : advice->order.count - advice->tile_count,
                        .is_in_blocks = is_in_blocks};
  int loop = 0;
  for (int p = 0; p < advice->tile_count; p++)
    tiling.sizes[tiling.first + p] = advice->tile_sizes[p];
  for (int p = 0; p < advice->order.count && is_in_blocks; p++)
    tiling.sizes[p] = advice->order.at[p] == 0 ? advice->block : 0;
  pme_program *tiled = pme__tile_program(program, &tiling, &loop);
  if (!tiled)
    fail("out of memory");
  simulate(j, tiled, NULL, misses);
  pme_program_destroy(tiled);
}

/* The advised order, else the present one. */
static pme_loop_order advised(const judge *j, const pme_concrete *concrete, pme_arena *arena) {
  pme_prediction *prediction;
  const pme_loop_orders *orders;
  pme_predict_options options = {.coherence = true};
  pme_what_if what_if = {.threads = 1};
  if (pme_predict(concrete, &j->machine, &options, arena, &prediction, NULL) ||
      pme_find_loop_orders(&(pme_loop_order_question){.prediction = prediction, .what_if = &what_if}, arena, &orders))
    fail("no prediction");
  if (orders->count == 0 || orders->orders[0].legality != PME_ORDER_LEGAL)
    return (pme_loop_order){.order = nest_of(pme_concrete_program(concrete))};
  return orders->orders[0];
}

static bool is_same(const pme_nest_order *a, const pme_nest_order *b) {
  return memcmp(a->at, b->at, sizeof a->at[0] * (size_t)a->count) == 0;
}

static void judge_legal(judge *j, const char *name, const pme_program *program, const pme__nest *nest,
                        const pme__directions *directions, const pme_loop_order *advice) {
  const pme_nest_order *chosen = &advice->order;
  pme_nest_order order = nest_of(program), best = order;
  double now[PME_MAX_LEVELS], then[PME_MAX_LEVELS], of_chosen[PME_MAX_LEVELS];
  bool is_legal = advice->block > 0 ? pme__allows_blocks(nest, directions, chosen) : is_same(&order, chosen);
  simulate(j, program, &order, now);
  int level = costliest(j, now);
  double least = now[level], least_latency = latency_of_all(j, now);
  memcpy(of_chosen, now, sizeof now);
  while (pme__next_order(&order)) {
    if (pme__find_reversed(directions, &order, 1))
      continue;
    simulate(j, program, &order, then);
    is_legal = is_legal || (advice->block == 0 && is_same(&order, chosen));
    if (is_same(&order, chosen))
      memcpy(of_chosen, then, sizeof then);
    least_latency = fmin(least_latency, latency_of_all(j, then));
    if (then[level] < least) {
      least = then[level];
      best = order;
    }
  }
  if (advice->is_unrolled || advice->block > 0)
    simulate_in_tiles(j, program, advice, of_chosen);
  bool is_found = of_chosen[level] <= ALIKE * least;
  bool is_found_by_latency = latency_of_all(j, of_chosen) <= ALIKE * least_latency;
  j->all.nests++;
  j->all.improvable += now[level] > ALIKE * least;
  j->all.found += is_found;
  j->all.found_by_latency += is_found_by_latency;
  j->all.worse += of_chosen[level] > 1.01 * now[level];
  j->all.slower += latency_of_all(j, of_chosen) > 1.01 * latency_of_all(j, now);
  j->all.illegal += !is_legal;
  if (j->is_verbose && !(is_found && is_found_by_latency))
    printf("%s: %s now %.0f, chosen %d%d%d%d %.0f, best %d%d%d%d %.0f; latency %.0f, best %.0f\n", name,
           j->machine.levels[level].name, now[level], chosen->at[0], chosen->at[1], chosen->at[2], chosen->at[3],
           of_chosen[level], best.at[0], best.at[1], best.at[2], best.at[3], least, latency_of_all(j, of_chosen),
           least_latency);
}

static void judge_text(judge *j, const char *name, const char *text) {
  pme_error error = {0};
  pme_program *program;
  pme_concrete *concrete;
  pme__nest_reading reading;
  pme__directions directions;
  pme_what_if what_if = {.threads = 1};
  pme_arena *arena = pme_arena_create();
  if (!arena || pme_program_read(text, strlen(text), &program, &error) ||
      pme_concrete_create(program, &what_if, &concrete, &error))
    fail(error.message);
  pme_nest_order nest = nest_of(program);
  if (pme__read_nest(concrete, 0, nest.loops[nest.count - 1], arena, &reading) ||
      j->polyhedra->find_directions(&reading.nest, MOST_OPERATIONS, &directions) != PME__EXAMINED)
    fail("dependences");
  pme_loop_order chosen = advised(j, concrete, arena);
  /* A nest whose outermost loop cannot be dealt out is no program. */
  if (!pme__find_reversed(&directions, &nest, 1))
    judge_legal(j, name, program, &reading.nest, &directions, &chosen);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

static void put_loops(char *text, const nest_text *nest, const pme_nest_order *order) {
  int bytes = sprintf(text, "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 8388608\n"
                            "array c element 8 base 16777216\n");
  for (int p = 0; p < order->count; p++)
    bytes += sprintf(text + bytes, "loop %s%s%s\n", nest->loops[order->at[p]], p ? "" : " parallel",
                     p + 1 == order->count ? " work 4 vector 4" : "");
  bytes += sprintf(text + bytes, "%s", nest->body);
  for (int p = 0; p < order->count; p++)
    bytes += sprintf(text + bytes, "end\n");
}

/* The nest in every order. */
static void judge_table(judge *j) {
  for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
    char text[MOST_TEXT];
    pme_nest_order order = {0};
    while (order.count < PME_MOST_NEST_LOOPS && nests[i].loops[order.count]) {
      order.at[order.count] = order.count;
      order.count++;
    }
    do {
      put_loops(text, &nests[i], &order);
      judge_text(j, nests[i].name, text);
    } while (pme__next_order(&order));
  }
}

/* ---- random nests ---- */

static int draw(uint64_t *state, int low, int high) { return low + (int)pme__random_below(state, high - low + 1); }

static void judge_random(judge *j, uint64_t seed) {
  static const char *const names[] = {"i", "j", "k"};
  static const char *const arrays[] = {"a", "b", "c"};
  char text[MOST_TEXT], name[40];
  uint64_t state = seed;
  int loops = draw(&state, 2, 3), accesses = draw(&state, 1, 4);
  int trips = loops == 2 ? 300 : 60, row = 8 * trips + 64;
  int bytes = sprintf(text, "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"
                            "array c element 8 base 33554432\n");
  for (int l = 0; l < loops; l++)
    bytes += sprintf(text + bytes, "loop %s = 2 .. %d%s%s\n", names[l], draw(&state, trips / 2, trips),
                     l ? "" : " parallel", l + 1 == loops ? " work 4 vector 4" : "");
  for (int a = 0; a <= accesses; a++) {
    int rows = draw(&state, 0, loops - 1), columns = draw(&state, 0, loops - 1), shift = draw(&state, -1, 1);
    bytes +=
        sprintf(text + bytes, "%s %s @ %d*%s + 8*%s + %d\n", a == accesses ? "write" : "read",
                arrays[draw(&state, 0, 2)], row, names[rows], names[columns], 8 * shift + row * draw(&state, 0, 1));
  }
  for (int l = 0; l < loops; l++)
    bytes += sprintf(text + bytes, "end\n");
  snprintf(name, sizeof name, "random %llu", (unsigned long long)seed);
  judge_text(j, name, text);
}

static void report(judge *j, const char *kind) {
  const tally *t = &j->all;
  double share = t->nests ? 100.0 / (double)t->nests : 0;
  printf("| %s | %ld | %ld | %ld (%.1f%%) | %ld (%.1f%%) | %ld | %ld | %ld |\n", kind, t->nests, t->improvable,
         t->found, share * (double)t->found, t->found_by_latency, share * (double)t->found_by_latency, t->worse,
         t->slower, t->illegal);
  j->all = (tally){0};
}

int main(int argc, char **argv) {
  long random = argc > 1 ? strtol(argv[1], NULL, 10) : 500;
  judge j = {.polyhedra = pme__find_polyhedra(), .is_verbose = argc > 2};
  pme_error error = {0};
  if (!j.polyhedra)
    fail("libpmecache_transform.so is not there");
  if (pme_machine_read(MACHINE, strlen(MACHINE), &j.machine, &error))
    fail(error.message);
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("| nests | number | an order has 5%% fewer misses | as good as the best | by latency of all levels "
         "| more misses than now | more latency | illegal |\n|---|---|---|---|---|---|---|---|\n");
  judge_table(&j);
  report(&j, "PolyBench's, in every order");
  for (long i = 0; i < random; i++)
    judge_random(&j, (uint64_t)i + 1);
  report(&j, "random");
  return 0;
}
