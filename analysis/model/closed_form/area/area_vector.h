/* Area vectors: how many lines of a region fall into a cache set. Private to analysis/model/closed_form.
 *
 * In count form v[0..ways]: v[c] is the probability that a set receives exactly c lines, v[ways] that it receives at
 * least `ways`. (The paper's V_i is v[ways - i]; its miss probability V_0 is v[ways].) The entries sum to 1.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_AREA_VECTOR_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_AREA_VECTOR_H

/* The region without lines: v[0] = 1, the neutral element of the union. */
void pme__area_none(double *v, int ways);
/* Eq 14 (repaired, docs/model/equations.md 5.5): lines of two regions placed independently. out may be neither a nor
 * b. */
void pme__area_union(const double *a, const double *b, int ways, double *out);
/* The union of `times` regions like v, by repeated squaring; in place, `scratch` has room for 2 * (ways + 1). */
void pme__area_power(double *v, int ways, long times, double *scratch);
/* P(own + other >= threshold) for vectors cut at `most` >= threshold. */
double pme__area_at_least(const double *own, const double *other, int most, int threshold);

#endif
