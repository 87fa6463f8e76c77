/* The level sum of one reference under way, and where its reuse comes from. Private to analysis/model/closed_form; see
 * level_sum.h.
 *
 * `amount` counts line touches over the whole run that are not known to be reuse yet. Each level, a loop around the
 * reference, finds the share of it that it carries the reuse of, and leaves the rest to the loop around it. When all
 * that is left stems from the first few iterations of a loop (a follower in a group of references), `limits` narrows
 * the region that outer levels have to look for.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_REUSE_SOURCES_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_REUSE_SOURCES_H

#include "context.h"

enum { PME__REUSE_MOST_EARLIER = 24 };

typedef struct pme__level_sum {
  pme__context *context;
  int reference;
  int loop; /* the level */
  double amount;
  double misses;                                /* expected, of the reuses found so far */
  double low, high;                             /* the same misses if a set had one way more, or less */
  double limits[PME__INSTANCE_VIEW_MOST_DEPTH]; /* per depth; 0: none */
  /* What pme__reuse_same_iteration found at this level: regions that were touched earlier in the iteration, and the
   * share of the reference's lines that lies in them. */
  int earlier_count;
  pme__strided_region earlier[PME__REUSE_MOST_EARLIER];
  int earlier_references[PME__REUSE_MOST_EARLIER];
  double earlier_covered;
  double earlier_covered_first; /* the share in the first iteration of the level */
} pme__level_sum;

/* A share of the amount is reuse of lines that `source` touched `distance` iterations of the level ago. */
void pme__reuse_add(pme__level_sum *sum, double share, int64_t distance, int source);

/* Lines touched earlier in the same iteration of the level, before the part of its body that holds the reference
 * (docs/model/equations.md 6.1, 6.4, 8.1). Takes its share from the amount. */
void pme__reuse_same_iteration(pme__level_sum *sum);
/* Lines touched in earlier iterations of a loop that one thread runs (docs/model/equations.md 7.2, 6.1). */
void pme__reuse_serial(pme__level_sum *sum);
/* Lines touched in earlier iterations, or by other threads, of a worksharing loop (docs/model/equations.md 2.2, 6.2,
 * 7.1, 7.3). */
void pme__reuse_shared(pme__level_sum *sum);
/* Lines that references which move otherwise (a[i][j] and a[j][i]) touch before this one in the course of the loop. */
void pme__reuse_crossing(pme__level_sum *sum);

/* Share of `target`, a region of the reference, that lies in the union of regions of other references. Where loops move
 * these differently, their distance varies: the mean over iterations of the loops around the level, and of the level
 * itself unless `level_fixed`. */
double pme__reuse_coverage(const pme__level_sum *sum, const pme__strided_region *target,
                           const pme__strided_region *sources, const int *references, int count, bool level_fixed);

/* What the reference touches of the level: `count` iterations from the position + shift on, limits obeyed. */
bool pme__reuse_region(const pme__level_sum *sum, int64_t shift, double count, pme__strided_region *out);
/* The loop inside the level along which one iteration of the level continues where the one before it ended (rows of a
 * contiguous array, consecutive blocks of a schedule): lines that two iterations share are the last of one and the
 * first of the next, a single iteration of that loop apart. PME_NONE if there is none (docs/model/equations.md 7.3). */
int pme__reuse_adjacent(const pme__level_sum *sum);
/* As pme__reuse_add, with a window of `carrier`, a loop inside the level. */
void pme__reuse_add_in(pme__level_sum *sum, int carrier, double share, int64_t distance, int source);

#endif
