//===- Choices.h - values that are one of a few affine ones --------------------------===//
//
// Some values are not affine, but pick one of two affine values by an affine test:
//
//     l = i == 0 ? n - 1 : i - 1          a select, or a phi where the sides of a branch meet
//     swap(a, b) once per time step       phis of a loop that hand each other on in a circle (Circles.h)
//
// An access through such a value is one access for each of them, each in a guard: the tests exclude each other.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_CHOICES_H
#define PMECACHE_PLUGIN_EXPRESSIONS_CHOICES_H

#include "Conditions.h"
#include "Expressions.h"

#include "llvm/IR/Dominators.h"

namespace pme {

/// Most choices that one access is taken apart by, one inside the other.
constexpr unsigned MaxChoiceDepth = 3;

class ChoiceFinder {
public:
  ChoiceFinder(Nest &Nest, ExpressionReader &Reader, ConditionReader &Conditions, llvm::LoopInfo &Loops,
               const llvm::DominatorTree &Tree)
      : N(Nest), Reader(Reader), Tests(Conditions), Loops(Loops), Tree(Tree) {}

  /// What `Value` may be and when; empty when that is not affine.
  std::vector<Choice> of(const llvm::Value &Value);

private:
  std::vector<Choice> ofSelect(const llvm::SelectInst &Select);
  std::vector<Choice> ofTest(const llvm::ICmpInst &Test);
  bool followEdge(const llvm::PHINode &Phi, const llvm::BasicBlock &From, const llvm::BasicBlock &To,
                  const std::vector<Conditions> &When, unsigned Depth, std::vector<Choice> &Result);
  bool followTo(const llvm::PHINode &Phi, const llvm::BasicBlock &From, const std::vector<Conditions> &When,
                unsigned Depth, std::vector<Choice> &Result);
  std::vector<Choice> ofJoin(const llvm::PHINode &Phi);
  std::vector<Choice> ofCircle(const llvm::PHINode &Phi);

  Nest &N;
  ExpressionReader &Reader;
  ConditionReader &Tests;
  llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Tree;
};

} // namespace pme

#endif
