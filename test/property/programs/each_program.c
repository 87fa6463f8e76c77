#include "test/property/programs/each_program.h"

#include <stdlib.h>

long setting(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? strtol(text, NULL, 10) : otherwise;
}

long each_program(program_maker *make, const random_knobs *knobs, long usual, long first_seed, program_judge *judge,
                  void *context) {
  random_program *random = malloc(sizeof *random);
  long programs = setting("PMECACHE_TEST_PROGRAMS", usual), seed = setting("PMECACHE_TEST_SEED", first_seed);
  if (!random)
    abort();
  for (long number = 0; number < programs; number++) {
    make((uint64_t)(seed + number), knobs, random);
    judge(context, number, (uint64_t)(seed + number), random);
  }
  free(random);
  return programs;
}

bool bars_are_asked(void) { return setting("PMECACHE_TEST_BARS", 1) != 0; }
