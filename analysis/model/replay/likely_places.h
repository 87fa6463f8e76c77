/* Where arrays without a known base are in most runs: one behind the other, as allocators and linkers lay them out.
 * Private to analysis/model/replay.
 *
 * Each group begins as soon as the one before has ended, at the likely alignment: blocks of malloc have 16 bytes in
 * front, large ones begin in a page of their own (docs/formats/program.md). The order is that of the program's arrays.
 * Copies that threads have for themselves share their lines with nothing.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_LIKELY_PLACES_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_LIKELY_PLACES_H

#include "analysis/model/loop_tree/loop_tree.h"

typedef enum pme__places {
  PME__PLACES_LIKELY,   /* small blocks that may be of malloc, or of an allocator that aligns them, begin at a line */
  PME__PLACES_OF_MALLOC /* all of these as malloc puts them that has had such memory back */
} pme__places;

/* group_bases[group], one for each. */
void pme__find_likely_places(const pme__loop_tree *program, pme__places places, int64_t *group_bases);

#endif
