/* Where libpmecache_transform.so is. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_LIBRARY_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_LIBRARY_H

#include "polyhedra/polyhedra.h"

/* Its functions; NULL where it is not beside the plugin, the command or the analysis library (whichever this code is
 * in), or cannot be loaded. It is looked for once. */
const pme__polyhedra *pme__find_polyhedra(void);

#endif
