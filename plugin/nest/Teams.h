//===- Teams.h - code that asks for the number of its thread -------------------------===//
//
// omp_get_thread_num() is read as a symbol, wherever it stands (Nest::ThreadSymbol). In an address it may stay that.
// Code of a region in which it decides more, such as bounds of loops, gets a team loop around it: a loop over the
// threads of the team whose variable is the number (pme_loop::is_team). So does a region that has no worksharing loop:
// its threads share the work out among themselves.
//
// Outside of regions there is no team: what a region has left behind in a variable is the size that its team had.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_TEAMS_H
#define PMECACHE_PLUGIN_NEST_TEAMS_H

#include "Nest.h"

namespace pme {

/// Puts team loops into the regions of a nest that is not simplified yet. `Asked`: the function asks for the number, if
/// only where it could not be read.
void placeTeamLoops(Nest &Nest, bool Asked);

} // namespace pme

#endif
