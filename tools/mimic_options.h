/* Options of pmecache mimic. */
#ifndef PMECACHE_TOOLS_MIMIC_OPTIONS_H
#define PMECACHE_TOOLS_MIMIC_OPTIONS_H

#include "analysis/team/team_predict.h"

enum { MIMIC_MOST_TEAMS = 32 };

typedef struct mimic_options {
  const char *path; /* "-": standard input */
  const char *machine, *machine_place;
  const char *svg;
  uint32_t threads[MIMIC_MOST_TEAMS];
  int team_count;
  pme_mimic_method method;
  bool has_schedule;
  pme_deal_kind deal;
  uint64_t chunk;
  bool has_threads, no_interval, json, time, advise;
  const char *output;
  uint64_t seed;
} mimic_options;

/* OPTIONS_GO_ON (options.h), or what to exit with. */
int mimic_options_read(int count, char **arguments, mimic_options *out);

#endif
