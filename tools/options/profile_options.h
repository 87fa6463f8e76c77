/* What pmecache profile is asked for. */
#ifndef PMECACHE_TOOLS_OPTIONS_PROFILE_OPTIONS_H
#define PMECACHE_TOOLS_OPTIONS_PROFILE_OPTIONS_H

#include "analysis/profile/scale.h"
#include "pmecache/profile_answer.h"
#include "team_values.h"

typedef enum profile_action { ACTION_SHOW, ACTION_MERGE, ACTION_PREDICT, ACTION_SCALE, ACTION_COUNT } profile_action;

typedef struct size_list {
  double values[PME_SCALE_MAX_RUNS];
  int count;
} size_list;

typedef enum scale_request {
  WAY_FITTED = PME_SCALE_FITTED,
  WAY_PRINTED = PME_SCALE_PRINTED,
  WAY_AMM = PME_SCALE_PRINTED + 1,
  WAY_GROWN = PME_SCALE_PRINTED + 2
} scale_request;

/* Whether the way is from one run, with the counts of another. */
static inline bool profile_way_takes_counts(scale_request way) { return way == WAY_AMM || way == WAY_GROWN; }

typedef struct profile_options {
  profile_action action;
  machine_request machine;
  const char *output, *svg, *by;
  bool histogram, force, json, blocks, time;
  int windows; /* of Algorithm 1; 0: none */
  int line, most;
  size_list sizes;
  double to;
  scale_request way;
  const char *counts; /* profile of the larger input, of ways that take counts */
  team_list teams;
  deal_request schedule;
  pme_interleave interleave;
  const char **paths; /* into the arguments, moved to the front of them */
  int path_count;
} profile_options;

/* OPTIONS_GO_ON (option_table.h), or what to exit with. Moves the operands within `arguments`. */
int profile_options_read(int count, char **arguments, profile_options *out);

#endif
