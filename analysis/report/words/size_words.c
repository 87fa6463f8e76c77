/* Ranges of sizes in words. */
#include "size_words.h"

#include <inttypes.h>

#include "advice_words.h"
#include "pmecache/report.h"

void pme__say_size(pme__words *words, int64_t size) {
  if (size >= 1000) {
    pme__say_size(words, size / 1000);
    pme__say(words, ",%03" PRId64, size % 1000);
  } else {
    pme__say(words, "%" PRId64, size);
  }
}

static void say_place(pme__words *words, const pme_sizes *sizes, const pme_loop_sizes *loop, int number) {
  const pme_size_range *range = &loop->ranges[number];
  bool is_first = number == 0, is_last = number == loop->range_count - 1;
  if (is_first && is_last) {
    pme__say(words, "for every %s that was looked at: ", sizes->symbols[0]);
    return;
  }
  bool is_one = range->from == range->to && !is_first && !is_last;
  pme__say(words, "%s %s = ", is_one ? "at" : is_first ? "up to" : "from", sizes->symbols[0]);
  pme__say_size(words, is_first ? range->to : range->from);
  if (!is_first && !is_last && !is_one) {
    pme__say(words, " to ");
    pme__say_size(words, range->to);
  }
  pme__say(words, ": ");
}

void pme__say_size_range(pme__words *words, const pme_prediction *prediction, const pme_sizes *sizes,
                         const pme_loop_sizes *loop, int number) {
  const pme_size_range *range = &loop->ranges[number];
  pme_candidate candidates[] = {range->best, range->present};
  pme_loop_advice of_size = {.node = loop->node,
                             .count = 2,
                             .candidates = candidates,
                             .present = 1,
                             .by_misses = range->by_misses,
                             .pays = range->pays};
  pme_advice advice = {.prediction = prediction, .loop_count = 1, .loops = &of_size};
  char text[PME__ADVICE_TEXT_BYTES];
  say_place(words, sizes, loop, number);
  if (range->is_unstable) {
    pme__say(words, "what is best changes from size to size");
    return;
  }
  if (!range->pays) {
    pme__say(words, "nothing to gain by another schedule");
    return;
  }
  pme__write_advice(&advice, &of_size, text, sizeof text);
  pme__say(words, "%s (at ", text);
  pme__say_size(words, range->at);
  pme__say(words, ")");
}

void pme__say_fits(pme__words *words, const pme_prediction *prediction, const pme_sizes *sizes,
                   const pme_loop_sizes *loop) {
  pme__say(words, "what is used again stays in");
  for (int l = 0; l < prediction->level_count; l++) {
    pme__say(words, "%s %s ", l ? "," : "", prediction->level_info[l].name);
    if (loop->fits_up_to[l] == INT64_MAX) {
      pme__say(words, "always");
    } else if (loop->fits_up_to[l] == 0) {
      pme__say(words, "never");
    } else {
      pme__say(words, "up to %s = ", sizes->symbols[0]);
      pme__say_size(words, loop->fits_up_to[l]);
    }
  }
}
