/* Private to walk_filter.c and walk_image.c. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_IMAGE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_IMAGE_H

#include "walk_filter.h"

/* Fills the images of all patterns. PME_NO_MEMORY. */
pme_status pme__walk_make_images(const pme__walk_program *program, const pme__walk_team *teams,
                                 pme__walk_filter *filter, pme_arena *arena);

#endif
