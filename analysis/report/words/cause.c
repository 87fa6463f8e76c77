/* The largest class of misses of each level. */
#include "cause.h"

#include <stdio.h>

#include "facts.h"
#include "pmecache/report.h"
#include "words.h"

/* What a level's number of a loop is made of. */
typedef struct cause {
  bool has_walk, has_form;
  double samples;
  double misses; /* of the largest class */
  int reference;
  char what[PME_REUSE_TEXT_BYTES];
} cause;

static void offer(cause *c, int reference, double misses, const char *what) {
  if (misses <= c->misses)
    return;
  c->misses = misses;
  c->reference = reference;
  snprintf(c->what, sizeof c->what, "%s", what);
}

static void offer_walk(cause *c, const pme_subject *subject, int reference, const pme_number *number) {
  char what[PME_REUSE_TEXT_BYTES];
  c->has_walk = true;
  for (int i = 0; i < number->stratum_count; i++) {
    const pme_stratum *s = &number->strata[i];
    c->samples += (double)s->samples;
    pme_stratum_write(s, subject, what, sizeof what);
    bool is_cold = s->kind == PME_REUSE_NONE && s->cold > 0.5 * s->misses;
    offer(c, reference, s->misses, is_cold ? "first touches" : what);
  }
}

static void offer_form(cause *c, const pme_subject *subject, int reference, const pme_number *number) {
  char what[PME_REUSE_TEXT_BYTES], when[PME_REUSE_TEXT_BYTES - 16];
  c->has_form = true;
  offer(c, reference, number->first_touches, "first touches");
  for (int i = 0; i < number->reuse_count; i++) {
    pme_reuse_write(&number->reuses[i], subject, when, sizeof when);
    snprintf(what, sizeof what, "touched %s", when);
    offer(c, reference, number->reuses[i].misses, what);
  }
}

static cause cause_of(const pme_explanation *explanation, int loop_node, int level) {
  const pme_prediction *prediction = explanation->prediction;
  const pme_subject *subject = prediction->subject;
  cause c = {.reference = PME_NONE};
  for (int r = 0; r < prediction->reference_count; r++) {
    const pme_reference_prediction *row = &prediction->references[r];
    if (!row->modelled || row->levels[level].accesses <= 0 || !pme_subject_is_below(subject, row->node, loop_node))
      continue;
    if (row->levels[level].engine == PME_ENGINE_WALK)
      offer_walk(&c, subject, r, pme_explanation_at(explanation, r, level));
    else
      offer_form(&c, subject, r, pme_explanation_at(explanation, r, level));
  }
  return c;
}

static void say_engine(pme__words *t, const cause *c) {
  pme__say(t, " from the %s",
           c->has_walk && c->has_form ? "walk and the closed form"
           : c->has_walk              ? "walk"
                                      : "closed form");
  if (c->has_walk) {
    pme__say(t, " (");
    pme__say_count(t, c->samples);
    pme__say(t, " sample%s)", c->samples == 1 ? "" : "s");
  }
}

static void say_class(pme__words *t, const pme_prediction *prediction, const cause *c, double misses) {
  const pme_subject *subject = prediction->subject;
  char share[24];
  if (c->misses <= 0 || misses <= 0)
    return;
  int node = prediction->references[c->reference].node;
  pme_format_share(c->misses < misses ? c->misses : misses, misses, share, sizeof share);
  pme__say(t, ", %s of the misses %s '%.60s'", share,
           pme_subject_at(subject, node)->u.access.is_write ? "writing" : "reading", pme__array_name(subject, node));
  pme__say(t, ", %s", c->what);
}

void pme__write_cause(const pme_explanation *explanation, int loop_node, char *buffer, size_t buffer_bytes) {
  const pme_prediction *prediction = explanation->prediction;
  const pme_loop_prediction *loop = pme__loop_row(prediction, loop_node);
  pme__words t = pme__words_in(buffer, buffer_bytes);
  for (int level = 0; level < prediction->level_count; level++) {
    cause c = cause_of(explanation, loop_node, level);
    const pme_misses *misses = &loop->levels[level];
    if (!c.has_walk && !c.has_form)
      continue;
    pme__say(&t, "%s%s", t.length ? "; " : "", prediction->level_info[level].name);
    say_engine(&t, &c);
    pme__say(&t, ", ");
    pme__say_interval(&t, misses->low, misses->high);
    say_class(&t, prediction, &c, misses->misses);
  }
}
