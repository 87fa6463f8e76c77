/* Writes random programs into a folder, for scripts: 0.pme, 1.pme, ... Every other one is a perfect rectangular nest.
 *
 *   write_programs FOLDER COUNT [MOST_ACCESSES [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>

#include "test/property/programs/random_program.h"

static int write_program(const char *folder, long number, uint64_t seed, int64_t most_accesses) {
  static random_program program;
  char path[4096];
  random_knobs knobs = {.profile = number % 2 ? RANDOM_GENERAL : RANDOM_RECTANGULAR,
                        .max_accesses = most_accesses,
                        .with_bases = true,
                        .static_only = true};
  random_program_make(seed + (uint64_t)number, &knobs, &program);
  snprintf(path, sizeof path, "%s/%ld.pme", folder, number);
  FILE *stream = fopen(path, "w");
  if (!stream) {
    perror(path);
    return EXIT_FAILURE;
  }
  fputs(program.program, stream);
  return fclose(stream) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: write_programs FOLDER COUNT [MOST_ACCESSES [SEED]]\n");
    return 2;
  }
  long count = strtol(argv[2], NULL, 10);
  int64_t most_accesses = argc > 3 ? strtoll(argv[3], NULL, 10) : 0;
  uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
  for (long i = 0; i < count; i++)
    if (write_program(argv[1], i, seed, most_accesses) != EXIT_SUCCESS)
      return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
