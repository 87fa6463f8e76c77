/* Another order of loops, as JSON: the key `loop_order` of a loop (docs/formats/json.md). */
#include "analysis/report/words/order_words.h"
#include "json_parts.h"
#include "pmecache/report.h"

static json_t *order_value(const pme_prediction *prediction, const pme_loop_order *order, bool *failed) {
  char text[PME_ADVICE_SENTENCE_BYTES];
  pme__words words = pme__words_in(text, sizeof text);
  json_t *object = json_object();
  const pme_subject *subject = prediction->subject;
  pme__say_loop_order(&words, prediction, order);
  pme__json_set(failed, object, "inner", json_integer(order->inner));
  pme__json_set(failed, object, "outer", json_integer(order->outer));
  pme__json_set(failed, object, "array",
                pme__json_text(subject->arrays[pme_subject_at(subject, order->access)->u.access.array]));
  pme__json_set(failed, object, "stride_bytes",
                order->stride_bytes > 0 ? json_integer(order->stride_bytes) : json_null());
  pme__json_set(failed, object, "lines", pme__json_number(order->lines_now));
  pme__json_set(failed, object, "lines_exchanged", pme__json_number(order->lines_then));
  pme__json_set(failed, object, "text", pme__json_text(text));
  return object;
}

pme_status pme_json_set_loop_orders(pme_json *json, const pme_loop_orders *orders, pme_error *error) {
  bool failed = false;
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    for (int i = 0; i < orders->count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == orders->orders[i].node)
        pme__json_set(&failed, loop, "loop_order", order_value(orders->prediction, &orders->orders[i], &failed));
  }
  return failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}
