/* Another order of loops, and loops to be made one, as JSON: the keys `loop_order` and `loop_fusion` of a loop
 * (docs/formats/json.md). */
#include "analysis/report/source/source_change.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/order_words.h"
#include "json_parts.h"
#include "pmecache/report.h"

static json_t *numbers(bool *failed, const pme_nest_order *order, bool are_nodes) {
  json_t *array = json_array();
  for (int p = 0; p < order->count; p++)
    *failed |=
        json_array_append_new(array, json_integer(are_nodes ? order->loops[order->at[p]] : order->at[p] + 1)) != 0;
  return array;
}

/* Predicted of a change; level NULL: it is not made, cycles of 0: the machine has no times. */
typedef struct gain {
  const char *level;
  double misses_now, misses_then, cycles_now, cycles_then;
} gain;

static void set_prediction(bool *failed, json_t *object, const gain *g) {
  bool has_time = g->level && g->cycles_now > 0;
  pme__json_set(failed, object, "level", g->level ? pme__json_text(g->level) : json_null());
  pme__json_set(failed, object, "misses_now", g->level ? pme__json_number(g->misses_now) : json_null());
  pme__json_set(failed, object, "misses_then", g->level ? pme__json_number(g->misses_then) : json_null());
  pme__json_set(failed, object, "cycles_now", has_time ? pme__json_number(g->cycles_now) : json_null());
  pme__json_set(failed, object, "cycles_then", has_time ? pme__json_number(g->cycles_then) : json_null());
}

/* What is predicted of a legal order. */
static void set_gain(bool *failed, json_t *object, const pme_prediction *prediction, const pme_loop_order *order) {
  bool is_legal = order->is_exchanged;
  char text[PME_ADVICE_SENTENCE_BYTES];
  pme__words words = pme__words_in(text, sizeof text);
  bool is_taken = is_legal && pme__say_order_pragma(&words, prediction, order);
  pme__json_set(failed, object, "pragma", is_taken ? pme__json_text(text) : json_null());
  set_prediction(failed, object,
                 &(gain){is_legal ? prediction->level_info[order->level].name : NULL, order->misses_now,
                         order->misses_then, order->cycles_now, order->cycles_then});
}

static json_t *tile_value(bool *failed, const pme_prediction *prediction, const pme_loop_order *order) {
  char text[PME_ADVICE_SENTENCE_BYTES];
  pme__words words = pme__words_in(text, sizeof text);
  json_t *object = json_object(), *sizes = json_array();
  bool is_taken = pme__say_tile_pragma(&words, prediction, order);
  for (int p = 0; p < order->tile_count; p++)
    *failed |= json_array_append_new(sizes, json_integer(order->tile_sizes[p])) != 0;
  int outermost = order->order.loops[order->order.at[order->order.count - order->tile_count]];
  pme__json_set(failed, object, "loop", json_integer(outermost));
  pme__json_set(failed, object, "sizes", sizes);
  pme__json_set(failed, object, "unrolled", json_boolean(order->is_unrolled));
  pme__json_set(failed, object, "pragma", is_taken ? pme__json_text(text) : json_null());
  set_prediction(failed, object,
                 &(gain){prediction->level_info[order->tile_level].name, order->tile_misses_before, order->tile_misses,
                         order->tile_cycles_before, order->tile_cycles});
  return object;
}

