/* Drawing instances of a reference, and placements of arrays, at random. Private to analysis/model.
 *
 * Points come from a Kronecker sequence (generalised golden ratio), one random shift for each of 16 replicates: the
 * scatter of the replicates' means gives the variance. A coordinate u becomes the iterator
 * first + floor(u * most trips); points outside the domain are rejected, so that the rest is uniform
 * (docs/model/walk.md 5.2). Bases of arrays that are not known are coordinates, too.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_SAMPLE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_SAMPLE_H

#include "analysis/model/walk/decide/reuse_run.h"

enum { PME__WALK_REPLICATES = 16, PME__WALK_MAX_DIMENSIONS = 32 };

typedef struct pme__sample_sequence {
  uint64_t seed; /* of the shifts of its coordinates */
  int64_t number;
} pme__sample_sequence;

/* Where samples of one reference come from. */
typedef struct pme__sample_source {
  const pme__loop_tree *program;
  int reference;
  int dimensions; /* coordinates beyond PME__WALK_MAX_DIMENSIONS are plain random numbers */
  double steps[PME__WALK_MAX_DIMENSIONS];
  int64_t way_bytes; /* bases matter modulo this: line * sets */
  bool moves_bases;  /* some array has no known base */
} pme__sample_source;

void pme__sample_source_init(pme__sample_source *source, const pme__loop_tree *program, int reference,
                             int64_t way_bytes);
void pme__sample_sequence_init(pme__sample_sequence *sequence, uint64_t *random);
/* The next point of the sequence; group_bases[] (one per placement group) is written if source->moves_bases. False: no
 * point of the domain was found in many tries. Adds to *work. */
bool pme__walk_draw(const pme__sample_source *source, pme__sample_sequence *sequence, uint64_t *random,
                    pme__walk_instance *instance, int64_t *group_bases, int64_t *work);

/* The same in two steps, for points that may not be looked at: *coordinates, those that the point took, says where the
 * bases go on. They are only to be asked for if source->moves_bases. */
bool pme__walk_draw_point(const pme__sample_source *source, pme__sample_sequence *sequence, uint64_t *random,
                          pme__walk_instance *instance, int *coordinates, int64_t *work);
void pme__walk_draw_bases(const pme__sample_source *source, const pme__sample_sequence *sequence, uint64_t *random,
                          int coordinates, int64_t *group_bases);

/* Placements that are asked for: of all `count` the first `likely` are likely ones. Of the others each second one has
 * the groups that are only likely to be heap blocks in a quarter of the first line of a page where that is likely to be
 * a page, each other one in one of any line. */
typedef struct pme__placement_plan {
  int64_t line_bytes, sets;
  int count, likely;
} pme__placement_plan;

/* Of `count` placements so many: all, where nothing is known that is only likely. */
int pme__likely_placements(const pme__loop_tree *program, int count);
/* Placements of the groups of arrays without a base, spread evenly over all sets and, beside that, over the positions
 * in a line: group_bases[placement * group_count + group]. */
void pme__draw_placements(const pme__loop_tree *program, const pme__placement_plan *plan, uint64_t *random,
                          int64_t *group_bases);

#endif
