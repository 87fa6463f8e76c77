/* What is said of accesses that no engine answered. */
#include "unanswered.h"

#include "analysis/model/closed_form/view/instance_view.h"

static pme_status refuse(pme_prediction *prediction, int node, pme_reason_code code, const char *text,
                         pme_arena *arena) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  pme_reason reason = {
      .code = code, .node = node, .place = pme_program_node(program, node)->place, .text = text, .hint = ""};
  return pme_prediction_add_reason(prediction, arena, &reason);
}

pme_status pme__refuse_unanswered(pme_prediction *prediction, const bool *were_modelled, const bool *is_short,
                                  pme_arena *arena) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  pme_status status = PME_OK;
  int last = PME_NONE - 1;
  for (int i = 0; i < prediction->reference_count && status == PME_OK; i++) {
    const pme_reference_prediction *row = &prediction->references[i];
    int parent = pme_program_node(program, row->node)->parent;
    pme_reason_code code;
    if (!were_modelled[i] || row->modelled)
      continue;
    if (!is_short[i] && !pme__instance_view_supports(prediction->concrete, row->node, &code)) {
      status = refuse(prediction, row->node, code,
                      code == PME_REASON_TOO_DEEP ? "too many loops move this address"
                                                  : "the address holds a division, a remainder or the thread's number",
                      arena);
    } else if (parent != last) {
      last = parent;
      status = refuse(prediction, row->node, PME_REASON_OVER_BUDGET,
                      "the model reached its effort limit before this access", arena);
    }
  }
  return status;
}

pme_status pme__refuse_all(pme_prediction *prediction, bool *is_short, pme_arena *arena) {
  bool *were_modelled = PME_ARENA_NEW(arena, bool, prediction->reference_count);
  if (!were_modelled)
    return PME_NO_MEMORY;
  for (int i = 0; i < prediction->reference_count; i++) {
    pme_reference_prediction *row = &prediction->references[i];
    were_modelled[i] = row->modelled;
    row->modelled = false;
    is_short[i] = true;
  }
  pme_status status = pme__refuse_unanswered(prediction, were_modelled, is_short, arena);
  if (status == PME_OK)
    pme_prediction_sum(prediction);
  return status;
}
