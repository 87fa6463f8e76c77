/* First touches, twice: the first pass finds them, the second one has them as all there is. */
#include "count_lines.h"

#include "first_touches/first_touch_bound.h"

static pme_status count_once(const pme__count *counts, bool is_first, pme_prediction *inout) {
  for (int i = 0; i < inout->reference_count; i++)
    for (int l = 0; l < inout->level_count && inout->references[i].modelled; l++) {
      pme_misses *m = &inout->references[i].levels[l];
      double most = counts[inout->references[i].node].executions, misses = is_first ? most : 0;
      *m = (pme_misses){
          .accesses = most, .misses = misses, .high = misses, .least = m->least, .precision = PME_PRECISION_BOUND};
    }
  return is_first ? pme__raise_to_first_touches(inout) : PME_OK;
}

pme_status pme__count_lines(const pme__count *counts, pme_prediction *inout) {
  pme_status status = count_once(counts, /*is_first=*/true, inout);
  if (status == PME_OK)
    status = count_once(counts, /*is_first=*/false, inout);
  if (status == PME_OK)
    pme_prediction_sum(inout);
  return status;
}
