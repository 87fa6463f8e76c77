/* Hits by depth in the followed sets, counted for each site. */
#include "followed_sets.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reuse/distance_sets.h"
#include "analysis/reuse/set_stacks.h"

struct pme__followed_sets {
  const pme__measure_host *host;
  pme__set_stacks *stacks;
  int geometry_count, counters; /* of a site: ways + 1 for each geometry */
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  uint32_t site_count;
  bool failed;
  uint64_t *hits; /* [site][geometry][depth]; behind the last depth the misses */
};

/* ---- counting ---- */

pme__followed_sets *pme__followed_sets_open(const pme__measure_host *host, const pme_profile_options *options) {
  if (options->geometry_count == 0 || options->geometries[0].sampled)
    return NULL;
  pme__followed_sets *sets = pme__host_reallocate(host, NULL, 0, sizeof *sets);
  if (!sets || pme__set_stacks_open(options->geometries, options->geometry_count, host->allocator, &sets->stacks)) {
    host->warn("out of memory: the sets of a thread are not followed");
    if (sets)
      pme__host_reallocate(host, sets, sizeof *sets, 0);
    return NULL;
  }
  sets->geometry_count = options->geometry_count;
  sets->counters = 0;
  for (int g = 0; g < sets->geometry_count; g++) {
    sets->geometries[g] = options->geometries[g];
    sets->counters += options->geometries[g].ways + 1;
  }
  sets->host = host;
  sets->site_count = 0;
  sets->failed = false;
  sets->hits = NULL;
  return sets;
}

void pme__followed_sets_close(pme__followed_sets *sets) {
  if (!sets)
    return;
  pme__set_stacks_close(sets->stacks);
  size_t bytes = sets->site_count * (size_t)sets->counters * sizeof *sets->hits;
  if (sets->hits)
    pme__host_reallocate(sets->host, sets->hits, bytes, 0);
  pme__host_reallocate(sets->host, sets, sizeof *sets, 0);
}

static bool has_site(pme__followed_sets *sets, uint32_t site) {
  if (site < sets->site_count)
    return true;
  uint32_t count = pme__host_site_count(sets->host);
  size_t bytes_of_site = (size_t)sets->counters * sizeof *sets->hits;
  uint64_t *grown =
      pme__host_reallocate(sets->host, sets->hits, sets->site_count * bytes_of_site, count * bytes_of_site);
  if (!grown) {
    sets->host->warn("out of memory: the sets of a thread are not followed");
    sets->failed = true;
    return false;
  }
  memset(grown + (size_t)sets->site_count * (size_t)sets->counters, 0, (count - sets->site_count) * bytes_of_site);
  sets->hits = grown;
  sets->site_count = count;
  return true;
}

void pme__followed_sets_take(pme__followed_sets *sets, const uint64_t *lines, const uint32_t *sites, uint64_t count) {
  uint8_t depths[PME_PROFILE_MAX_GEOMETRIES];
  for (uint64_t i = 0; i < count && !sets->failed; i++) {
    if (!has_site(sets, sites[i]))
      return;
    pme__set_stacks_reference(sets->stacks, lines[i], depths);
    uint64_t *counter = sets->hits + (size_t)sites[i] * (size_t)sets->counters;
    for (int g = 0; g < sets->geometry_count; g++) {
      counter[depths[g]]++;
      counter += sets->geometries[g].ways + 1;
    }
  }
}

/* ---- at the end ---- */

/* A repeated line is on top of its set in every geometry. */
void pme__followed_sets_add_to(const pme__followed_sets *sets, uint32_t site, double repeats,
                               pme_profile_stream *stream) {
  if (sets->failed)
    return;
  stream->set_total += repeats;
  for (int g = 0; g < sets->geometry_count; g++)
    stream->set_hits[g][0] += repeats;
  if (site >= sets->site_count)
    return;
  const uint64_t *counter = sets->hits + (size_t)site * (size_t)sets->counters;
  for (int depth = 0; depth <= sets->geometries[0].ways; depth++)
    stream->set_total += (double)counter[depth];
  for (int g = 0; g < sets->geometry_count; g++) {
    for (int depth = 0; depth < sets->geometries[g].ways; depth++)
      stream->set_hits[g][depth] += (double)counter[depth];
    counter += sets->geometries[g].ways + 1;
  }
}
