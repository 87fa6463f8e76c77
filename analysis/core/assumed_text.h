/* What is said of a team or a schedule that the source leaves open. */
#ifndef PMECACHE_ANALYSIS_CORE_ASSUMED_TEXT_H
#define PMECACHE_ANALYSIS_CORE_ASSUMED_TEXT_H

#define PME__TEAM_NOT_SAID "%d threads (the source does not say)"
#define PME__SCHEDULE_AS_STATIC "schedule(%s) is taken as static"

#endif
