/* Remarks with all numbers of a loop: by level, by access, their causes, what they rest on. */
#include <string.h>

#include "remark_parts.h"

#include "analysis/report/words/cause.h"

static void say_kind(pme__words *l, double misses, const char *kind, const char **separator) {
  if (misses <= 0)
    return;
  pme__say(l, "%s", *separator);
  pme__say_count(l, misses);
  pme__say(l, " %s", kind);
  *separator = ", ";
}

static void say_precision(pme__words *l, const pme_misses *misses) {
  if (misses->precision == PME_PRECISION_EXACT) {
    pme__say(l, "; exact");
    return;
  }
  pme__say(l, misses->precision == PME_PRECISION_BOUND ? "; bound, " : "; estimate, ");
  pme__say_interval(l, misses->low, misses->high);
  if (pme__is_open(misses))
    pme__say(l, ": not known without a run");
}

/* ", 12.8 MB read from memory, 6.4 MB written". */
static void say_traffic(pme__words *l, const pme__remark_builder *b, int level, const pme_misses *misses) {
  double line_bytes = b->prediction->machine->levels[level].line_bytes;
  bool is_last = level + 1 == b->prediction->level_count;
  if (!b->prediction->has_traffic)
    return;
  pme__say(l, ", ");
  pme__say_count(l, line_bytes * misses->fills);
  pme__say(l, is_last ? " bytes read from memory, " : " bytes in, ");
  pme__say_count(l, line_bytes * (misses->write_backs + misses->clean_outs));
  pme__say(l, is_last ? " written" : " out");
}

static void add_level(pme__remark_builder *b, const pme_loop_prediction *loop, int level) {
  const pme_prediction_level *info = &b->prediction->level_info[level];
  const pme_misses *misses = &loop->levels[level];
  const char *separator = " (";
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__say_subject(&l, b, loop->node);
  pme__say(&l, ": %s, %d %s instance%s: ", info->name, info->instances, info->shared ? "shared" : "private",
           info->instances == 1 ? "" : "s");
  pme__say_count(&l, misses->accesses);
  pme__say(&l, " accesses, ");
  pme__say_count(&l, misses->misses);
  pme__say(&l, " %s", pme__misses_word(misses->misses));
  say_kind(&l, misses->cold, "cold", &separator);
  say_kind(&l, misses->self, "capacity or conflict", &separator);
  say_kind(&l, misses->other_threads, "evicted by other threads", &separator);
  say_kind(&l, misses->coherence, "coherence", &separator);
  if (separator[0] == ',')
    pme__say(&l, ")");
  if (misses->page_walks > 0) {
    pme__say(&l, ", ");
    pme__say_count(&l, misses->page_walks);
    pme__say(&l, " of them entries of the page table");
  }
  say_traffic(&l, b, level, misses);
  say_precision(&l, misses);
  pme__remark_add(b, PME_REMARK_ANALYSIS, "LevelMisses", loop->node, pme__place_of(b->subject, loop->node), &l);
}

/* Where the numbers of a loop come from, and what most of its misses are due to. */
static void add_cause(pme__remark_builder *b, const pme_loop_prediction *loop) {
  char cause[PME__CAUSE_TEXT_BYTES];
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__write_cause(b->explanation, loop->node, cause, sizeof cause);
  if (!cause[0])
    return;
  pme__say_subject(&l, b, loop->node);
  pme__say(&l, ": %s", cause);
  pme__remark_add(b, PME_REMARK_ANALYSIS, "MissCauses", loop->node, pme__place_of(b->subject, loop->node), &l);
}

static void add_reference(pme__remark_builder *b, const pme_reference_prediction *reference) {
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  bool is_write = pme_subject_at(b->subject, reference->node)->u.access.is_write;
  pme__say(&l, "%s '%.*s': ", is_write ? "writing" : "reading", PME__REMARK_NAME_BYTES,
           pme__array_name(b->subject, reference->node));
  pme__say_count(&l, reference->levels[0].accesses);
  pme__say(&l, " accesses, misses");
  for (int level = 0; level < b->prediction->level_count; level++) {
    pme__say(&l, "%s %s ", level ? "," : "", b->prediction->level_info[level].name);
    pme__say_count(&l, reference->levels[level].misses);
  }
  pme__remark_add(b, PME_REMARK_ANALYSIS, "ReferenceMisses", reference->node,
                  pme__place_of(b->subject, reference->node), &l);
}

