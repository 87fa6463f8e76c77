/* Groups of arrays one behind the other. */
#include "likely_places.h"

#include "analysis/base/integer.h"

/* A start that no array with a known base has, and what malloc has in front of a block. */
static const int64_t START = INT64_C(1) << 45;
static const int64_t MOST = INT64_C(1) << 60; /* bytes; what is larger overlaps */
enum { HEADER_BYTES = 8, MALLOC_GRANULE = 16, LONGEST_LINE_BYTES = 256 };

typedef struct span {
  int64_t low, high;
} span;

/* From the group's start, with the copies of all threads. */
static span span_of(const pme__loop_tree *program, int group) {
  span all = {0, 0};
  for (int a = 0; a < program->array_count; a++) {
    const pme__tree_array *array = &program->arrays[a];
    if (array->known || array->group != group)
      continue;
    int64_t low = array->base_bytes + array->low_bytes;
    int64_t high = array->base_bytes + array->high_bytes + array->pitch_bytes * (program->most_threads - 1);
    all.low = low < all.low ? low : all.low;
    all.high = high > all.high ? high : all.high;
  }
  return all;
}

/* What is only likely to be at the start of a page or a line. */
static bool is_likely_block(const pme__loop_tree *program, int group) {
  return program->group_granules[group] == MALLOC_GRANULE &&
         program->group_likely[group].granule_bytes > MALLOC_GRANULE;
}

/* Copies of other threads stand on other stacks: nothing else is on their lines. */
static bool is_private(const pme__loop_tree *program, int group) {
  for (int a = 0; a < program->array_count; a++)
    if (!program->arrays[a].known && program->arrays[a].group == group && program->arrays[a].pitch_bytes)
      return true;
  return false;
}

static int64_t end_of_line(int64_t address) {
  return address + pme__floor_mod(-address, LONGEST_LINE_BYTES) - HEADER_BYTES;
}

void pme__find_likely_places(const pme__loop_tree *program, pme__places places, int64_t *group_bases) {
  int64_t end = START;
  for (int g = 0; g < program->group_count; g++) {
    pme_alignment where = program->group_likely[g];
    span reach = span_of(program, g);
    if (end > MOST || where.granule_bytes > MOST || reach.high > MOST || reach.low < -MOST) {
      group_bases[g] = START; /* nobody allocates that */
      continue;
    }
    if (places == PME__PLACES_OF_MALLOC && is_likely_block(program, g))
      where = (pme_alignment){MALLOC_GRANULE, 0};
    else if (places == PME__PLACES_OF_MALLOC)
      end += where.granule_bytes; /* what a linker has placed may as well be elsewhere in its line */
    bool apart = is_private(program, g);
    if (apart)
      end = end_of_line(end);
    int64_t first = end + HEADER_BYTES - reach.low;
    first += pme__floor_mod(where.phase_bytes - first, where.granule_bytes);
    group_bases[g] = first;
    end = apart ? end_of_line(first + reach.high) : first + reach.high;
  }
}
