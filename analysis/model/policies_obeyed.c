/* The assumption that a level is LRU, where it is none and is answered as one. */
#include "policies_obeyed.h"

#include <stdio.h>

#include "analysis/model/walk/estimate/walk.h"

pme_status pme__say_policies(pme_prediction *prediction, const bool *is_formed, pme_arena *arena) {
  char text[256] = "";
  size_t length = 0;
  for (int l = 0; l < prediction->level_count && length < sizeof text; l++) {
    const pme_cache_level *level = &prediction->machine->levels[l];
    char name[PME_POLICY_NAME_BYTES];
    if (level->policy.kind == PME_POLICY_LRU || (pme__walk_obeys(&level->policy) && !is_formed[l]))
      continue;
    pme_policy_name(&level->policy, name);
    length +=
        (size_t)snprintf(text + length, sizeof text - length, "%s%s is %s", length ? ", " : "", level->name, name);
  }
  pme_prediction_obeys_policies(prediction);
  if (length == 0)
    return PME_OK;
  if (length < sizeof text)
    snprintf(text + length, sizeof text - length, ": answered as LRU");
  pme_assumption assumption = {PME_ASSUMPTION_POLICY_AS_LRU, PME_NONE, text};
  return pme_prediction_add_assumption(prediction, arena, &assumption);
}
