/* Values of options that ask about teams. */
#ifndef PMECACHE_TOOLS_OPTIONS_TEAM_VALUES_H
#define PMECACHE_TOOLS_OPTIONS_TEAM_VALUES_H

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

/* The readers of `--threads T,T,...` into a team_list and of `--schedule KIND[,CHUNK]` into a deal_request. */
pme_status read_teams(const option_text *given, void *field, pme_error *error);
pme_status read_deal(const option_text *given, void *field, pme_error *error);

#endif
