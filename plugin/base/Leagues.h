//===- Leagues.h - `teams` on the host ------------------------------------------------===//
//
// A league of teams on the host is one team unless the source asks for more, and the runtime deals out the range of a
// `distribute` twice: blocks to the teams, then to the threads of each. Bodies of `teams` get an attribute that says in
// which of two ways they can be read as ordinary parallel code; without it they are not modelled.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_LEAGUES_H
#define PMECACHE_PLUGIN_BASE_LEAGUES_H

#include "llvm/IR/Module.h"

namespace pme {

/// `teams distribute parallel for` and the like: each `distribute` hands a whole range to a region inside it. One team
/// runs it.
constexpr const char *LeagueOfRegionsAttribute = "pme.league-of-regions";
/// `teams distribute`: nothing is parallel but the league, whose teams are a thread each.
constexpr const char *LeagueOfThreadsAttribute = "pme.league-of-threads";

/// Call it before any function of the clone is serialised.
void markLeagues(llvm::Module &Clone);

} // namespace pme

#endif
