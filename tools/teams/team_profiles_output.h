/* Reuse profiles of a team on standard output: text, CSV, JSON. */
#ifndef PMECACHE_TOOLS_TEAMS_TEAM_PROFILES_OUTPUT_H
#define PMECACHE_TOOLS_TEAMS_TEAM_PROFILES_OUTPUT_H

#include "analysis/team/profiles/team_profiles.h"

void print_profiles_as_text(const pme__team_profiles *profiles, uint32_t line_bytes);
/* `is_first`: with the names of the columns. */
void print_profiles_as_csv(const pme__team_profiles *profiles, bool is_first);
/* One object of the list `teams`. */
void print_profiles_as_json(const pme__team_profiles *profiles, bool is_first);
/* What stands before and behind the list. */
void print_profiles_json_head(uint32_t line_bytes);
void print_profiles_json_end(void);

#endif
