/* Sums of a sample for each site: how often it hits, and how often SDCM would have said so. */
#include "set_sampler.h"

#include <math.h>
#include <string.h>

#include "analysis/reuse/distance_recent.h"
#include "analysis/reuse/sdcm.h"

/* ---- which references ---- */

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Of n references about 4/3 sqrt(n) are looked at; of those that cost less by themselves fewer, but some of few, too.
 */
enum { LEAST_SAMPLE = 32 };

void pme__pace_draw(pme__pace *pace) {
  double seen = (double)pace->seen, weight = 1.5 * pace->spread * sqrt(seen / pace->spread);
  weight = weight < seen / LEAST_SAMPLE ? weight : seen / LEAST_SAMPLE;
  pace->weight = weight > 1 ? (uint64_t)weight : 1;
  pace->left = 1 + next_random(&pace->random) % (2 * pace->weight - 1);
}

void pme__pace_start(pme__pace *pace, uint32_t spread, uint64_t seed) {
  *pace = (pme__pace){.spread = spread, .random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15)};
  pme__pace_draw(pace);
}

/* ---- what SDCM expects ---- */

/* Exact below 64 and at 32 points an octave, straight lines between them. */
enum { FIRST_OCTAVE = 6, POINT_BITS = 5, POINTS = 1 << POINT_BITS, OCTAVES = 26 };
enum { CURVE_POINTS = (1 << FIRST_OCTAVE) + OCTAVES * POINTS + 1 };

typedef struct curve {
  int64_t ways, lines;
  float hit[CURVE_POINTS]; /* below 0: not asked for yet */
} curve;

/* Sums over the sample of a site; `more`: a hit or none, less what SDCM expects. A sampled reference that stands for w
 * has the variance w (w - 1) (difference to the mean)^2 (Horvitz and Thompson 1952, for references chosen
 * independently). */
typedef struct site_sums {
  double weights, squares; /* w, w (w - 1) */
  struct {
    double hits, expected, more, more_squared; /* the last two with w (w - 1) */
    double met, met_evenly;                    /* of references beyond the window, each once */
  } of[PME_PROFILE_MAX_GEOMETRIES];
} site_sums;

struct pme__set_sampler {
  const pme__measure_host *host;
  pme__distance_sets *sets;
  int count;
  bool failed;
  uint64_t common; /* bits that lines of the same set have in common, whatever the geometry: spares most divisions */
  uint32_t site_count;
  site_sums *sums; /* of each site */
  curve curves[PME_PROFILE_MAX_GEOMETRIES];
};

static double distance_at(uint32_t point) {
  if (point < 1 << FIRST_OCTAVE)
    return point;
  uint32_t octave = (point - (1 << FIRST_OCTAVE)) / POINTS, part = point % POINTS;
  return ldexp(POINTS + part, (int)octave + FIRST_OCTAVE - POINT_BITS);
}

static double hit_at(curve *c, uint32_t point) {
  if (c->hit[point] < 0)
    c->hit[point] = (float)pme__sdcm_hit(distance_at(point), c->ways, c->lines);
  return c->hit[point];
}

static double expected_hit(curve *c, uint64_t distance) {
  if (distance < 1 << FIRST_OCTAVE)
    return hit_at(c, (uint32_t)distance);
  int octave = 63 - __builtin_clzll(distance), shift = octave - POINT_BITS;
  if (octave >= FIRST_OCTAVE + OCTAVES)
    return 0;
  uint32_t point =
      (1 << FIRST_OCTAVE) + (uint32_t)(octave - FIRST_OCTAVE) * POINTS + (uint32_t)(distance >> shift) % POINTS;
  double part = ldexp((double)(distance & ((UINT64_C(1) << shift) - 1)), -shift);
  return (1 - part) * hit_at(c, point) + part * hit_at(c, point + 1);
}

/* ---- life ---- */

static int sampled_geometries(const pme_profile_options *options, pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES]) {
  int count = 0;
  for (int g = 0; g < options->geometry_count; g++)
    if (options->geometries[g].sampled)
      geometries[count++] = options->geometries[g];
  return count;
}

pme__set_sampler *pme__set_sampler_open(const pme__measure_host *host, const pme_profile_options *options) {
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  int count = sampled_geometries(options, geometries);
  if (count == 0)
    return NULL;
  pme__set_sampler *sample = pme__host_reallocate(host, NULL, 0, sizeof *sample);
  if (!sample || pme__distance_sets_open(geometries, count, host->allocator, &sample->sets) != PME_OK) {
    host->warn("out of memory: no sets are looked at for a thread");
    if (sample)
      pme__host_reallocate(host, sample, sizeof *sample, 0);
    return NULL;
  }
  sample->count = count;
  sample->failed = false;
  sample->host = host;
  sample->site_count = 0;
  sample->sums = NULL;
  sample->common = UINT64_MAX;
  for (int g = 0; g < count; g++) {
    uint64_t sets = (uint64_t)geometries[g].sets;
    sample->common &= (sets & (0 - sets)) - 1; /* of the power of two in it */
    sample->curves[g].ways = geometries[g].ways;
    sample->curves[g].lines = geometries[g].ways * geometries[g].sets;
    for (int p = 0; p < CURVE_POINTS; p++)
      sample->curves[g].hit[p] = -1;
  }
  return sample;
}

