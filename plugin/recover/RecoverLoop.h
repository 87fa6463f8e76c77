//===- RecoverLoop.h - variable, bounds and step of a loop ---------------------------===//
//
// A loop is shown as in the source where a marked variable of the source turns out to be a recurrence of it:
//     v = first, first + step, ...    last = first + step * (trip count - 1)
// otherwise as 0, 1, 2, .... Minima and maxima at the top of the bounds become several bounds.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_RECOVERLOOP_H
#define PMECACHE_PLUGIN_RECOVER_RECOVERLOOP_H

#include "plugin/base/Markers.h"
#include "plugin/expressions/Expressions.h"
#include "plugin/nest/KnownInequalities.h"

namespace pme {

/// How a loop counts.
struct LoopShape {
  std::string Variable;
  llvm::DebugLoc Place;
  Polynomial First, Step = 1;
  Polynomial Count;     ///< trip count - 1
  bool HasLast = false; ///< else `Problem` says why
  std::vector<Polynomial> Firsts, Lasts;
  Obstacle Problem;
  bool NoExit = false; ///< the trip count is not an expression at all
  std::vector<NestAssumption> Assumptions;
};

/// What the caller knows of a loop.
struct LoopSetting {
  bool Worksharing = false;
  bool Collapsed = false;  ///< counts the iterations of several loops
  bool Normalised = false; ///< count 0, 1, 2, ...
  bool TestFirst = false;  ///< nothing counts but what stands behind the tests of whether the loop goes on
};

/// `Known`: what holds where the loop stands. `Variables`: markers of source variables in the loop that may be its own.
LoopShape readLoop(const llvm::Loop &Loop, llvm::ArrayRef<Marker> Variables, LoopSetting Setting,
                   const KnownInequalities &Known, ExpressionReader &Reader);

/// The last value of a variable that steps `Count` times. first + step * (floor(e / |step|) + r) ends the same loop as
/// first +- (e + |step| * r).
Polynomial lastValue(const AtomTable &Atoms, const Polynomial &First, const Polynomial &Step, const Polynomial &Count);

/// Of a loop that counts from a number in memory by 1, where that is read; null for others. `Variables`: see above.
const llvm::LoadInst *segmentStart(const llvm::Loop &Loop, llvm::ArrayRef<Marker> Variables, llvm::ScalarEvolution &SE);

/// Of a loop that goes from a pointer in memory to another one, those: null for others.
struct PointerSegment {
  const llvm::LoadInst *Start = nullptr, *End = nullptr;
};
PointerSegment pointerSegment(const llvm::Loop &Loop, llvm::ScalarEvolution &SE);

/// A test in the middle of a loop of whether it goes on: code behind it runs `Count` times.
struct LoopTest {
  llvm::BasicBlock *Block;  ///< leaves the loop
  llvm::BasicBlock *Inside; ///< ... or goes on here
  const llvm::SCEV *Count;  ///< null: not known to ScalarEvolution; only for the loop's single test
};

/// The tests of a loop that are not at its end. Those whose outcome is not known beforehand are left out.
std::vector<LoopTest> loopTests(const llvm::Loop &Loop, llvm::ScalarEvolution &SE);

} // namespace pme

#endif