/* ---- assumptions ---- */

/* Of what is taken of a loop in several places, so many are named. */
enum { MOST_PARTICULARS = 6 };

/* Values and teams are sentences of their own. */
static bool is_same_assumption(const pme__remark_builder *b, const pme_assumption *one, const pme_assumption *other) {
  return one->code == other->code && pme__assumption_texts(one).general[0] &&
         pme__reported_loop(b->subject, one->node) == pme__reported_loop(b->subject, other->node);
}

/* Whether one before it, from `first` on, is the same about the same loop; with `as_text` in the same words, too. */
static bool is_said(const pme__remark_builder *b, int first, int index, bool as_text) {
  const pme_assumption *own = pme__assumption_at(b->prediction, index);
  for (int i = first; i < index; i++) {
    const pme_assumption *other = pme__assumption_at(b->prediction, i);
    if (is_same_assumption(b, other, own) && (!as_text || !strcmp(other->text, own->text)))
      return true;
  }
  return false;
}

static void say_particular(pme__words *l, const pme_assumption *assumption) {
  if (assumption->code == PME_ASSUMPTION_CALL_IGNORED)
    pme__say_callee(l, assumption->text);
  else
    pme__say(l, "%.*s", PME__REMARK_NAME_BYTES, assumption->text);
}

/* "; the branch at line 9; and 3 more": where else the loop asks for it. */
static void say_other_particulars(pme__words *l, const pme__remark_builder *b, int first) {
  int said = 1, more = 0;
  for (int i = first + 1; i < pme__assumption_count(b->prediction); i++) {
    const pme_assumption *other = pme__assumption_at(b->prediction, i);
    if (!is_same_assumption(b, pme__assumption_at(b->prediction, first), other) || !other->text[0] ||
        is_said(b, first, i, true))
      continue;
    if (said < MOST_PARTICULARS) {
      pme__say(l, "; ");
      say_particular(l, other);
    }
    more += said++ >= MOST_PARTICULARS;
  }
  if (more > 0)
    pme__say(l, "; and %d more", more);
}

static void add_assumption(pme__remark_builder *b, int index) {
  const pme_assumption *assumption = pme__assumption_at(b->prediction, index);
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__say_subject(&l, b, pme__reported_loop(b->subject, assumption->node));
  pme__say(&l, ": assumption: ");
  if (assumption->code == PME_ASSUMPTION_CALL_IGNORED) {
    pme__say(&l, "%s: ", pme__assumption_texts(assumption).general);
    say_particular(&l, assumption);
  } else {
    pme__say_texts(&l, pme__assumption_texts(assumption));
  }
  if (pme__assumption_texts(assumption).general[0])
    say_other_particulars(&l, b, index);
  pme__remark_add(b, PME_REMARK_ANALYSIS, "Assumption", assumption->node, pme__place_of(b->subject, assumption->node),
                  &l);
}

void pme__add_assumptions(pme__remark_builder *b) {
  for (int i = 0; i < pme__assumption_count(b->prediction); i++)
    if (!is_said(b, 0, i, false))
      add_assumption(b, i);
}

void pme__add_details(pme__remark_builder *b, const pme_loop_prediction *loop) {
  if (loop->status == PME_LOOP_NOT_MODELLED)
    return;
  for (int level = 0; level < b->prediction->level_count; level++)
    add_level(b, loop, level);
  if (b->explanation)
    add_cause(b, loop);
  for (int i = 0; i < b->prediction->reference_count; i++)
    if (b->prediction->references[i].modelled &&
        pme_subject_is_below(b->subject, b->prediction->references[i].node, loop->node))
      add_reference(b, &b->prediction->references[i]);
}
