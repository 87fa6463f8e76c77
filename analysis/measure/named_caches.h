/* The caches that the modules of a program were compiled for: a sample of references is looked at in their sets. */
#ifndef PMECACHE_MEASURE_NAMED_CACHES_H
#define PMECACHE_MEASURE_NAMED_CACHES_H

#include <stdatomic.h>

#include "pmecache/profile.h"

/* Zero-initialised: none. Read by other threads while one adds to it. */
typedef struct pme__named_caches {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  _Atomic int count;
} pme__named_caches;

/* Adds the caches of a module (`64x8,512x8`, sets x ways), each once. By one thread at a time. */
void pme__caches_name(pme__named_caches *caches, const char *text);

#endif
