#include "followed_sets.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reuse/distance_sets.h"
#include "analysis/reuse/set_stacks.h"
#include "runtime/memory.h"
#include "runtime/message.h"
#include "runtime/sites.h"

struct pmert_sets {
  pme_set_profile *stacks;
  int geometry_count, counters; /* of a site: ways + 1 for each geometry */
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  uint32_t site_count;
  bool failed;
  uint64_t *hits; /* [site][geometry][depth]; behind the last depth the misses */
};

/* ---- what is asked for ---- */

/* One `SETSxWAYS`; the character behind it, NULL when there is none. */
static const char *read_geometry(const char *text, pme_geometry *geometry) {
  char *end;
  long long sets = strtoll(text, &end, 10);
  if (end == text || *end != 'x')
    return NULL;
  const char *ways_text = end + 1;
  long ways = strtol(ways_text, &end, 10);
  if (end == ways_text || sets < 1 || sets > 1 << 24 || ways < 1 || ways > PME_PROFILE_MAX_WAYS)
    return NULL;
  *geometry = (pme_geometry){sets, (int)ways, /*sampled=*/false};
  return end;
}

static bool read_all(const char *text, pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES], int *count) {
  *count = 0;
  while (*count < PME_PROFILE_MAX_GEOMETRIES && (text = read_geometry(text, &geometries[*count]))) {
    ++*count;
    if (*text == '\0')
      return true;
    if (*text++ != ',')
      break;
  }
  *count = 0;
  return false;
}

static pme_geometry named[PME_PROFILE_MAX_GEOMETRIES];
static _Atomic int named_count;

static void name_one(const pme_geometry *geometry) {
  int count = atomic_load(&named_count);
  bool known = count == PME_PROFILE_MAX_GEOMETRIES || !pme_distance_sets_can(geometry->sets);
  for (int g = 0; g < count && !known; g++)
    known = named[g].sets == geometry->sets && named[g].ways == geometry->ways;
  if (known)
    return;
  named[count] = (pme_geometry){geometry->sets, geometry->ways, /*sampled=*/true};
  atomic_store(&named_count, count + 1);
}

void pmert_sets_name(const char *caches) {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  int count;
  read_all(caches, geometries, &count);
  for (int g = 0; g < count; g++)
    if (geometries[g].sets > 1) /* what is fully associative, SDCM knows exactly */
      name_one(&geometries[g]);
}

void pmert_sets_forget(void) { atomic_store(&named_count, 0); }

void pmert_sets_asked(pme_profile_options *options) {
  const char *text = getenv("PMECACHE_SETS");
  options->geometry_count = 0;
  if (text && *text) {
    read_all(text, options->geometries, &options->geometry_count);
    return;
  }
  options->geometry_count = atomic_load(&named_count);
  for (int g = 0; g < options->geometry_count; g++)
    options->geometries[g] = named[g];
}

void pmert_sets_check(void) {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  int count;
  const char *text = getenv("PMECACHE_SETS");
  if (text && *text && strcmp(text, "off") != 0 && !read_all(text, geometries, &count))
    pmert_warn("PMECACHE_SETS: expected off or up to %d times SETSxWAYS, as in 64x8,512x8, found '%.40s'; no sets are "
               "followed",
               (int)PME_PROFILE_MAX_GEOMETRIES, text);
}

/* ---- counting ---- */

pmert_sets *pmert_sets_open(const pme_profile_options *options) {
  if (options->geometry_count == 0 || options->geometries[0].sampled)
    return NULL;
  pmert_sets *sets = pmert_reallocate(NULL, 0, sizeof *sets);
  if (!sets || pme_set_profile_open(options->geometries, options->geometry_count, pmert_memory(), &sets->stacks)) {
    pmert_warn("out of memory: the sets of a thread are not followed");
    if (sets)
      pmert_reallocate(sets, sizeof *sets, 0);
    return NULL;
  }
  sets->geometry_count = options->geometry_count;
  sets->counters = 0;
  for (int g = 0; g < sets->geometry_count; g++) {
    sets->geometries[g] = options->geometries[g];
    sets->counters += options->geometries[g].ways + 1;
  }
  sets->site_count = 0;
  sets->failed = false;
  sets->hits = NULL;
  return sets;
}

void pmert_sets_close(pmert_sets *sets) {
  if (!sets)
    return;
  pme_set_profile_close(sets->stacks);
  size_t bytes = sets->site_count * (size_t)sets->counters * sizeof *sets->hits;
  if (sets->hits)
    pmert_reallocate(sets->hits, bytes, 0);
  pmert_reallocate(sets, sizeof *sets, 0);
}

static bool has_site(pmert_sets *sets, uint32_t site) {
  if (site < sets->site_count)
    return true;
  uint32_t count = pmert_site_count();
  size_t bytes_of_site = (size_t)sets->counters * sizeof *sets->hits;
  uint64_t *grown = pmert_reallocate(sets->hits, sets->site_count * bytes_of_site, count * bytes_of_site);
  if (!grown) {
    pmert_warn("out of memory: the sets of a thread are not followed");
    sets->failed = true;
    return false;
  }
  memset(grown + (size_t)sets->site_count * (size_t)sets->counters, 0, (count - sets->site_count) * bytes_of_site);
  sets->hits = grown;
  sets->site_count = count;
  return true;
}

void pmert_sets_take(pmert_sets *sets, const uint64_t *lines, const uint32_t *sites, uint64_t count) {
  uint8_t depths[PME_PROFILE_MAX_GEOMETRIES];
  for (uint64_t i = 0; i < count && !sets->failed; i++) {
    if (!has_site(sets, sites[i]))
      return;
    pme_set_profile_reference(sets->stacks, lines[i], depths);
    uint64_t *counter = sets->hits + (size_t)sites[i] * (size_t)sets->counters;
    for (int g = 0; g < sets->geometry_count; g++) {
      counter[depths[g]]++;
      counter += sets->geometries[g].ways + 1;
    }
  }
}

/* ---- at the end ---- */

/* A repeated line is on top of its set in every geometry. */
void pmert_sets_add_to(const pmert_sets *sets, uint32_t site, double repeats, pme_profile_stream *stream) {
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
