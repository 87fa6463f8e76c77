//===- KnownInequalities.cpp - what is known where a node of the nest runs -----------===//

#include "KnownInequalities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace pme;

// floor(e / d) + r >= 0 is e + d*r >= 0, and r - floor(e / d) >= 0 is d*r + d - 1 - e >= 0, for integers and d > 0. One
// such division; none: no change.
static std::optional<Polynomial> withoutDivision(const AtomTable &Atoms, const Polynomial &P) {
  for (auto &[Product, Coefficient] : P.terms()) {
    bool Unit = Coefficient == 1 || Coefficient == -1;
    if (Product.size() != 1 || !Unit || Atoms.get(Product.front()).Kind != AtomKind::FloorDivide)
      continue;
    const Atom &Division = Atoms.get(Product.front());
    if (Coefficient < 0)
      return Division.Operands[1] * (P + Polynomial::atom(Product.front()) + Polynomial(1)) - Polynomial(1) -
             Division.Operands[0];
    return Division.Operands[0] + Division.Operands[1] * (P - Polynomial::atom(Product.front()));
  }
  return std::nullopt;
}

static int64_t floorQuotient(int64_t Left, int64_t Right) {
  int64_t Quotient = Left / Right;
  return Quotient - (Left % Right != 0 && Left < 0);
}

static Polynomial withoutFactor(const Polynomial &P) {
  Polynomial Constant = P.constantTerm(), Rest = P - Constant;
  int64_t Factor = Rest.content();
  if (Factor <= 1)
    return P;
  return *Rest.exactQuotient(Factor) + Polynomial(floorQuotient(*Constant.constant(), Factor));
}

/// An inequality with the same integer solutions: divisions multiplied out, common factors divided out.
static Polynomial sharpened(const AtomTable &Atoms, Polynomial P) {
  P = withoutFactor(P);
  for (unsigned Round = 0; Round < 4; ++Round) {
    auto Simpler = withoutDivision(Atoms, P);
    if (!Simpler || !Simpler->isValid())
      break;
    P = withoutFactor(*Simpler);
  }
  return P;
}

static std::vector<Polynomial> roomsOf(const NestNode &Loop) {
  auto Step = Loop.Step.constant();
  bool Down = Step && *Step < 0;
  std::vector<Polynomial> Result;
  for (const Polynomial &First : Loop.Firsts)
    for (const Polynomial &Last : Loop.Lasts)
      Result.push_back(Down ? First - Last : Last - First);
  return Result;
}

KnownInequalities::KnownInequalities(AtomTable &Atoms, const NestNode &Node) : Atoms(Atoms) {
  for (const NestNode *N = &Node; N && !Atoms.isSpent(); N = N->Parent) {
    if (N->Kind == NestKind::Loop)
      addInside(*N);
    if (N->Kind == NestKind::Guard && N->Alternatives.size() == 1)
      for (const Polynomial &Condition : N->Alternatives.front())
        add(Condition);
  }
}

void KnownInequalities::add(const Polynomial &NotNegative) { Known.push_back(sharpened(Atoms, NotNegative)); }

void KnownInequalities::addLoop(const NestNode &Loop) {
  for (const Polynomial &Room : roomsOf(Loop))
    add(Room);
}

void KnownInequalities::addInside(const NestNode &Loop) {
  addLoop(Loop);
  auto Step = Loop.Step.constant();
  if (!Step || Loop.LoopIndex < 0)
    return;
  Polynomial Sign(*Step < 0 ? -1 : 1), Variable = Atoms.loop(Loop.LoopIndex);
  for (const Polynomial &First : Loop.Firsts)
    add(Sign * (Variable - First));
  for (const Polynomial &Last : Loop.Lasts)
    add(Sign * (Last - Variable));
  if (Loop.Firsts.empty() || Loop.Lasts.empty())
    return;
  bool Down = *Step < 0;
  Ranges.push_back(
      {Loop.LoopIndex, (Down ? Loop.Lasts : Loop.Firsts).front(), (Down ? Loop.Firsts : Loop.Lasts).front()});
}

