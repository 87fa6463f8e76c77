//===- Polynomial.h - the normal form of recovered expressions -----------------------===//
//
// A polynomial with integer coefficients over atoms. An atom is a symbol, a loop of the recovered nest, or an operation
// that is not a polynomial (floor division, remainder, minimum, maximum) applied to polynomials. Equal expressions have
// equal normal forms whatever casts and orders the compiler's had, so that differences cancel and divisions by a loop's
// step come out even.
//
//     8*n*i + 8*j + 16     { {n, i}: 8, {j}: 8, {}: 16 }
//
// Coefficients are checked: an operation that overflows 64 bits gives an invalid polynomial, and so does every
// operation on an invalid one.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_POLYNOMIAL_H
#define PMECACHE_PLUGIN_NEST_POLYNOMIAL_H

#include "pmecache/program.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace pme {

/// Index of an atom in an AtomTable.
using AtomId = int;
/// Atoms that are multiplied, ascending; empty for the constant term.
using Monomial = llvm::SmallVector<AtomId, 2>;

/// Products with their coefficients, ascending, each once. Most expressions have one or two: these need no memory of
/// their own.
class TermList {
public:
  using Term = std::pair<Monomial, int64_t>;
  using const_iterator = const Term *;

  const_iterator begin() const { return Items.begin(); }
  const_iterator end() const { return Items.end(); }
  size_t size() const { return Items.size(); }
  bool empty() const { return Items.empty(); }
  /// end() where it is none of them.
  const_iterator find(const Monomial &Product) const;

  /// Adds to its coefficient. False: that overflows, and is something else now.
  bool add(const Monomial &Product, int64_t Coefficient);
  /// For a product behind all others.
  void append(const Monomial &Product, int64_t Coefficient) { Items.emplace_back(Product, Coefficient); }

  bool operator==(const TermList &Right) const { return Items == Right.Items; }
  bool operator<(const TermList &Right) const { return Items < Right.Items; }

private:
  llvm::SmallVector<Term, 2> Items;
};

class Polynomial {
public:
  Polynomial() = default; ///< 0
  Polynomial(int64_t Constant);
  static Polynomial atom(AtomId Atom);
  static Polynomial invalid();

  bool isValid() const { return Valid; }
  bool isZero() const { return Valid && Terms.empty(); }
  /// The value when there are no atoms.
  std::optional<int64_t> constant() const;
  /// This less `Right`, where that is a number.
  std::optional<int64_t> distanceTo(const Polynomial &Right) const;
  /// The term without atoms.
  Polynomial constantTerm() const;
  /// The atom when this is exactly 1 * atom.
  std::optional<AtomId> singleAtom() const;

  Polynomial operator+(const Polynomial &Right) const;
  Polynomial operator-(const Polynomial &Right) const;
  Polynomial operator*(const Polynomial &Right) const;
  bool operator==(const Polynomial &Right) const { return Valid == Right.Valid && Terms == Right.Terms; }
  bool operator!=(const Polynomial &Right) const { return !(*this == Right); }
  bool operator<(const Polynomial &Right) const;

  /// The largest number that divides all coefficients; 0 for the polynomial 0.
  int64_t content() const;
  /// This divided by `Divisor` where that comes out even.
  std::optional<Polynomial> exactQuotient(const Polynomial &Divisor) const;

  const TermList &terms() const { return Terms; }

private:
  using Term = TermList::Term;
  const Term &leadingTerm() const;
  std::optional<Polynomial> quotientByNumber(int64_t Number) const;
  void addTerm(const Monomial &Product, int64_t Coefficient) { Valid &= Terms.add(Product, Coefficient); }
  Polynomial plus(const Polynomial &Right, bool Negated) const;

  TermList Terms; ///< no coefficient is 0
  bool Valid = true;
};

/// An extremum in an expression, of which one of the two first operands goes.
struct ExtremumSplit {
  AtomId Extremum;
  Polynomial FirstWhen; ///< >= 0: the second operand goes, else the first
};

