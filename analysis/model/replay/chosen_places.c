/* Of small programs, of those with large blocks, and of those whose blocks were seen: which places tell most. */
#include "chosen_places.h"

#include <string.h>

#include "analysis/model/walk/estimate/sample.h"
#include "likely_places.h"
#include "replay.h"

/* In the order of what they tell: places that are made, and of all placements that are drawn some that are not likely
 * and some that are (drawn < 0: made). Where all blocks are small each one stands at each multiple of 16 in a
 * line, since all begin where the first one does, in one order. Drawn ones have all large blocks of malloc mapped: where
 * there are such they come last. */
typedef struct choice {
  int drawn;
  pme__places made;
} choice;

static const choice OF_SMALL[PME__REPLAY_MOST_PLACEMENTS] = {{-1, PME__PLACES_LIKELY},
                                                             {-1, PME__PLACES_AT_LINES},
                                                             {-1, PME__PLACES_RETURNED},
                                                             {-1, PME__PLACES_TURNED},
                                                             {-1, PME__PLACES_LATE},
                                                             {.drawn = 0},
                                                             {.drawn = 13}};
static const choice WITH_LARGE[PME__REPLAY_MOST_PLACEMENTS] = {{-1, PME__PLACES_LIKELY},
                                                               {-1, PME__PLACES_AT_LINES},
                                                               {-1, PME__PLACES_TURNED},
                                                               {-1, PME__PLACES_LATE},
                                                               {-1, PME__PLACES_RETURNED_AT_LINE},
                                                               {-1, PME__PLACES_RETURNED_LATE},
                                                               {.drawn = 13}};

/* Of which it is known that large ones are mapped: what differs for certain from run to run is how far they are from the
 * heap. */
static const choice APART[PME__REPLAY_MOST_PLACEMENTS] = {
    {-1, PME__PLACES_LIKELY},   {-1, PME__PLACES_DISTANT}, {-1, PME__PLACES_LATE},         {-1, PME__PLACES_FARTHER},
    {-1, PME__PLACES_AT_LINES}, {-1, PME__PLACES_TURNED},  {-1, PME__PLACES_RETURNED_LATE}};

static const choice *choices_for(const pme__loop_tree *program) {
  if (pme__are_apart(program))
    return APART;
  return pme__may_be_returned(program) ? WITH_LARGE : OF_SMALL;
}

static int64_t *draw(const pme__loop_tree *program, const pme_machine *machine, int count, int likely,
                     pme_arena *arena) {
  const pme_cache_level *outermost = &machine->levels[machine->level_count - 1];
  int64_t *bases = PME_ARENA_NEW(arena, int64_t, (int64_t)(count + 1) * program->group_count);
  pme__placement_plan plan = {outermost->line_bytes, pme_cache_sets(outermost), count, likely};
  uint64_t random = 1;
  if (bases)
    pme__draw_placements(program, &plan, &random, bases);
  return bases;
}

int64_t *pme__choose_places(const pme__loop_tree *program, const pme_machine *machine, bool likely, int count,
                            pme_arena *arena) {
  if (!likely)
    return draw(program, machine, count, count, arena);
  ptrdiff_t groups = program->group_count;
  int64_t *bases = draw(program, machine, PME__PLACEMENTS, pme__likely_placements(program, PME__PLACEMENTS), arena);
  int64_t *chosen = PME_ARENA_NEW(arena, int64_t, (int64_t)(count + 1) * groups);
  const int64_t *row_ends = pme__find_row_ends(program, arena);
  const choice *choices = choices_for(program);
  if (!bases || !chosen || !row_ends)
    return NULL;
  for (int p = 0; p < count; p++)
    if (choices[p].drawn < 0)
      pme__find_likely_places(program, choices[p].made, row_ends, chosen + p * groups);
    else
      memcpy(&chosen[p * groups], &bases[choices[p].drawn * groups], (size_t)groups * sizeof *bases);
  return chosen;
}