// Remainders lie between 0 and their divisor.
Polynomial KnownInequalities::withoutModulo(const Polynomial &P) const {
  Polynomial Result = P;
  for (auto &[Product, Coefficient] : P.terms()) {
    const Atom *A = Product.size() == 1 ? &Atoms.get(Product.front()) : nullptr;
    if (A && A->Kind == AtomKind::Modulo)
      Result = Result - Polynomial(Coefficient) * Polynomial::atom(Product.front()) +
               Polynomial(Coefficient > 0 ? 0 : Coefficient) * (A->Operands[1] - 1);
  }
  return Result;
}

static bool hangsOnLoop(const AtomTable &Atoms, const Polynomial &P, int Index, SmallPtrSetImpl<const Atom *> &Seen) {
  return any_of(P.terms(), [&](auto &Term) {
    return any_of(Term.first, [&](AtomId Id) {
      const Atom &A = Atoms.get(Id);
      return (A.Kind == AtomKind::Loop && A.Index == Index) ||
             (!A.Operands.empty() && Seen.insert(&A).second &&
              any_of(A.Operands, [&](const Polynomial &Operand) { return hangsOnLoop(Atoms, Operand, Index, Seen); }));
    });
  });
}

static bool hangsOnLoop(const AtomTable &Atoms, const Polynomial &P, int Index) {
  SmallPtrSet<const Atom *, 8> Seen;
  return hangsOnLoop(Atoms, P, Index, Seen);
}

// A sum of multiples of loop variables is lowest where each is at its own end.
std::optional<Polynomial> KnownInequalities::lowest(Polynomial P) const {
  P = withoutModulo(P);
  for (const Range &R : Ranges) {
    if (!hangsOnLoop(Atoms, P, R.Index) && R.High.isValid())
      continue; // most are of few loops
    auto With = [&](const Polynomial &Value) {
      return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
        if (A.Kind == AtomKind::Loop && A.Index == R.Index)
          return Value;
        return std::nullopt;
      });
    };
    Polynomial At0 = With(0), Slope = With(1) - At0;
    if (!Slope.isValid() || At0 + Slope * Atoms.loop(R.Index) != P)
      return std::nullopt;
    auto Known = Slope.constant();
    if (!Known)
      return std::nullopt;
    P = At0 + Slope * (*Known > 0 ? R.Low : R.High);
  }
  return P.isValid() ? std::optional<Polynomial>(P) : std::nullopt;
}

// Products of symbols and of loops that begin at 0 or more: i*n, n + i*n.
bool KnownInequalities::isSumOfPositives(const Polynomial &P) const {
  auto IsPositive = [&](AtomId Id) {
    const Atom &A = Atoms.get(Id);
    return A.Kind == AtomKind::Symbol || any_of(Ranges, [&](const Range &R) {
             return A.Kind == AtomKind::Loop && A.Index == R.Index && R.Low.constant().value_or(-1) >= 0;
           });
  };
  return P.isValid() && !P.isZero() &&
         all_of(P.terms(), [&](auto &Term) { return Term.second > 0 && all_of(Term.first, IsPositive); });
}

// max(0, a) in a division by d > 0: a, or 0, or as it is. a = r + c*d with c > 0 is not negative where r + c is not.
std::optional<Polynomial> KnownInequalities::settled(const Polynomial &Clipped, const Polynomial &Divisor,
                                                     bool &Assumed) const {
  Polynomial Opposite = Polynomial(0) - Clipped;
  if (implies(Clipped) || (!Divisor.constant() && implies(Clipped - Divisor + Polynomial(1))))
    return Clipped;
  if (!Divisor.constant() && implies(Opposite - Divisor + Polynomial(1)))
    return Polynomial(0);
  if (implies(Opposite))
    return Polynomial(0);
  auto Positive = [&](const Polynomial &P) {
    auto Low = lowest(P);
    return (Low && all_of(Low->terms(), [](auto &Term) { return Term.second > 0; })) || isSumOfPositives(P);
  };
  bool Up = Positive(Clipped) || (!Divisor.constant() && Positive(Clipped - Divisor + Polynomial(1)));
  bool Down = Positive(Opposite) || (!Divisor.constant() && Positive(Opposite - Divisor + Polynomial(1)));
  if (!Up && !Down)
    return std::nullopt;
  Assumed = true;
  return Up ? Clipped : Polynomial(0);
}

