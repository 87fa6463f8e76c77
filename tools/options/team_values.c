/* Teams and schedules as options have them. */
#include "team_values.h"

#include <stdlib.h>

enum { MOST_THREADS = 1024 };

pme_status read_teams(const option_text *given, void *field, pme_error *error) {
  team_list *teams = (team_list *)field;
  const char *at = given->text;
  teams->is_given = true;
  for (teams->count = 0; teams->count < MIMIC_MOST_TEAMS; at++) {
    char *end;
    long threads = strtol(at, &end, 10);
    if (end == at || (*end && *end != ',') || threads < 1 || threads > MOST_THREADS)
      return wrong_value(given, "team sizes from 1 to 1024 with commas between them", error);
    teams->threads[teams->count++] = (uint32_t)threads;
    at = end;
    if (!*at)
      return PME_OK;
  }
  return wrong_value(given, "at most 32 team sizes", error);
}

pme_status read_deal(const option_text *given, void *field, pme_error *error) {
  deal_request *schedule = (deal_request *)field;
  schedule->is_given = true;
  if (pme__team_schedule_from_text(given->text, &schedule->kind, &schedule->chunk))
    return PME_OK;
  return wrong_value(given, given->row->expected, error);
}
