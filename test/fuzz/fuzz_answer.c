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
static const char machine_text[] =
    "cores=4;L1=2K,2,64,latency=4;L2=64K,8,64,latency=12;L3=1M,16,64,shared=4,latency=40;"
    "memory=200";
static const pme_what_if team = {.default_threads = THREADS};

static void advise(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_predict_options little = {.budget_ms = 10, .coherence = true};
  static const pme_advise_options search = {.budget_ms = 2};
  pme_prediction *prediction;
  const pme_advice *advice;
  if (!pme_predict(concrete, machine, &little, arena, &prediction, NULL))
    pme_advise(prediction, &team, &search, arena, &advice, NULL);
}

static void explain(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_explain_options little = {.predict = {.budget_ms = 10}};
  const pme_explanation *explanation;
  pme_explain(concrete, machine, &little, arena, &explanation, NULL);
}

static void simulate(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena) {
  static const pme_simulate_options few = {.max_accesses = 20000};
  pme_prediction *simulated;
  pme_simulate(concrete, machine, &few, arena, &simulated, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_arena *arena = pme_arena_create();
  if (!arena || pme_machine_read(machine_text, sizeof machine_text - 1, &machine, NULL))
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
