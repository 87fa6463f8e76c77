/* Options of pmecache profile. */
#ifndef PMECACHE_TOOLS_PROFILE_OPTIONS_H
#define PMECACHE_TOOLS_PROFILE_OPTIONS_H

#include <stdbool.h>

#include "analysis/profile/scale.h"

typedef enum profile_action { ACTION_SHOW, ACTION_MERGE, ACTION_PREDICT, ACTION_SCALE, ACTION_COUNT } profile_action;

typedef struct profile_options {
  profile_action action;
  const char *machine;       /* NULL: not given */
  const char *machine_place; /* where it was said */
  const char *output, *svg, *by;
  bool histogram, force, json;
  int line, most;
  double sizes[PME_SCALE_MAX_RUNS];
  int size_count;
  double to;
  pme_scale_way way;
  const char **paths; /* into the arguments, moved to the front of them */
  int path_count;
} profile_options;

/* OPTIONS_GO_ON (options.h), or what to exit with. Moves the operands within `arguments`. */
int profile_options_read(int count, char **arguments, profile_options *out);

#endif
