/* Explanations in words. */
#include "pmecache/explanation.h"

#include <stdio.h>

const char *pme_reuse_kind_name(pme_reuse_kind kind) {
  static const char *const names[] = {"iteration", "threads", "chunks", "rounds", "none"};
  return names[kind];
}

const char *pme_choice_name(pme_choice choice) {
  static const char *const names[] = {"no-answer",      "never-runs",     "walk-level", "walk-sure", "walk-alone",
                                      "walk-disagrees", "form-confirmed", "form-alone", "counted"};
  return names[choice];
}

const char *pme_choice_text(pme_choice choice) {
  static const char *const texts[] = {
      "nobody: no engine has a number",
      "nobody: the access never runs",
      "the walk: its interval of the misses of the whole level is narrow",
      "the walk: its interval of these misses is narrow",
      "the walk: its interval is wide, but the closed form has no number",
      "the walk: its interval is wide, but the closed form lies outside of it",
      "the closed form: it lies in the interval of the walk, which is wide",
      "the closed form: the walk has no number",
      "counting: the program has so few accesses that all of them were run through the caches",
  };
  return texts[choice];
}

static const char *variable_of(const pme_subject *subject, int loop) {
  return loop == PME_NONE ? "" : pme_subject_at(subject, loop)->u.loop.variable;
}

void pme_stratum_write(const pme_stratum *stratum, const pme_subject *subject, char *buffer, size_t buffer_bytes) {
  const char *variable = variable_of(subject, stratum->loop);
  const char *what = stratum->stride_bytes ? "line" : "place";
  switch (stratum->kind) {
  case PME_REUSE_ITERATION:
    if (stratum->loop != PME_NONE)
      snprintf(buffer, buffer_bytes, "same %s in the iteration of '%.60s' before", what, variable);
    else
      snprintf(buffer, buffer_bytes, "same %s once more", what);
    return;
  case PME_REUSE_THREADS:
    snprintf(buffer, buffer_bytes, "same place by another thread of the cache, at the same time");
    return;
  case PME_REUSE_CHUNKS:
    snprintf(buffer, buffer_bytes, "same line in the chunk of '%.60s' before, which ends inside it", variable);
    return;
  case PME_REUSE_ROUNDS:
    snprintf(buffer, buffer_bytes, "same %s in the chunk of '%.60s' that the thread had before", what, variable);
    return;
  case PME_REUSE_NONE:
    break;
  }
  snprintf(buffer, buffer_bytes, "not just before: first touch, another access, or long ago");
}

/* "1 iteration", "2.5 iterations" */
static void write_distance(double distance, const char *unit, char *buffer, size_t buffer_bytes) {
  snprintf(buffer, buffer_bytes, "%.4g %s%s", distance, unit, distance == 1 ? "" : "s");
}

void pme_reuse_write(const pme_reuse *reuse, const pme_subject *subject, char *buffer, size_t buffer_bytes) {
  char distance[64];
  const char *variable = variable_of(subject, reuse->loop);
  write_distance(reuse->distance, reuse->of_chunks ? "chunk" : "iteration", distance, sizeof distance);
  if (reuse->loop == PME_NONE)
    snprintf(buffer, buffer_bytes, "earlier in the function");
  else if (reuse->distance == 0)
    snprintf(buffer, buffer_bytes, "in the same iteration of '%.60s'", variable);
  else
    snprintf(buffer, buffer_bytes, "%s of '%.60s' ago%s", distance, variable,
             reuse->is_shared ? ", by any thread of the cache" : "");
}
