/* Variables of the environment, read as requests. */
#include "request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- how references are sampled ---- */

static const double smallest_rate = 1e-6, smallest_slowdown = 1.1, largest_slowdown = 1000;

double pme__slowdown_asked(void) {
  const char *text = getenv("PMECACHE_OVERHEAD");
  if (!text || !*text)
    return 0;
  char *end;
  double slowdown = strtod(text, &end);
  bool is_number = end != text && !*end && slowdown >= smallest_slowdown && slowdown <= largest_slowdown;
  return is_number ? slowdown : NAN;
}

bool pme__sampling_asked(pme__sampling_request *sampling) {
  const char *text = getenv("PMECACHE_SAMPLE");
  double slowdown = pme__slowdown_asked();
  *sampling = (pme__sampling_request){PME_DISTANCE_HYBRID, 1, 0};
  if (slowdown > 1) { /* bursts have exact distances */
    *sampling = (pme__sampling_request){PME_DISTANCE_EXACT, 1, slowdown - 1};
    return true;
  }
  if (!text || !*text || strcmp(text, "hybrid") == 0)
    return true;
  char *end;
  double rate = strtod(text, &end);
  bool is_share = end != text && !*end && rate >= smallest_rate && rate <= 1;
  if (is_share)
    sampling->rate = rate;
  if (!is_share && strcmp(text, "exact") != 0)
    return false;
  sampling->mode = PME_DISTANCE_EXACT;
  return true;
}

/* ---- whose sets are followed ---- */

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

bool pme__read_geometries(const char *text, pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES], int *count) {
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

void pme__sets_asked(const pme__named_caches *caches, pme_profile_options *options) {
  const char *text = getenv("PMECACHE_SETS");
  options->geometry_count = 0;
  if (text && *text) {
    pme__read_geometries(text, options->geometries, &options->geometry_count);
    return;
  }
  options->geometry_count = atomic_load(&caches->count);
  for (int g = 0; g < options->geometry_count; g++)
    options->geometries[g] = caches->geometries[g];
}

bool pme__sets_request_is_valid(void) {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  int count;
  const char *text = getenv("PMECACHE_SETS");
  return !text || !*text || strcmp(text, "off") == 0 || pme__read_geometries(text, geometries, &count);
}
