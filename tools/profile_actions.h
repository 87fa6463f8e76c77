/* What pmecache profile does with the profiles it has read. */
#ifndef PMECACHE_TOOLS_PROFILE_ACTIONS_H
#define PMECACHE_TOOLS_PROFILE_ACTIONS_H

#include "options/profile_options.h"
#include "pmecache/profile.h"

/* Each gets the profiles (o->path_count of them), reports its faults and returns what to exit with. */
int profile_show(const profile_options *o, pme_profile **profiles);
int profile_merge(const profile_options *o, pme_profile **profiles);
int profile_predict(const profile_options *o, pme_profile **profiles);
int profile_scale(const profile_options *o, pme_profile **profiles);

#endif
