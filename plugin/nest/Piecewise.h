//===- Piecewise.h - one expression for a value with several arms --------------------===//
//
// `x < 0 ? -((7 - x) / 8) : x / 8` is floor(x / 8), and `x < 0 ? 0 : (x + 7) / 8` is max(0, ceil(x / 8)): tiled code
// has such bounds. Each arm is looked at where it counts; all are one expression when they are the same one, or
// when each is the largest of them, or the smallest one, where it counts.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_PIECEWISE_H
#define PMECACHE_PLUGIN_NEST_PIECEWISE_H

#include "Nest.h"

namespace pme {

struct Arm {
  Conditions When; ///< all >= 0 where the value is this one
  Polynomial Value;
};

/// What all arms are; none when they are no single expression as far as this can show. The conditions exclude each
/// other, and one of them holds.
std::optional<Polynomial> joinArms(AtomTable &Atoms, std::vector<Arm> Arms);

} // namespace pme

#endif