Polynomial KnownInequalities::settleDivisions(const Polynomial &P, bool &Assumed) const {
  SettledDivisions Done;
  return settleDivisions(P, Assumed, Done);
}

Polynomial KnownInequalities::settleDivisions(const Polynomial &P, bool &Assumed, SettledDivisions &Done) const {
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Kind != AtomKind::FloorDivide && A.Kind != AtomKind::Modulo)
      return std::nullopt;
    if (auto Known = Done.find(&A); Known != Done.end())
      return Known->second;
    return Done[&A] = settledDivision(A, Assumed, Done);
  });
}

std::optional<Polynomial> KnownInequalities::settledDivision(const Atom &Division, bool &Assumed,
                                                             SettledDivisions &Done) const {
  auto Dividend = Division.Operands[0].singleAtom();
  if (!Dividend || Atoms.get(*Dividend).Kind != AtomKind::Maximum)
    return std::nullopt;
  std::vector<Polynomial> Operands = Atoms.get(*Dividend).Operands;
  if (Operands.size() != 2 || !is_contained(Operands, Polynomial(0)))
    return std::nullopt;
  Polynomial Divisor = settleDivisions(Division.Operands[1], Assumed, Done);
  auto Settled = settled(settleDivisions(Operands[Operands[0].isZero()], Assumed, Done), Divisor, Assumed);
  if (!Settled)
    return std::nullopt;
  return Division.Kind == AtomKind::FloorDivide ? Atoms.floorDivide(*Settled, Divisor)
                                                : Atoms.modulo(*Settled, Divisor);
}

// Fortran's extents are max(0, last - first + 1), and max(-2, n + 2) with a halo of two taken off. Of last + halo and
// first - halo the halo alone leaves open that they have a length, of 1 - 2 : n + 2 nothing does but an n below zero.
// What a loop's variable is multiplied by has one wherever the program may go.
Polynomial KnownInequalities::settleExtents(const Polynomial &P, bool &Assumed) const {
  auto IsPitch = [&](const Atom &A) {
    return any_of(P.terms(), [&](auto &Term) {
      return any_of(Term.first, [&](AtomId Id) { return Atoms.get(Id).Kind == AtomKind::Loop; }) &&
             any_of(Term.first, [&](AtomId Id) {
               const Atom &Factor = Atoms.get(Id);
               return Factor.Kind == AtomKind::Maximum && Factor.Operands == A.Operands;
             });
    });
  };
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Kind != AtomKind::Maximum || A.Operands.size() != 2)
      return std::nullopt;
    bool IsFirst = A.Operands[0].constant().has_value();
    auto Least = A.Operands[IsFirst ? 0 : 1].constant();
    const Polynomial &Extent = A.Operands[IsFirst ? 1 : 0];
    if (!Least || *Least > 1 || Atoms.uses(Extent, AtomKind::Loop))
      return std::nullopt;
    Polynomial Room = Extent - *Least;
    bool IsLarger = isSumOfPositives(Room) || (*Least <= 0 && IsPitch(A)) ||
                    any_of(Known, [&](const Polynomial &Fact) { return isSumOfPositives(Room - Fact); });
    Assumed |= IsLarger;
    return IsLarger ? std::optional<Polynomial>(Extent) : std::nullopt;
  });
}

bool KnownInequalities::excludes(const Polynomial &P) const { return implies(Polynomial(-1) - P); }

// One after the other, and again those that say `this or that`: n != 3 cannot be beside n <= 3 and n >= 3.
bool KnownInequalities::addAll(const Conditions &Facts) {
  for (const Polynomial &Fact : Facts) {
    if (excludes(Fact))
      return false;
    add(Fact);
  }
  return none_of(Known, [&](const Polynomial &Fact) { return Atoms.uses(Fact, AtomKind::Maximum) && excludes(Fact); });
}

