//===- NestedTeams.h - questions for the team in a region of one thread --------------===//
//
// A region in another one has one thread (NestNodes::nestRegion). What asks for its team there, or for the number in it,
// has that answer; what the region around it has asked for keeps the size of the team around (Teams.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_NESTEDTEAMS_H
#define PMECACHE_PLUGIN_RECOVER_NESTEDTEAMS_H

#include "plugin/base/Markers.h"

namespace pme {

/// Of a function whose regions are inlined.
void answerInNested(llvm::Function &F, const Markers &M);

} // namespace pme

#endif
