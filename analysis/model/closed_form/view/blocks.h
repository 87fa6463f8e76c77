/* The arrays of an instance view, by blocks of memory. Private to analysis/model/closed_form/view. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_VIEW_BLOCKS_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_VIEW_BLOCKS_H

#include "instance_view.h"

/* Fills view->blocks, and the block of each reference with the base of its array there. False: out of memory. */
bool pme__view_set_blocks(pme__instance_view *view, pme_arena *arena);

#endif
