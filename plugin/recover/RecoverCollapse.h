//===- RecoverCollapse.h - collapsed loops apart again -------------------------------===//
//
// For `collapse(c)` compilers count one flat loop t = 0 .. n0*n1*...-1 and compute the variables of the source from it:
//
//     v0 = a0 + s0 * (t / d0)                        d0 = n1*n2*...
//     v1 = a1 + s1 * ((t - d0 * (t / d0)) / d1)      d1 = n2*...
//     ...                                            the last one without a division
//
// With the variables marked, their divisors can be read off, and every expression in t is rewritten: t = d0*q0 + r0
// with t / d0 = q0, then r0 = d1*q1 + r1, and so on. What is left are the loops of the source.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_RECOVERCOLLAPSE_H
#define PMECACHE_PLUGIN_RECOVER_RECOVERCOLLAPSE_H

#include "plugin/base/Markers.h"
#include "plugin/expressions/Expressions.h"
#include "plugin/nest/KnownInequalities.h"

namespace pme {

/// One loop of a collapsed nest.
struct CollapsedLoop {
  std::string Variable;
  int LoopIndex;
  Polynomial First, Last, Step = 1;
};

/// The loops behind `Flat`, outermost first, when it counts `Count` + 1 iterations from 0 by 1 as the loop atom
/// `FlatIndex`; `Known` is what holds where it stands. Empty when the variables have another form. On success the
/// reader rewrites what it reads.
std::vector<CollapsedLoop> expandCollapsed(int FlatIndex, const Polynomial &Count, llvm::ArrayRef<Marker> Variables,
                                           const KnownInequalities &Known, ExpressionReader &Reader);

} // namespace pme

#endif
