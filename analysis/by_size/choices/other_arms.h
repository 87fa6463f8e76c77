/* What only parts of a program need that a loop does not run with. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_CHOICES_OTHER_ARMS_H
#define PMECACHE_ANALYSIS_BY_SIZE_CHOICES_OTHER_ARMS_H

#include "chooser.h"

/* Whether the chooser's symbol is in no bound, address or extent of what can run where it is large, but for conditions:
 * the loop is known to run with such a value. What runs after the loop changes nothing for it. */
bool pme__is_in_conditions_alone(pme__chooser *c, int loop);

#endif
