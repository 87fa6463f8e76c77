//===- KnownInequalities.h - what is known where a node of the nest runs -------------===//
//
// Code in a guard runs when its conditions hold; code in a loop runs when the loop is not empty. Such facts,
// polynomials that are >= 0, decide minima and maxima: in a loop from 2 to n - 1, max(0, n) is n. They also show which
// guards say nothing new.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_KNOWNINEQUALITIES_H
#define PMECACHE_PLUGIN_NEST_KNOWNINEQUALITIES_H

#include "Nest.h"

namespace pme {

class KnownInequalities {
public:
  explicit KnownInequalities(AtomTable &Atoms) : Atoms(Atoms) {}
  /// What holds for the children of `Node`.
  KnownInequalities(AtomTable &Atoms, const NestNode &Node);

  void add(const Polynomial &NotNegative);
  /// That the loop is not empty.
  void addLoop(const NestNode &Loop);
  /// The same, and where its variable lies.
  void addInside(const NestNode &Loop);
  /// True when `P` >= 0 follows: from one fact by adding a constant, for products factor by factor, for minima and
  /// maxima operand by operand. False: it does not follow this way, or too much has been asked (AtomTable::spend).
  bool implies(const Polynomial &P) const { return implies(P, 0); }
  /// True when `P` >= 0 cannot be, as far as `implies` shows.
  bool excludes(const Polynomial &P) const;
  /// Adds them; false when one of them cannot be beside the others, or beside what is known.
  bool addAll(const Conditions &Facts);
  /// `P` with their values in place of symbols that can have one alone, as n in `if (n == 2)`.
  Polynomial withFixedSymbols(const Polynomial &P) const;
  /// `P` without the operands of minima and maxima that cannot decide.
  Polynomial resolve(const Polynomial &P) const;
  /// Settles the sign of dividends (Expressions.h: roundedToZero). Where only symbols leave it open they are taken to
  /// be >= 0, and `Assumed` becomes true. Where it really changes `P` stays exact.
  Polynomial settleDivisions(const Polynomial &P, bool &Assumed) const;
  /// Lengths of rows, as they stand in addresses, that are clipped at 0: not clipped, where only symbols leave it open.
  Polynomial settleExtents(const Polynomial &P, bool &Assumed) const;

private:
  /// A value that `P` does not go below, without the variables of the loops around; none when `P` is not linear in one.
  std::optional<Polynomial> lowest(Polynomial P) const;
  Polynomial withoutModulo(const Polynomial &P) const;
  bool followsFromOne(const Polynomial &Wanted) const;
  bool followsFromFactors(const Polynomial &P, unsigned Depth) const;
  bool implies(const Polynomial &P, unsigned Depth) const;
  bool isSumOfPositives(const Polynomial &P) const;
  /// What divisions have become; none: they stay. An operation may stand in many others.
  using SettledDivisions = std::map<const Atom *, std::optional<Polynomial>>;
  Polynomial settleDivisions(const Polynomial &P, bool &Assumed, SettledDivisions &Done) const;
  std::optional<Polynomial> settledDivision(const Atom &Division, bool &Assumed, SettledDivisions &Done) const;
  std::optional<Polynomial> settled(const Polynomial &Clipped, const Polynomial &Divisor, bool &Assumed) const;

  AtomTable &Atoms;
  std::vector<Polynomial> Known; ///< in the form of sharpened()
  struct Range {
    int Index;
    Polynomial Low, High;
  };
  std::vector<Range> Ranges; ///< of loop variables, innermost first
};

} // namespace pme

#endif
