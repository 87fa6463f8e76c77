//===- WayCalls.h - how often the run took one way of a function ---------------------===//
//
// A function that is read in several ways (ExclusiveWays.h, SameObjects.h) stands in a document once for each, and each
// call takes one of them.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_WAYCALLS_H
#define PMECACHE_PLUGIN_DRIVER_WAYCALLS_H

#include "plugin/recover/Recover.h"

#include "pmecache/profile.h"

namespace pme {

/// Of `Calls` of a function, which has the index `Function` in the profile, those that take the way `Way`, one of `All`
/// that are read. Which objects are given twice is counted at each call. Arms that exclude each other have shares as
/// their own worksharing loops were executed; equal ones where the run did not count these.
double callsOfWay(const RecoveredFunction &Way, llvm::ArrayRef<RecoveredFunction> All, const pme_profile *Profile,
                  int Function, double Calls);

} // namespace pme

#endif
