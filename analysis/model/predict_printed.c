/* pme_predict_printed: asks the printed equations at all levels, and sums up. */
#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/closed_form/printed/printed_level.h"
#include "analysis/model/closed_form/view/instance_view.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "predict.h"

typedef struct request {
  const pme__count *counts;
  pme__guard_shares *guard_shares;
  double effort; /* of a level */
  pme_prediction *prediction;
  pme__printed_equations equations;
} request;

static pme_status refuse(request *q, const pme_reference_prediction *row, pme_reason_code code, const char *text,
                         pme_arena *arena) {
  pme_reason reason = {.code = code,
                       .node = row->node,
                       .place = pme_subject_at(q->prediction->subject, row->node)->place,
                       .text = text,
                       .hint = ""};
  return pme_prediction_add_reason(q->prediction, arena, &reason);
}

/* The equations have no term for some addresses. */
static pme_status refuse_unsupported(request *q, pme_arena *arena) {
  pme_status status = PME_OK;
  for (int r = 0; r < q->prediction->reference_count && status == PME_OK; r++) {
    pme_reference_prediction *row = &q->prediction->references[r];
    pme_reason_code code;
    if (!row->modelled || pme__instance_view_supports(q->prediction->concrete, row->node, &code))
      continue;
    row->modelled = false;
    status = refuse(q, row, code, "the printed equations have no term for this address", arena);
  }
  return status;
}

static pme_status refuse_lost(request *q, const bool *were_modelled, pme_arena *arena) {
  pme_status status = PME_OK;
  for (int r = 0; r < q->prediction->reference_count && status == PME_OK; r++)
    if (were_modelled[r] && !q->prediction->references[r].modelled)
      status = refuse(q, &q->prediction->references[r], PME_REASON_OVER_BUDGET,
                      "the model reached its effort limit before this access", arena);
  return status;
}

static pme_status predict_levels(request *q, pme_arena *arena) {
  pme_prediction *p = q->prediction;
  bool *modelled = PME_ARENA_NEW(arena, bool, p->reference_count + 1);
  pme_status status = modelled ? PME_OK : PME_NO_MEMORY;
  for (int r = 0; r < p->reference_count && status == PME_OK; r++)
    modelled[r] = p->references[r].modelled;
  for (int l = 0; l < p->level_count && status == PME_OK; l++) {
    pme__level_question question = {
        .level = l, .effort = q->effort, .counts = q->counts, .guard_shares = q->guard_shares};
    status = pme__printed_level(&question, p, &q->equations);
  }
  return status == PME_OK ? refuse_lost(q, modelled, arena) : status;
}

static pme_status predict(request *q, pme_arena *arena) {
  pme_prediction *p = q->prediction;
  q->counts = pme__count_program(p->concrete, arena);
  q->guard_shares = pme__guard_shares_create(p->concrete, arena);
  q->equations.most = p->reference_count * p->level_count * pme__printed_most_equations();
  q->equations.items = PME_ARENA_NEW(arena, pme_printed_equation, q->equations.most + 1);
  if (!q->counts || !q->guard_shares || !q->equations.items)
    return PME_NO_MEMORY;
  pme__fill_trip_counts(p, q->counts);
  pme_status status = refuse_unsupported(q, arena);
  if (status == PME_OK)
    status = predict_levels(q, arena);
  if (status == PME_OK)
    pme_prediction_sum(p);
  return status;
}

pme_status pme_predict_printed(const pme_concrete *concrete, const pme_machine *machine, double effort_ms,
                               pme_arena *arena, const pme_printed **out, pme_error *error) {
  request q = {.effort = (effort_ms > 0 ? effort_ms : 1000) * 1e6 / machine->level_count};
  pme_printed *printed = PME_ARENA_NEW(arena, pme_printed, 1);
  pme_status status = pme_prediction_create(concrete, machine, arena, &q.prediction, error);
  if (status != PME_OK)
    return status;
  status = printed ? predict(&q, arena) : PME_NO_MEMORY;
  if (status != PME_OK)
    return pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
  *printed = (pme_printed){q.prediction, q.equations.count, q.equations.items};
  *out = printed;
  return PME_OK;
}
