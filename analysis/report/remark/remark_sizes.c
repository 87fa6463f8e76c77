/* Advice for sizes that are not known, as remarks: one line a loop. */
#include <stdio.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/by_size_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/size_words.h"
#include "pmecache/report.h"

enum { MOST_RANGES = 4, TEXT_BYTES = (MOST_RANGES + 1) * PME__ADVICE_TEXT_BYTES, MAX_NAME_BYTES = 120 };

static const char *describe(const pme_sizes *sizes, const pme_loop_sizes *loop, const pme_prediction *prediction,
                            pme_arena *arena) {
  char text[TEXT_BYTES];
  pme__words words = pme__words_in(text, sizeof text);
  const pme_subject_node *node = pme_subject_at(prediction->subject, loop->node);
  pme__say(&words, "%s '%.*s'", pme__kind_of_loop(&node->u.loop), MAX_NAME_BYTES, node->u.loop.variable);
  for (int i = 0; i < sizes->symbol_count && sizes->symbol_count > 1; i++) {
    pme__say(&words, i ? " = " : ", with ");
    pme__say_size_symbol(&words, sizes->symbols[i], sizes->forms[i]);
  }
  /* The largest sizes matter most. */
  int first = loop->range_count > MOST_RANGES ? loop->range_count - MOST_RANGES : 0;
  for (int r = first; r < loop->range_count; r++) {
    pme__say(&words, "%s ", r > first ? ";" : ",");
    pme__say_size_range(&words, prediction, sizes, loop, r);
  }
  pme__say(&words, "; ");
  pme__say_fits(&words, prediction, sizes, loop);
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127)
      *c = ' ';
  return pme_arena_copy_text(arena, text);
}

pme_status pme_remarks_sizes(const pme_sizes *sizes, const pme_prediction *prediction, pme_arena *arena,
                             const pme_remark **out, int *count, pme_error *error) {
  pme_remark *remarks = PME_ARENA_NEW(arena, pme_remark, sizes->loop_count);
  bool failed = !remarks;
  *count = 0;
  for (int i = 0; i < sizes->loop_count && !failed; i++) {
    const pme_loop_sizes *loop = &sizes->loops[i];
    if (loop->range_count == 0)
      continue;
    const char *text = describe(sizes, loop, prediction, arena);
    remarks[(*count)++] = (pme_remark){.kind = PME_REMARK_PREDICTION,
                                       .name = "CacheAdviceBySize",
                                       .node = loop->node,
                                       .place = pme__place_of(prediction->subject, loop->node),
                                       .text = text};
    failed = !text;
  }
  *out = remarks;
  return failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}
