//===- Facts.h - what is known where a node of the nest runs ------------------------------===//
//
// Code in a guard runs when its conditions hold; code in a loop runs when the loop is not empty. Such facts,
// polynomials that are >= 0, decide minima and maxima: in a loop from 2 to n - 1, max(0, n) is n.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_FACTS_H
#define PMECACHE_FACTS_H

#include "Nest.h"

namespace pme {

class Facts {
public:
  Facts() = default;
  /// What holds for the children of `Node`.
  explicit Facts(const NestNode &Node);

  void add(const Polynomial &NotNegative) { Known.push_back(NotNegative); }
  /// True when `P` >= 0 follows from one fact by adding a constant.
  bool implies(const Polynomial &P) const;
  /// `P` without the operands of minima and maxima that cannot decide.
  Polynomial resolve(AtomTable &Atoms, const Polynomial &P) const;

private:
  std::vector<Polynomial> Known;
};

/// For each pair of bounds what is >= 0 when the loop runs.
std::vector<Polynomial> roomsOf(const NestNode &Loop);

} // namespace pme

#endif
