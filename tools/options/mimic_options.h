/* What pmecache mimic is asked for. */
#ifndef PMECACHE_TOOLS_OPTIONS_MIMIC_OPTIONS_H
#define PMECACHE_TOOLS_OPTIONS_MIMIC_OPTIONS_H

#include "analysis/team/team_predict.h"
#include "option_values.h"

enum { MIMIC_MOST_TEAMS = 32 };

typedef struct team_list {
  bool is_given;
  int count;
  uint32_t threads[MIMIC_MOST_TEAMS];
} team_list;

typedef struct deal_request {
  bool is_given; /* else what the trace says */
  pme__team_schedule_kind kind;
  uint64_t chunk;
} deal_request;

typedef struct mimic_options {
  const char *path; /* "-": standard input */
  machine_request machine;
  team_list teams;
  deal_request schedule;
  pme__team_method method;
  bool no_interval, json, time, advise;
  const char *svg, *output;
  uint64_t seed;
} mimic_options;

/* OPTIONS_GO_ON (option_table.h), or what to exit with. */
int mimic_options_read(int count, char **arguments, mimic_options *out);

#endif
