/* Another order of loops in words. */
#include "order_words.h"

#include "facts.h"

enum { MOST_NAME_BYTES = 120 };

static const char *variable_of(const pme_prediction *prediction, int loop) {
  const char *variable = pme_subject_at(prediction->subject, loop)->u.loop.variable;
  return variable ? variable : "?";
}

void pme__say_loop_order(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  const char *inner = variable_of(prediction, order->inner), *outer = variable_of(prediction, order->outer);
  pme_place place = pme_subject_at(prediction->subject, order->inner)->place;
  pme__say(words, "the innermost loop '%.*s'", MOST_NAME_BYTES, inner);
  if (place.line > 0)
    pme__say(words, " (%.*s:%d:%d)", MOST_NAME_BYTES, pme__base_name(pme__file_of(prediction->subject, place, NULL)),
             place.line, place.column);
  pme__say(words, " goes from line to line in '%.*s'", MOST_NAME_BYTES,
           pme__array_name(prediction->subject, order->access));
  if (order->stride_bytes > 0)
    pme__say(words, ", %lld bytes a step", (long long)order->stride_bytes);
  pme__say(words,
           "; with loops '%.*s' and '%.*s' exchanged an iteration would come to about %.2g new lines in place of %.2g",
           MOST_NAME_BYTES, outer, MOST_NAME_BYTES, inner, order->lines_then, order->lines_now);
  pme__say(words, ": worth a look, that they may be exchanged is not proved");
}
