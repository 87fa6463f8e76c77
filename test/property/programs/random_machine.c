/* Random programs: the machine that they run on. */
#include "test/property/programs/random_parts.h"

#include <stdio.h>

static int64_t power_of_two_up_to(generator *g, int64_t low, int64_t high) {
  int64_t value = low;
  while (value * 2 <= high && chance(g, 65))
    value *= 2;
  return value;
}

static size_t put_level(generator *g, char *text, size_t bytes, int level, int64_t shared) {
  int64_t line = PICK(g, 32, 64, 64, 128);
  int64_t ways = chance(g, 70) ? PICK(g, 1, 2, 4, 8, 16) : between(g, 1, 16);
  int64_t sets = chance(g, 85) ? power_of_two_up_to(g, 8, 128) : between(g, 8, 128);
  if (g->knobs.profile == RANDOM_GENERAL && chance(g, 10)) {
    ways = between(g, 33, 80); /* beyond what fits one scan */
    sets = between(g, 1, 3);
  }
  int n = snprintf(text, bytes, ";L%d=%lld,%lld,%lld", level, (long long)(sets * ways * line), (long long)ways,
                   (long long)line);
  if (shared > 1)
    n += snprintf(text + n, bytes - (size_t)n, ",shared=%lld", (long long)shared);
  return (size_t)n;
}

void make_machine(generator *g, char *text) {
  size_t length = (size_t)snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d", g->threads);
  int64_t shared = chance(g, 40) ? g->threads : chance(g, 50) ? 1 : power_of_two_up_to(g, 1, g->threads);
  if (!g->knobs.one_level && chance(g, 50))
    length += put_level(g, text + length, RANDOM_MACHINE_BYTES - length, 1, 1);
  length += put_level(g, text + length, RANDOM_MACHINE_BYTES - length, 2, shared);
  if (chance(g, 20))
    snprintf(text + length, RANDOM_MACHINE_BYTES - length, ";placement=spread");
}
