/* A cache is measured under every order in turn; the lowest and the highest miss rates are kept. */
#include "concurrent_interval.h"

#include <math.h>

enum { BATCH = 4096, UNIFORM = 1, UNIFORM_DRAWS = 3, LATE = UNIFORM + UNIFORM_DRAWS, LATE_DRAWS = 4, POLICIES = 11 };
/* How far beyond the few that were drawn another one may lie, in widths of what they span. Of a normal
 * distribution that holds 92% of the next draws behind three, 97% behind four. */
static const double BEYOND = 1.5;

static pme__streams only_streams(void *context, size_t phase) {
  (void)phase;
  return *(const pme__streams *)context;
}

pme__phases pme__phases_of_streams(const pme__streams *streams) {
  return (pme__phases){(void *)(uintptr_t)streams, 1, only_streams};
}

typedef struct batch {
  uint32_t thread[BATCH];
  pme__line_reference reference[BATCH];
} batch;

static pme_status run_phase(const pme__streams *streams, const pme__interleave_options *options, batch *batch,
                            pme__meter *const *meters, size_t count) {
  pme__interleaver *il;
  pme_status status = pme__interleaver_open(streams, options, &il);
  if (status != PME_OK)
    return status;
  for (size_t n; status == PME_OK && (n = pme__interleaver_read(il, batch->thread, batch->reference, BATCH)) > 0;)
    for (size_t m = 0; m < count && status == PME_OK; m++)
      status = pme__meter_feed(meters[m], batch->thread, batch->reference, n);
  pme__interleaver_close(il);
  return status;
}

pme_status pme__meter_run(const pme__phases *phases, const pme__interleave_options *options, pme__meter *const *meters,
                          size_t count) {
  batch *room = (batch *)pme_reallocate(NULL, sizeof *room);
  pme_status status = room ? PME_OK : PME_NO_MEMORY;
  pme__interleave_options phase_options = *options;
  for (size_t p = 0; p < phases->count && status == PME_OK; p++) {
    pme__streams streams = phases->streams(phases->context, p);
    phase_options.seed = options->seed + p;
    status = run_phase(&streams, &phase_options, room, meters, count);
  }
  for (size_t m = 0; m < count && status == PME_OK; m++)
    status = pme__meter_flush(meters[m]);
  pme_reallocate(room, 0);
  return status;
}

static pme_status measure(const pme__phases *phases, uint32_t threads, const pme__interleave_options *options,
                          pme_arena *arena, pme__concurrent_profile *out) {
  pme__meter *meter;
  pme_status status = pme__meter_open(&(pme__meter_options){.threads = threads}, &meter);
  if (status != PME_OK)
    return status;
  status = pme__meter_run(phases, options, &meter, 1);
  if (status == PME_OK)
    status = pme__meter_instance(meter, 0, arena, out);
  pme__meter_close(meter);
  return status;
}

/* What is drawn at random: the interval holds what another draw may give, not only those that were tried. */
static void widen_for_draws(const double *rate, int draws, pme__order_interval *interval) {
  double least = rate[0], most = rate[0];
  for (int i = 1; i < draws; i++) {
    least = fmin(least, rate[i]);
    most = fmax(most, rate[i]);
  }
  interval->low = fmax(0, fmin(interval->low, least - BEYOND * (most - least)));
  interval->high = fmin(1, fmax(interval->high, most + BEYOND * (most - least)));
}

static pme__order_interval interval_of(const pme__concurrent_profile *profiles, double lines) {
  double rate[POLICIES];
  pme__order_interval interval = {.low = 1};
  for (int i = 0; i < POLICIES; i++) {
    rate[i] = pme__concurrent_miss_rate(&profiles[i], lines);
    interval.low = fmin(interval.low, rate[i]);
    interval.high = fmax(interval.high, rate[i]);
  }
  interval.round_robin = rate[0];
  interval.uniform = rate[UNIFORM];
  interval.is_sensitive = interval.high - interval.low > PME_INTERVAL_SENSITIVE;
  widen_for_draws(rate + UNIFORM, UNIFORM_DRAWS, &interval);
  widen_for_draws(rate + LATE, LATE_DRAWS, &interval);
  return interval;
}

pme_status pme__concurrent_interval(const pme__phases *phases, uint32_t threads, uint64_t seed, const double *lines,
                                    size_t count, pme__order_interval *out) {
  const pme__interleave_options policies[POLICIES] = {
      {.order = PME_MERGE_ROUND_ROBIN},
      {.order = PME_MERGE_UNIFORM, .seed = seed},
      {.order = PME_MERGE_UNIFORM, .seed = seed + 5},
      {.order = PME_MERGE_UNIFORM, .seed = seed + 6},
      {.order = PME_MERGE_SKEWED, .seed = seed + 1},
      {.order = PME_MERGE_SKEWED, .seed = seed + 2},
      {.order = PME_MERGE_SKEWED, .seed = seed + 3},
      {.order = PME_MERGE_SKEWED, .seed = seed + 4},
      {.order = PME_MERGE_STAIRS},
      {.order = PME_MERGE_STAIRS, .skew = 0.05},
      {.order = PME_MERGE_STAIRS, .skew = 0.01},
  };
  pme_arena *arena = pme_arena_create();
  pme_status status = arena ? PME_OK : PME_NO_MEMORY;
  pme__concurrent_profile profiles[POLICIES];
  for (int i = 0; i < POLICIES && status == PME_OK; i++)
    status = measure(phases, threads, &policies[i], arena, &profiles[i]);
  for (size_t i = 0; i < count && status == PME_OK; i++)
    out[i] = interval_of(profiles, lines[i]);
  pme_arena_destroy(arena);
  return status;
}
