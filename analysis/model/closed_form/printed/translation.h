/* References in translation: the same array and strides, other places (Appendix A of the paper). Private to
 * analysis/model/closed_form.
 *
 * Sorted from the first to touch a line to the last, each follows the one before it, in the loop that moves both by
 * about their distance. In a parallel loop the printed algorithm (Figure A.12) is run, over floor(N / t) parallel
 * iterations; the first reference of the group stands in its set S, too, or its lines would never be recorded. In a
 * serial loop the one ahead has been where the follower comes `iterations` later ([2] of the paper, as read here).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_TRANSLATION_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_TRANSLATION_H

#include "analysis/model/closed_form/view/instance_view.h"

typedef struct pme__translation {
  int follows;        /* reference of the view; PME_NONE: it is the first of its group, or alone */
  int loop;           /* of the view */
  int64_t iterations; /* that the one before is ahead; 0: both touch the line in the same iteration */
} pme__translation;

pme__translation pme__translation_of(const pme__instance_view *view, int reference, int64_t line_bytes);

enum { PME__TRANSLATION_MOST_DISTANCES = 16 };

/* Of a follower in a parallel loop: iterations whose lines nobody of the group had touched, and those that come so many
 * parallel iterations after another touch. */
typedef struct pme__translation_classes {
  double first, counted; /* counted: iterations that the algorithm runs */
  int count;
  int64_t distance[PME__TRANSLATION_MOST_DISTANCES];
  double iterations[PME__TRANSLATION_MOST_DISTANCES];
} pme__translation_classes;

/* False: the loop is too long to be run, or memory is exhausted. */
bool pme__translation_run(const pme__instance_view *view, int reference, int64_t line_bytes,
                          pme__translation_classes *out);

#endif
