/* Touches of a line sample as text. Private to analysis/profile.
 *
 * A touch is two numbers: how many iterations further it is than the one before, and the fold of the difference of the
 * references. With times two more: how much later it is, and `more`; if that is not 0, `writes` and `span`. Each number has
 * five bits a character, the lowest first, of an alphabet of 64: the second half says that more follow. */
#ifndef PMECACHE_ANALYSIS_PROFILE_PROFILE_LINES_H
#define PMECACHE_ANALYSIS_PROFILE_PROFILE_LINES_H

#include "profile_internal.h"

enum { PME__TOUCH_BYTES = 4 * 13 + 2 * 7 + 1 };

/* `last` becomes the touch. */
void pme__touch_encode(const pme_sampled_touch *touch, bool has_times, pme_sampled_touch *last,
                       char code[PME__TOUCH_BYTES]);
/* Reads the next touch at *at, up to a blank or the end; false when there is none, or no touch. */
bool pme__touch_decode(const char **at, bool has_times, pme_sampled_touch *last);

#endif
