//===- ArrayOrigins.h - where Fortran's arrays begin -------------------------------===//
//
// An array that another procedure allocated may begin at any subscript: its descriptor has the lower bound, a symbol.
// Addresses count from there, so that in them it moves the whole array, which is somewhere anyway. Only where it decides
// how often a loop goes round is it asked for.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_ARRAYORIGINS_H
#define PMECACHE_PLUGIN_NEST_ARRAYORIGINS_H

#include "Nest.h"

namespace pme {

/// Puts 1 in place of symbols that are lower bounds (NestSymbol::OriginOf) where no bound of a loop and no condition
/// depends on them, even if loops go from bound to bound, and says so.
void placeOrigins(Nest &N);

} // namespace pme

#endif
