/* Another order of loops, and loops to be made one, as remarks: one line each. */
#include "analysis/report/words/order_words.h"
#include "remark_parts.h"

static void add(pme__remark_builder *b, const char *name, int node, pme_order_legality legality, pme__words *words) {
  pme__remark_add(b, legality == PME_ORDER_LEGAL ? PME_REMARK_PREDICTION : PME_REMARK_MISSED, name, node,
                  pme__place_of(b->subject, node), words);
}

static void add_order(pme__remark_builder *b, const pme_loop_order *order) {
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__say_subject(&l, b, order->node);
  pme__say(&l, ": ");
  pme__say_loop_order(&l, b->prediction, order);
  add(b, "LoopOrder", order->node, order->legality, &l);
}

static void add_fusion(pme__remark_builder *b, const pme_loop_fusion *fusion) {
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__say_subject(&l, b, fusion->first);
  pme__say(&l, ": ");
  pme__say_loop_fusion(&l, b->prediction, fusion);
  add(b, "LoopFusion", fusion->first, fusion->legality, &l);
}

pme_status pme_remarks_loop_orders(const pme_loop_orders *orders, pme_arena *arena, const pme_remark **out, int *count,
                                   pme_error *error) {
  pme__remark_builder b = {.prediction = orders->prediction, .subject = orders->prediction->subject, .arena = arena};
  for (int i = 0; i < orders->count; i++)
    add_order(&b, &orders->orders[i]);
  for (int i = 0; i < orders->fusion_count; i++)
    add_fusion(&b, &orders->fusions[i]);
  if (b.failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = b.remarks;
  *count = b.count;
  return PME_OK;
}
