/* Which engine answers: one number for each reference and level, from two.
 *
 * The sampled exact walk (walk.h) gives the number wherever bounds and strides are known, and knows how sure it is. The
 * closed form answers what the walk cannot. Where the walk's interval stays wide after its share of effort, the closed
 * form is asked too: inside the interval it is the better number, and the interval, which it can only narrow, stays the
 * walk's; outside of it the walk holds (docs/model/walk.md 7).
 *
 * Where a program is so small that all of its accesses are counted (replay/replay.h), predict.c asks neither.
 *
 * Private to analysis.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_ENGINES_CHOOSE_ENGINE_H
#define PMECACHE_ANALYSIS_MODEL_ENGINES_CHOOSE_ENGINE_H

#include "pmecache/prediction.h"

/* How well the walk knows the misses of a level: not for every modelled reference, or within a wide interval; that they
 * are few beside the accesses, but not how many (first touches of what is used very often); within a narrow interval of
 * their sum. */
typedef enum pme__walk_knowledge { PME__WALK_KNOWS_NOT, PME__WALK_KNOWS_FEW, PME__WALK_KNOWS } pme__walk_knowledge;
pme__walk_knowledge pme__walk_knows(const pme_prediction *walked, int level);

/* Whether every modelled reference has a number of the walk at the level. */
bool pme__walk_answers(const pme_prediction *walked, int level);

/* Chooses for each reference and level of `inout`, whose `modelled` flags say which references are asked for. `formed`
 * holds the closed form's numbers of the levels with is_formed[level], of the references that are modelled there. A
 * reference without an answer at some level is no longer modelled. */
void pme__choose_answers(const pme_prediction *walked, const pme_prediction *formed, const bool *is_formed,
                         pme_prediction *inout);

/* Of loops whose chunks are dealt out while they run, and of which the closed form answered something: it takes them as
 * dealt out in turn. PME_NO_MEMORY. */
pme_status pme__say_dynamic_as_cyclic(pme_prediction *prediction, pme_arena *arena);

#endif