// `P` + 1 as a product of factors that follow to be at least 1: atoms, or one that a fact gives and what is left.
bool KnownInequalities::followsFromFactors(const Polynomial &P, unsigned Depth) const {
  static constexpr unsigned MaxDepth = 4; // what is left of a division may be the product again once it is sharpened
  Polynomial Product = P + Polynomial(1);
  if (Depth == MaxDepth || !Product.isValid() ||
      none_of(Product.terms(), [](auto &Term) { return Term.first.size() > 1; }))
    return false;
  if (auto &[Factors, Coefficient] = *Product.terms().begin(); Product.terms().size() == 1 && Coefficient > 0)
    return all_of(Factors, [&](AtomId Factor) { return implies(Polynomial::atom(Factor) - Polynomial(1), Depth + 1); });
  return any_of(Known, [&](const Polynomial &Fact) {
    Polynomial Factor = Fact + Polynomial(1);
    auto Other = Factor.constant() ? std::nullopt : Product.exactQuotient(Factor);
    return Other && implies(*Other - Polynomial(1), Depth + 1);
  });
}

bool KnownInequalities::followsFromOne(const Polynomial &Wanted) const {
  if (auto Value = Wanted.constant())
    return *Value >= 0;
  return any_of(Known, [&](const Polynomial &Fact) {
    auto Slack = Wanted.distanceTo(Fact);
    return Slack && *Slack >= 0;
  });
}

// Differences of 64 bits that are compared with their limits (Fortran's sections): nothing is that large.
static bool holdsForAll(const Polynomial &P) {
  static constexpr int64_t Unreached = int64_t(1) << 62;
  auto Constant = P.constantTerm().constant();
  return Constant && *Constant >= Unreached;
}

/// What to put a value in place of a loop variable costs.
static constexpr size_t SubstitutionComparisons = 8;

bool KnownInequalities::implies(const Polynomial &P, unsigned Depth) const {
  if (holdsForAll(P))
    return true;
  if (!Atoms.spend(1 + Known.size() + Ranges.size() * SubstitutionComparisons))
    return false;
  Polynomial Wanted = sharpened(Atoms, P);
  if (auto Value = Wanted.constant())
    return *Value >= 0;
  if (followsFromOne(Wanted))
    return true;
  if (auto Low = lowest(Wanted); Low && *Low != Wanted && followsFromOne(*Low))
    return true;
  if (followsFromFactors(Wanted, Depth))
    return true;
  auto Pieces = Atoms.distribute(Wanted, AtomKind::Minimum);
  if (Pieces.size() > 1)
    return all_of(Pieces, [&](const Polynomial &Piece) { return implies(Piece, Depth); });
  Pieces = Atoms.distribute(Wanted, AtomKind::Maximum);
  return Pieces.size() > 1 && any_of(Pieces, [&](const Polynomial &Piece) { return implies(Piece, Depth); });
}

// From n - 2 >= 0 and 2 - n >= 0.
static std::optional<Polynomial> fixedValue(AtomId Symbol, const std::vector<Polynomial> &Known) {
  const Polynomial Alone = Polynomial::atom(Symbol);
  for (const Polynomial &Low : Known)
    if (auto Value = Alone.distanceTo(Low); Value && is_contained(Known, Polynomial(*Value) - Alone))
      return Polynomial(*Value);
  return std::nullopt;
}

Polynomial KnownInequalities::withFixedSymbols(const Polynomial &P) const {
  if (Known.empty() || !Atoms.spend(Known.size() * P.terms().size()))
    return P;
  return Atoms.substitute(P, [&](const Atom &A) {
    return A.Kind == AtomKind::Symbol ? fixedValue(*Atoms.symbol(A.Index).singleAtom(), Known) : std::nullopt;
  });
}

Polynomial KnownInequalities::resolve(const Polynomial &P) const {
  if (Known.empty() || Atoms.isSpent() || !(Atoms.uses(P, AtomKind::Minimum) || Atoms.uses(P, AtomKind::Maximum)))
    return P;
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    bool Maximum = A.Kind == AtomKind::Maximum;
    if (!Maximum && A.Kind != AtomKind::Minimum)
      return std::nullopt;
    std::vector<Polynomial> Kept = A.Operands;
    for (size_t I = 0; I < Kept.size() && Kept.size() > 1;) {
      bool Idle = any_of(Kept, [&](const Polynomial &Other) {
        return Other != Kept[I] && implies(Maximum ? Other - Kept[I] : Kept[I] - Other);
      });
      if (Idle)
        Kept.erase(Kept.begin() + I);
      else
        ++I;
    }
    return Maximum ? Atoms.maximum(Kept) : Atoms.minimum(Kept);
  });
}
