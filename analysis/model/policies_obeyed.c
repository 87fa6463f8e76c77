/* Which levels are answered under their own replacement policy. */
#include "policies_obeyed.h"

#include "analysis/model/walk/estimate/walk.h"
#include "analysis/model/windows/policy_windows.h"

pme_status pme__say_policies(pme_prediction *prediction, const bool *is_formed, bool are_added, pme_arena *arena) {
  bool is_obeyed[PME_MAX_LEVELS];
  for (int l = 0; l < prediction->level_count; l++)
    is_obeyed[l] = (are_added && pme__windows_tell_policy(prediction->concrete, prediction->machine, l)) ||
                   (pme__walk_obeys(&prediction->machine->levels[l].policy) && !is_formed[l]);
  return pme_prediction_assume_lru(prediction, is_obeyed, arena);
}
