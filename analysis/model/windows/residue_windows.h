/* Windows of one residue: what a level misses under its own policy, and more or less than as LRU. Private to
 * analysis/model/windows.
 *
 * A window is the program, or a stretch of it, run for the lines of one residue (residue.h). It costs a sixty-fourth of
 * its accesses, so that the whole program fits as a rule, and what it says of that residue is exact: lines that hardly
 * fit into a large cache and come round after millions of accesses are met again, whatever the policy makes of them.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_WINDOWS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_WINDOWS_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "policy_windows.h"

/* From the first byte of each array to the last one that may be touched. */
double pme__program_bytes(const pme__loop_tree *program);
/* Whether windows of the program from its start to its end cost no more than the question's effort. */
bool pme__residue_windows_fit(const pme__policy_windows_question *question, const pme__loop_tree *program);
/* Whether the program touches about what a level holds, so that shorter windows do not tell what it keeps. */
bool pme__residue_windows_are_needed(const pme__policy_windows_question *question, const pme__loop_tree *program);
/* Whether those of stretches do: each counts for a part of its residue's accesses. */
bool pme__residue_stretches_fit(const pme__policy_windows_question *question, const pme__loop_tree *program);
typedef enum pme__residue_levels { PME__RESIDUE_FIRST, PME__RESIDUE_BEHIND } pme__residue_levels;

/* Of a program that they fit, levels behind the first: some residues tell little of the first one, which may hold all lines in
 * most of its sets and drive them out of a few. `out->changes` is there. PME_NO_MEMORY. */
pme_status pme__run_residue_windows(const pme__policy_windows_question *question, pme__loop_tree *program,
                                    pme__residue_levels levels, bool is_whole, pme__policy_windows *out);

#endif
