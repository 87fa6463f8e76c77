/* How many of a reference's accesses each stratum of lost lines has, where its loops have fixed ends: then nothing needs
 * to be drawn for that, and members of rare strata are found at once. Private to analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SHARES_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SHARES_H

#include "lost_line_strata.h"

/* Points by where they are in their loops; whether an access comes to its line then makes strata of all but edges. */
typedef enum pme__lost_line_kind {
  PME__LOST_KIND_REST,
  PME__LOST_KIND_EDGE,
  PME__LOST_KIND_BORDER,
  PME__LOST_KIND_FIRST,
  PME__LOST_LINE_KINDS
} pme__lost_line_kind;

pme__lost_line_kind pme__lost_line_kind_of(int stratum);

/* Fills strata->shares, means over all placements group_bases[placement * groups + group], and `has_shares`: false where
 * ends of loops vary, or where counting takes long. */
void pme__lost_line_find_shares(pme__lost_line_strata *strata, const pme__loop_tree *program,
                                const int64_t *group_bases, int placements, int64_t line_bytes);

/* Moves the point of that number to one of the stratum, all of which are as likely then. It may stay in another one:
 * then it is to be left out, if that is of another kind. Only where strata have shares; the state is placed. */
void pme__lost_line_move(const pme__lost_line_strata *strata, const pme__level_state *state, int stratum,
                         int64_t number, pme__walk_instance *instance);

#endif
