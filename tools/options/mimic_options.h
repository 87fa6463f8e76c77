/* What pmecache mimic is asked for. */
#ifndef PMECACHE_TOOLS_OPTIONS_MIMIC_OPTIONS_H
#define PMECACHE_TOOLS_OPTIONS_MIMIC_OPTIONS_H

#include "team_values.h"

typedef struct mimic_options {
  const char *path; /* "-": standard input */
  machine_request machine;
  team_list teams;
  deal_request schedule;
  pme__team_method method;
  pme__merge_order order;
  bool no_interval, json, time, advise, profiles, csv;
  const char *svg, *output;
  uint64_t seed;
} mimic_options;

/* OPTIONS_GO_ON (option_table.h), or what to exit with. */
int mimic_options_read(int count, char **arguments, mimic_options *out);

#endif
