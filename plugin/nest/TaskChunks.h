//===- TaskChunks.h - taskloops among the loops of a team ----------------------------===//
//
// One thread meets a taskloop and makes its tasks, in a `single` or a `master`; all threads of the team run them. In a
// program that is a loop whose chunks are dealt on demand, beside the code of the one thread and not in it.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_TASKCHUNKS_H
#define PMECACHE_PLUGIN_NEST_TASKCHUNKS_H

#include "Nest.h"

namespace pme {

/// Iterations of a task: of `Trips` in all, as `Split` says with `Clause` (none: ByTeam) on a team of `Team` threads. The
/// runtime gives some tasks one more or less. Less than 1 where there are none, which counts as 1.
Polynomial taskChunk(AtomTable &Atoms, const Polynomial &Trips, TaskSplit Split, const Polynomial &Clause,
                     const Polynomial &Team);
/// Taskloops are loops of the team then, with chunks, or have a reason why not.
void placeTaskLoops(Nest &N);

} // namespace pme

#endif
