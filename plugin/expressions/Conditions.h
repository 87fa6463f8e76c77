//===- Conditions.h - branch conditions as inequalities ------------------------------===//
//
// When a branch goes one way, as a list of alternatives that exclude each other, each a list of polynomials that are
// all >= 0. Integers: a < b is b - a - 1 >= 0, a == b is a - b >= 0 and b - a >= 0, a != b is two alternatives.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_CONDITIONS_H
#define PMECACHE_PLUGIN_EXPRESSIONS_CONDITIONS_H

#include "Expressions.h"

namespace llvm {
class BranchInst;
class SwitchInst;
} // namespace llvm

namespace pme {

/// Most alternatives that a condition is split into.
constexpr size_t MaxAlternatives = 8;

/// Whether two pointers are the same one (`x == y` of two vectors, to read one of them) is no size: nothing else goes
/// from one to the other, or takes one from the other.
bool areNoEnds(const llvm::Value &Left, const llvm::Value &Right);

class ConditionReader {
public:
  explicit ConditionReader(ExpressionReader &Reader) : Reader(Reader) {}

  using Alternatives = std::vector<Conditions>;

  /// The condition for `Branch` to take its successor number `Side`, for a switch to go to that block on any of its
  /// ways; none: it depends on data.
  std::optional<Alternatives> read(const llvm::Instruction &Branch, unsigned Side);

  /// The condition for a value of type i1 to be `Wanted`.
  std::optional<Alternatives> readValue(const llvm::Value &Condition, bool Wanted) {
    return holds(Condition, Wanted, 0);
  }

  /// Every pair of alternatives; none where one is none, or there are too many.
  static std::optional<Alternatives> both(const std::optional<Alternatives> &A, const std::optional<Alternatives> &B);

private:
  std::optional<Alternatives> readSwitch(const llvm::SwitchInst &Switch, const llvm::BasicBlock &To);
  std::optional<Alternatives> entersLoop(const llvm::BranchInst &Branch, unsigned Side);
  std::optional<Alternatives> holds(const llvm::Value &Condition, bool Wanted, unsigned Depth);
  std::optional<Alternatives> compare(llvm::CmpInst::Predicate Predicate, const llvm::Value &Left,
                                      const llvm::Value &Right);
  std::optional<Alternatives> compareValues(llvm::CmpInst::Predicate Predicate, const llvm::Value &Left,
                                            const llvm::Value &Right);
  std::optional<Alternatives> comparePointers(llvm::CmpInst::Predicate Predicate, const llvm::Value &Left,
                                              const llvm::Value &Right);
  std::optional<Alternatives> compareUnsigned(llvm::CmpInst::Predicate Predicate, const llvm::Value &Left,
                                              const llvm::Value &Right, const Polynomial &A, const Polynomial &B);
  /// A narrow value (isNarrow) as the comparison takes it: with a sign, or without one.
  Polynomial asCompared(const llvm::Value &V, const Polynomial &P, bool IsSigned);

  ExpressionReader &Reader;
};

/// Whether it has so few bits that what wraps is meant to (NarrowNumbers.cpp).
bool isNarrow(const llvm::Value &V);

/// Whether `P` differs from iteration to iteration, or from thread to thread.
bool isDealt(Nest &N, const Polynomial &P);

/// `n != 3`: n is below 3, by `Below` = 3 - n, or above it, by `Above` = n - 3; the same for a range of numbers.
ConditionReader::Alternatives isApart(Nest &N, const Polynomial &Below, const Polynomial &Above);

} // namespace pme

#endif
