/* A program outside of pmecache that asks its library: prediction, advice, a profile, and the trace of a run.
 *
 *   ask PROGRAM.pme RUN.pmeprof RUN.pmetrace
 *
 * PROGRAM is stream.pme, RUN one of traced.c. Says what is wrong, and ends with 1 then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pmecache/advice.h>
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
  ask_profile(arguments[2], &machine);
  ask_trace(arguments[3]);
  puts("predict, advise, profile and trace answer");
  return 0;
}