enum class AtomKind { Symbol, Loop, FloorDivide, Modulo, Minimum, Maximum };

struct Atom {
  AtomKind Kind;
  int Index;                        ///< of the symbol or the loop
  std::vector<Polynomial> Operands; ///< two or more for minimum and maximum, two for division and remainder
};

/// Gives equal atoms equal ids.
class AtomTable {
public:
  const Atom &get(AtomId Id) const { return Atoms[Id]; }

  Polynomial symbol(int Index) { return Polynomial::atom(intern({AtomKind::Symbol, Index, {}})); }
  Polynomial loop(int Index) { return Polynomial::atom(intern({AtomKind::Loop, Index, {}})); }
  /// Constants are folded; dividing by 1 and remainders that are known are simplified.
  Polynomial floorDivide(const Polynomial &Left, const Polynomial &Right);
  Polynomial modulo(const Polynomial &Left, const Polynomial &Right);
  /// `P` less remainders that are written out, as a - d*floor(a / d), which are >= 0 when d > 0. What is left is a
  /// lower bound.
  Polynomial withoutRemainders(const Polynomial &P) const;
  /// An expression that is the same modulo 2^Bits, with coefficients in the range of a signed number of so many bits:
  /// of 32 bits, 4294967295 is -1.
  Polynomial signedCoefficients(const Polynomial &P, unsigned Bits) const;
  /// Operands that differ by a constant from another one are dropped where that decides.
  Polynomial minimum(std::vector<Polynomial> Operands) { return extremum(AtomKind::Minimum, std::move(Operands)); }
  Polynomial maximum(std::vector<Polynomial> Operands) { return extremum(AtomKind::Maximum, std::move(Operands)); }

  /// An operation of these operands, simplified.
  Polynomial make(AtomKind Operation, std::vector<Polynomial> Operands);

  /// An extremum of loop variables in `P` whose operands have none in turn; none when there is none.
  std::optional<ExtremumSplit> takeApart(const Polynomial &P) const;
  /// `P` where the first operand decides against the second one, or the other way round.
  Polynomial takeSide(const Polynomial &P, const ExtremumSplit &Split, bool First);

  /// Calls `Visit` for every atom in `P`, also inside operations.
  void forEachAtom(const Polynomial &P, const std::function<void(const Atom &)> &Visit) const;
  /// True when `P` has an atom of this kind anywhere.
  bool uses(const Polynomial &P, AtomKind Kind) const;
  /// Replaces atoms by what `Replace` returns for them (none: keep), also inside operations.
  Polynomial substitute(const Polynomial &P, const std::function<std::optional<Polynomial>(const Atom &)> &Replace);

  /// `Base` plus each operand when `P` is `Base + extremum(operands)`, else just {P}: the several first or last values
  /// of a loop.
  std::vector<Polynomial> distribute(const Polynomial &P, AtomKind Kind) const;

  /// Effort of what is concluded from known facts, for one nest: counted, so that equal input gets equal answers. False:
  /// it is used up, and nothing more is concluded.
  bool spend(size_t Comparisons) { return (Spent += Comparisons) <= MaxComparisons; }
  bool isSpent() const { return Spent > MaxComparisons; }

private:
  /// About two seconds; large functions of real programs take a hundredth.
  static constexpr size_t MaxComparisons = 2000000;

  AtomId intern(Atom Atom);
  /// `P` modulo `Count` as a remainder and a number.
  std::optional<Polynomial> asRemainder(const Polynomial &P, int64_t Count);
  Polynomial extremum(AtomKind Kind, std::vector<Polynomial> Operands);

  size_t Spent = 0;
  std::deque<Atom> Atoms; ///< they stay where they are when others come
  std::map<std::pair<std::pair<int, int>, std::vector<Polynomial>>, AtomId> Ids;
};

} // namespace pme

#endif
