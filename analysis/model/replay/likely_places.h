/* Where arrays without a known base are in most runs: one behind the other, as allocators and linkers lay them out.
 * Private to analysis/model/replay.
 *
 * Three stretches of memory: static arrays and small blocks of the heap, each of which begins as soon as the one before
 * has ended, at the likely alignment (blocks of malloc have 16 bytes in front); and large blocks, which begin in a page of
 * their own, the later the lower, as the system hands out mappings (docs/formats/program.md). The order is that of the
 * program's arrays: arguments as they are passed, others as they are used.
 * A unit's static variables, a group of several, stand some lines further on in a page than what is on others' stacks.
 * Copies that threads have for themselves share their lines with nothing. How many pages are between the stretches the
 * system draws anew for each run (address space layout randomisation): each place has other ones.
 *
 * A program that has given large blocks back gets later ones from what malloc keeps, not from the system (glibc's dynamic
 * threshold of mapping): one behind the other as small ones, at any multiple of 16. LLVM's OpenMP runtime gives back a
 * mebibyte when it starts, so that what is allocated after the first parallel region and is smaller lies so. What a block
 * costs that threads share by chunks changes every 16 bytes: places differ in where in a line they put such blocks.
 *
 * What malloc returns, and a static array, is at any multiple of 16, every fourth one the start of a line. There chunks of
 * half a line and more meet neighbours less often than anywhere else, so that what is counted 16 bytes behind it is
 * likelier.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_LIKELY_PLACES_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_LIKELY_PLACES_H

#include "analysis/model/loop_tree/loop_tree.h"

typedef enum pme__places {
  PME__PLACES_LIKELY,   /* small ones all as malloc puts them, the first 16 bytes behind a line, as the static array */
  PME__PLACES_AT_LINES, /* the first static array, and blocks that may be of malloc or not, begin at a line, as of aligned
                         * allocators, large ones among the small ones; if none may, the first with large ones so */
  PME__PLACES_TURNED,   /* the opposite order, 32 bytes behind a line, large blocks among the small ones */
  PME__PLACES_LATE,     /* the usual order, 48 bytes behind, others as large between blocks of a page and more */
  PME__PLACES_RETURNED,         /* the usual order, 32 bytes behind, large blocks among the small ones; the same, but */
  PME__PLACES_RETURNED_AT_LINE, /* the first one at a line */
  PME__PLACES_RETURNED_LATE,    /* 48 bytes behind */
  PME__PLACES_DISTANT,          /* as the first, with other pages between stretches of memory; */
  PME__PLACES_FARTHER           /* with still others */
} pme__places;

/* Whether blocks whose allocation was seen are mapped, and others of some pages not: each run of the program has other
 * distances between them (address space layout randomisation). */
bool pme__are_apart(const pme__loop_tree *program);

/* Whether there are large blocks that malloc may not have mapped. */
bool pme__may_be_returned(const pme__loop_tree *program);

/* Behind a group's start, where the last row of a block of the heap ends; 0: it is none. One for each group, which all
 * places share; NULL: there is no memory. */
const int64_t *pme__find_row_ends(const pme__loop_tree *program, pme_arena *arena);

/* group_bases[group], one for each. */
void pme__find_likely_places(const pme__loop_tree *program, pme__places places, const int64_t *row_ends,
                             int64_t *group_bases);

/* Whether everything is at these bases as at the others, but so many whole lines further on: caches of any number of sets
 * do the same then, in other sets. */
bool pme__are_same_places(const pme__loop_tree *program, int64_t line_bytes, const int64_t *group_bases,
                          const int64_t *others);

#endif
