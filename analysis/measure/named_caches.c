/* Names of caches become geometries that can be looked at. */
#include "named_caches.h"

#include <stdbool.h>

#include "analysis/reuse/distance_sets.h"
#include "request.h"

static void name_one(pme__named_caches *caches, const pme_geometry *geometry) {
  int count = atomic_load(&caches->count);
  bool known = count == PME_PROFILE_MAX_GEOMETRIES || !pme__distance_sets_can(geometry->sets);
  for (int g = 0; g < count && !known; g++)
    known = caches->geometries[g].sets == geometry->sets && caches->geometries[g].ways == geometry->ways;
  if (known)
    return;
  caches->geometries[count] = (pme_geometry){geometry->sets, geometry->ways, /*sampled=*/true};
  atomic_store(&caches->count, count + 1);
}

void pme__caches_name(pme__named_caches *caches, const char *text) {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  int count;
  pme__read_geometries(text, geometries, &count);
  for (int g = 0; g < count; g++)
    if (geometries[g].sets > 1) /* what is fully associative, SDCM knows exactly */
      name_one(caches, &geometries[g]);
}