static json_t *text_of(const pme__source_change *change) {
  char text[PME__MOST_CHANGED_LINES * 400] = "";
  size_t length = 0;
  for (int i = 0; i < change->after_count && length < sizeof text; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s\n", change->after[i]);
  return length < sizeof text ? pme__json_text(text) : json_null();
}

/* Lines of the source, and what is to stand in their place; none where that is not simple. */
static json_t *fixes_value(bool *failed, const pme__source_change *change) {
  json_t *fixes = json_array();
  if (change->why_not || change->after_count == 0)
    return fixes;
  json_t *fix = json_object();
  pme__json_set(failed, fix, "file", pme__json_text(change->file));
  pme__json_set(failed, fix, "line", json_integer(change->line));
  pme__json_set(failed, fix, "end_line", json_integer(change->line + change->before_count - 1));
  pme__json_set(failed, fix, "text", text_of(change));
  *failed |= json_array_append_new(fixes, fix) != 0;
  return fixes;
}

static json_t *fixes_of_order(bool *failed, const pme_prediction *prediction, const pme_loop_order *order) {
  pme__source_change change = {.why_not = "not legal"};
  pme_arena *arena = pme_arena_create();
  *failed |=
      !arena || (order->legality == PME_ORDER_LEGAL && pme__change_source(prediction, order, arena, &change) != PME_OK);
  json_t *fixes = fixes_value(failed, &change);
  pme_arena_destroy(arena);
  return fixes;
}

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
  pme__json_set(failed, object, "legality", pme__json_text(pme__order_legality_name(order->legality)));
  pme__json_set(failed, object, "order", numbers(failed, &order->order, true));
  pme__json_set(failed, object, "permutation", numbers(failed, &order->order, false));
  pme__json_set(failed, object, "distributed",
                order->is_distributed ? json_integer(order->order.loops[0]) : json_null());
  pme__json_set(failed, object, "kept_by", order->kept_by != PME_NONE ? json_integer(order->kept_by) : json_null());
  pme__json_set(failed, object, "row", order->row > 0 ? json_integer(order->row) : json_null());
  pme__json_set(failed, object, "block", order->block > 0 ? json_integer(order->block) : json_null());
  set_gain(failed, object, prediction, order);
  pme__json_set(failed, object, "tiles", order->tile_count > 0 ? tile_value(failed, prediction, order) : json_null());
  pme__json_set(failed, object, "fixes", fixes_of_order(failed, prediction, order));
  pme__json_set(failed, object, "text", pme__json_text(text));
  return object;
}

static json_t *fixes_of_fusion(bool *failed, const pme_prediction *prediction, const pme_loop_fusion *fusion) {
  pme__source_change change = {.why_not = "not legal"};
  pme_arena *arena = pme_arena_create();
  *failed |=
      !arena || (fusion->legality == PME_ORDER_LEGAL && pme__fuse_source(prediction, fusion, arena, &change) != PME_OK);
  json_t *fixes = fixes_value(failed, &change);
  pme_arena_destroy(arena);
  return fixes;
}

static json_t *fusion_value(const pme_prediction *prediction, const pme_loop_fusion *fusion, bool *failed) {
  char text[PME_ADVICE_SENTENCE_BYTES], pragma[40];
  pme__words words = pme__words_in(text, sizeof text), directive = pme__words_in(pragma, sizeof pragma);
  json_t *object = json_object();
  pme__say_loop_fusion(&words, prediction, fusion);
  bool is_taken = pme__say_fuse_pragma(&directive, prediction, fusion) && fusion->legality == PME_ORDER_LEGAL;
  pme__json_set(failed, object, "with", json_integer(fusion->second));
  pme__json_set(failed, object, "array", pme__json_text(pme__array_name(prediction->subject, fusion->access)));
  pme__json_set(failed, object, "legality", pme__json_text(pme__order_legality_name(fusion->legality)));
  pme__json_set(failed, object, "pragma", is_taken ? pme__json_text(pragma) : json_null());
  set_prediction(failed, object,
                 &(gain){prediction->level_info[fusion->level].name, fusion->misses_now, fusion->misses_then,
                         fusion->cycles_now, fusion->cycles_then});
  pme__json_set(failed, object, "fixes", fixes_of_fusion(failed, prediction, fusion));
  pme__json_set(failed, object, "text", pme__json_text(text));
  return object;
}

pme_status pme_json_set_loop_orders(pme_json *json, const pme_loop_orders *orders, pme_error *error) {
  bool failed = false;
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  if (orders->is_put_off)
    pme__json_set(&failed, function, "loop_orders_put_off", json_true());
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    for (int i = 0; i < orders->count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == orders->orders[i].node)
        pme__json_set(&failed, loop, "loop_order", order_value(orders->prediction, &orders->orders[i], &failed));
    for (int i = 0; i < orders->fusion_count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == orders->fusions[i].first)
        pme__json_set(&failed, loop, "loop_fusion", fusion_value(orders->prediction, &orders->fusions[i], &failed));
  }
  return failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}
