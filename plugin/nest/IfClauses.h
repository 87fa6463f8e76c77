//===- IfClauses.h - regions that have a team only at some sizes ---------------------===//
//
// `parallel if (n > 1000)`: one thread runs the region at other sizes. Where the condition is of symbols that the loops
// of the region have anyway, the size of the team is written as an expression that is 1 then. Other conditions are
// assumed to hold, and that is said: they are no reason to ask for values.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_IFCLAUSES_H
#define PMECACHE_PLUGIN_NEST_IFCLAUSES_H

#include "Nest.h"

namespace pme {

/// The assumption that the region at this place has a team.
NestAssumption ifClauseHolds(const llvm::DebugLoc &Place);
/// The assumption that iterations of the taskloop at this place become tasks.
NestAssumption tasksAreMade(const llvm::DebugLoc &Place);
/// Regions have no `If` any more.
void resolveIfClauses(Nest &N);

} // namespace pme

#endif
