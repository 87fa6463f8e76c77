/* Making the images of set_filter.h: from which residues the loops inside reach the set. Private to
 * analysis/model/walk/decide. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_RESIDUE_IMAGE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_RESIDUE_IMAGE_H

#include "set_filter.h"

/* Fills the images of all patterns. PME_NO_MEMORY. */
pme_status pme__walk_make_images(pme__set_filter *filter);

/* Writes the jump table of an image for a stride. False: it is too large, or there is no memory, which does no harm. */
bool pme__walk_make_jump(const pme__walk_pattern *pattern, pme__walk_image *image, int64_t stride);

#endif
