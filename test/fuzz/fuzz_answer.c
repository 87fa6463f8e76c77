/* Fuzz target: what a program costs to answer. predict, advise, explain and simulate as the command asks them, with
 * their budgets cut, so that libFuzzer's -timeout and -rss_limit_mb find what keeps no budget. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/advice.h"
#include "pmecache/arena.h"
#include "pmecache/explanation.h"
#include "pmecache/report.h"
#include "simulator/simulator.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { THREADS = 4 };
/* The number of bytes of an input says which: all see programs of all kinds. */
static const char *const machine_texts[] = {
    "cores=4;L1=2K,2,64,latency=4;L2=64K,8,64,latency=12;L3=1M,16,64,shared=4,latency=40;memory=200",
    "cores=4;L1=1K,4,32,policy=plru,latency=4;L2=6K,full,64,shared=2,latency=12;memory=100",
    "cores=2;L1=1K,2,64,latency=4;L2=8K,4,64,latency=12;L3=48K,12,64,shared=2,latency=40,inclusion=victim;memory=200"};
enum { MACHINES = sizeof machine_texts / sizeof *machine_texts };
static const pme_what_if team = {.default_threads = THREADS};

static void advise(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_predict_options little = {.budget_ms = 1, .coherence = true};
  static const pme_advise_options search = {.budget_ms = 1};
  pme_prediction *prediction;
  const pme_advice *advice;
  if (!pme_predict(concrete, machine, &little, arena, &prediction, NULL))
    pme_advise(prediction, &team, &search, arena, &advice, NULL);
}

static void explain(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_explain_options little = {.predict = {.budget_ms = 1}};
  const pme_explanation *explanation;
  pme_explain(concrete, machine, &little, arena, &explanation, NULL);
}

static void simulate(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_simulate_options few = {.max_accesses = 5000};
  pme_prediction *simulated;
  pme_simulate(concrete, machine, &few, arena, &simulated, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_arena *arena = pme_arena_create();
  const char *machine_text = machine_texts[count % MACHINES];
  if (!arena || pme_machine_read(machine_text, strlen(machine_text), &machine, NULL))
    abort();
  if (!pme_program_read((const char *)bytes, count, &program, NULL) &&
      !pme_concrete_create(program, &team, &concrete, NULL)) {
    advise(concrete, &machine, arena);
    explain(concrete, &machine, arena);
    simulate(concrete, &machine, arena);
  }
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  return 0;
}
