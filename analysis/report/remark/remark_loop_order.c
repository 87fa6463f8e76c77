/* Another order of loops, as remarks: one line a nest. */
#include "analysis/report/words/order_words.h"
#include "remark_parts.h"

pme_status pme_remarks_loop_orders(const pme_loop_orders *orders, pme_arena *arena, const pme_remark **out, int *count,
                                   pme_error *error) {
  pme__remark_builder b = {.prediction = orders->prediction, .subject = orders->prediction->subject, .arena = arena};
  for (int i = 0; i < orders->count; i++) {
    char text[PME__REMARK_TEXT_BYTES];
    pme__words l = pme__words_in(text, sizeof text);
    int node = orders->orders[i].node;
    pme__say_subject(&l, &b, node);
    pme__say(&l, ": ");
    pme__say_loop_order(&l, b.prediction, &orders->orders[i]);
    bool is_legal = orders->orders[i].legality == PME_ORDER_LEGAL;
    pme__remark_add(&b, is_legal ? PME_REMARK_PREDICTION : PME_REMARK_MISSED, "LoopOrder", node,
                    pme__place_of(b.subject, node), &l);
  }
  if (b.failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = b.remarks;
  *count = b.count;
  return PME_OK;
}
