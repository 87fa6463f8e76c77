//===- Circles.h - values that take turns, once per round of a loop ----------------------===//
//
// `swap(a, b)` once per time step: phis of a loop that hand each other on in a circle. The loop may stand in another one
// (repetitions, levels), which takes the values up as the inner loop has left them: they have turned as often as the
// inner loops have gone round, and the turns of all loops add up.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_CIRCLES_H
#define PMECACHE_PLUGIN_EXPRESSIONS_CIRCLES_H

#include "Conditions.h"
#include "Expressions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace pme {

class CircleReader {
public:
  CircleReader(ExpressionReader &Reader, ConditionReader &Conditions, llvm::LoopInfo &Loops)
      : Reader(Reader), Tests(Conditions), Loops(Loops) {}

  /// The values that take turns, the phi's own first, and how often they have turned where the phi is read: it is the
  /// value number `Turns` modulo how many they are.
  struct Turned {
    llvm::SmallVector<const llvm::Value *, 4> Values;
    Polynomial Turns;
  };
  /// Of the phi of a loop's head; none: it is not in a circle, or a number of rounds cannot be read.
  std::optional<Turned> read(const llvm::PHINode &Phi);

private:
  /// The phis of one loop's head in the order in which they hand on, and by how many places in a round.
  struct Circle {
    llvm::SmallVector<const llvm::PHINode *, 4> Phis;
    Polynomial Step;
  };
  /// `All`: a loop in all of whose rounds the loops within go round equally often; none where one round is asked for.
  std::optional<Circle> circleOf(const llvm::PHINode &Phi, const llvm::Loop *All, unsigned Depth);
  std::optional<Circle> throughLoops(const llvm::PHINode &Phi, const llvm::Loop &Loop, const llvm::Loop &All,
                                     unsigned Depth);
  /// `V` is what a loop within `Around` that is over has left: the phi of its head that would have it a round later.
  const llvm::PHINode *leftBy(const llvm::Value &V, const llvm::Loop &Around, const llvm::Loop *All);
  bool isSkipped(const llvm::Loop &Loop, const Polynomial &Rounds);
  std::optional<Polynomial> roundsOf(const llvm::Loop &Loop, const llvm::Loop *All);
  /// Goes back from values that loops within `Around` have left to phis of its head.
  bool goBack(Turned &Place, const llvm::Loop &Around, const llvm::Loop *All, unsigned Depth);

  ExpressionReader &Reader;
  ConditionReader &Tests;
  llvm::LoopInfo &Loops;
};

} // namespace pme

#endif