void pme__set_sampler_close(pme__set_sampler *sample) {
  if (!sample)
    return;
  pme__distance_sets_close(sample->sets);
  if (sample->sums)
    pme__host_reallocate(sample->host, sample->sums, sample->site_count * sizeof *sample->sums, 0);
  pme__host_reallocate(sample->host, sample, sizeof *sample, 0);
}

void pme__set_sampler_forget(pme__set_sampler *sample) { pme__distance_sets_forget(sample->sets); }

/* ---- counting ---- */

bool pme__set_sampler_ask(pme__set_sampler *sample, pme__distance *engine, const pme__set_question *question,
                          pme__set_depths *depths) {
  return pme__distance_set_depths(sample->sets, engine, question, depths);
}

void pme__set_sampler_meet(const pme__set_sampler *sample, pme__set_depths *depths, uint64_t line, uint64_t other) {
  if ((line ^ other) & sample->common)
    return;
  for (int g = 0; g < sample->count; g++) {
    uint64_t sets = (uint64_t)(sample->curves[g].lines / sample->curves[g].ways);
    depths->depths[g] = (uint8_t)(depths->depths[g] + (line % sets == other % sets));
  }
}

static bool has_site(pme__set_sampler *sample, uint32_t site) {
  if (site < sample->site_count)
    return true;
  if (sample->failed)
    return false;
  uint32_t count = pme__host_site_count(sample->host);
  size_t old_bytes = sample->site_count * sizeof *sample->sums, bytes = count * sizeof *sample->sums;
  site_sums *grown = pme__host_reallocate(sample->host, sample->sums, old_bytes, bytes);
  if (!grown) {
    sample->host->warn("out of memory: no more sets are looked at for a thread");
    sample->failed = true;
    return false;
  }
  memset((char *)grown + old_bytes, 0, bytes - old_bytes);
  sample->sums = grown;
  sample->site_count = count;
  return true;
}

static void add(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths, double times, double square) {
  if (depths->distance < PME_CERTAIN_LINES || !has_site(sample, site))
    return;
  site_sums *sums = &sample->sums[site];
  sums->weights += times;
  sums->squares += square;
  for (int g = 0; g < sample->count; g++) {
    curve *c = &sample->curves[g];
    double hit = depths->depths[g] < c->ways, expected = expected_hit(c, depths->distance), more = hit - expected;
    sums->of[g].hits += times * hit;
    sums->of[g].expected += times * expected;
    sums->of[g].more += square * more;
    sums->of[g].more_squared += square * more * more;
  }
}

void pme__set_sampler_count(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths, uint64_t weight) {
  add(sample, site, depths, (double)weight, (double)weight * ((double)weight - 1));
}

void pme__set_sampler_count_beyond(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths) {
  if (depths->distance == 0 || !has_site(sample, site))
    return;
  for (int g = 0; g < sample->count; g++) {
    const curve *c = &sample->curves[g];
    sample->sums[site].of[g].met += depths->met[g];
    sample->sums[site].of[g].met_evenly += (double)depths->distance * (double)c->ways / (double)c->lines;
  }
}

void pme__set_sampler_count_all(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths,
                                uint64_t times) {
  add(sample, site, depths, (double)times, 0);
}

/* ---- at the end ---- */

void pme__set_sampler_add_to(const pme__set_sampler *sample, uint32_t site, double references, double weight,
                             pme_profile_stream *stream) {
  if (sample->failed)
    return;
  for (int g = 0; g < sample->count; g++) {
    pme_set_sample *out = &stream->set_sample[g];
    *out = (pme_set_sample){.weight = weight, .partly = references == 0};
    if (site >= sample->site_count)
      continue;
    const site_sums *sums = &sample->sums[site];
    out->met = sums->of[g].met;
    out->met_evenly = sums->of[g].met_evenly;
    if (sums->weights <= 0)
      continue;
    double times = references > 0 ? references : sums->weights, scale = times / sums->weights;
    double mean = (sums->of[g].hits - sums->of[g].expected) / sums->weights;
    double variance = sums->of[g].more_squared - 2 * mean * sums->of[g].more + mean * mean * sums->squares;
    out->hits = sums->of[g].hits * times / sums->weights;
    out->expected = sums->of[g].expected * times / sums->weights;
    out->variance = variance > 0 ? scale * scale * variance : 0;
  }
}
