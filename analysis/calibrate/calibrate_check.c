/* Whether what was measured can be true. */
#include <stdio.h>

#include "calibrate.h"

/* A farther level that is this much nearer than a nearer one is not only noise; spread that makes a figure useless. */
static const double out_of_order = 0.95, most_spread = 0.5;
/* Of the processors' time: less than this disturbs nobody. */
static const double noted_share = 0.05;

/* The first level that takes longer than what is behind it, the number of levels where all are in order. The memory is behind the
 * last one. */
static int level_out_of_order(const pme_machine *m) {
  for (int l = 0; l < m->level_count; l++) {
    double behind = l + 1 < m->level_count ? m->levels[l + 1].latency_cycles : m->memory_latency_cycles;
    if (behind < out_of_order * m->levels[l].latency_cycles)
      return l;
  }
  return m->level_count;
}

static void describe_order(const pme_machine *m, int level, char *text, size_t size) {
  bool is_last = level + 1 == m->level_count;
  snprintf(text, size, "%s takes %.0f cycles, %s behind it %.0f", m->levels[level].name,
           m->levels[level].latency_cycles, is_last ? "the memory" : m->levels[level + 1].name,
           is_last ? m->memory_latency_cycles : m->levels[level + 1].latency_cycles);
}

static void describe_disturbance(const calibration *c, char *text, size_t size) {
  if (c->stolen_share > noted_share && c->stolen_share > c->others_share)
    snprintf(text, size, "other virtual machines took %.0f%% of the processors' time", 100 * c->stolen_share);
  else if (c->others_share > noted_share)
    snprintf(text, size, "other programs took %.0f%% of the processors' time", 100 * c->others_share);
  else
    snprintf(text, size, "what disturbed it is not known: not other programs of this system");
}

pme_status calibrate_check(const calibration *c, pme_error *error) {
  char fault[96], disturbance[96];
  int level = level_out_of_order(&c->machine);
  if (level == c->machine.level_count && c->spread <= most_spread)
    return PME_OK;
  if (level < c->machine.level_count)
    describe_order(&c->machine, level, fault, sizeof fault);
  else
    snprintf(fault, sizeof fault, "'%s' is spread by %.0f%%", c->least_sure, 100 * c->spread);
  describe_disturbance(c, disturbance, sizeof disturbance);
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "measured nonsense: %s (%s)", fault, disturbance);
}
