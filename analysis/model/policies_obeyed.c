/* Which levels are answered under their own replacement policy. */
#include "policies_obeyed.h"

#include "analysis/model/walk/estimate/walk.h"

pme_status pme__say_policies(pme_prediction *prediction, const bool *is_formed, pme_arena *arena) {
  bool is_obeyed[PME_MAX_LEVELS];
  for (int l = 0; l < prediction->level_count; l++)
    is_obeyed[l] = pme__walk_obeys(&prediction->machine->levels[l].policy) && !is_formed[l];
  return pme_prediction_assume_lru(prediction, is_obeyed, arena);
}
