//===- Polynomial.cpp - the normal form of recovered expressions ---------------------===//

#include "Polynomial.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>
#include <numeric>

using namespace pme;

/// Most operands that distributing an extremum may give.
static constexpr size_t MaxPieces = 16;
/// Most terms of a quotient.
static constexpr size_t MaxDivisionSteps = 64;

static bool standsBefore(const TermList::Term &Term, const Monomial &Product) { return Term.first < Product; }

TermList::const_iterator TermList::find(const Monomial &Product) const {
  auto Place = std::lower_bound(Items.begin(), Items.end(), Product, standsBefore);
  return Place != Items.end() && Place->first == Product ? Place : Items.end();
}

bool TermList::add(const Monomial &Product, int64_t Coefficient) {
  auto Place = std::lower_bound(Items.begin(), Items.end(), Product, standsBefore);
  if (Place == Items.end() || Place->first != Product) {
    if (Coefficient != 0)
      Items.insert(Place, Term(Product, Coefficient));
    return true;
  }
  bool Overflows = __builtin_add_overflow(Place->second, Coefficient, &Place->second);
  if (Place->second == 0)
    Items.erase(Place);
  return !Overflows;
}

Polynomial::Polynomial(int64_t Constant) { addTerm({}, Constant); }

Polynomial Polynomial::atom(AtomId Atom) {
  Polynomial Result;
  Result.addTerm({Atom}, 1);
  return Result;
}

Polynomial Polynomial::invalid() {
  Polynomial Result;
  Result.Valid = false;
  return Result;
}

bool Polynomial::operator<(const Polynomial &Right) const {
  return Valid != Right.Valid ? Valid < Right.Valid : Terms < Right.Terms;
}

std::optional<int64_t> Polynomial::constant() const {
  if (!Valid || Terms.size() > 1)
    return std::nullopt;
  if (Terms.empty())
    return 0;
  if (!Terms.begin()->first.empty())
    return std::nullopt;
  return Terms.begin()->second;
}

// The constant term, if there is one, is the first.
std::optional<int64_t> Polynomial::distanceTo(const Polynomial &Right) const {
  if (!Valid || !Right.Valid)
    return std::nullopt;
  auto Own = Terms.begin(), Other = Right.Terms.begin();
  int64_t OwnConstant = Own != Terms.end() && Own->first.empty() ? (Own++)->second : 0;
  int64_t OtherConstant = Other != Right.Terms.end() && Other->first.empty() ? (Other++)->second : 0;
  int64_t Distance;
  if (__builtin_sub_overflow(OwnConstant, OtherConstant, &Distance) ||
      !std::equal(Own, Terms.end(), Other, Right.Terms.end()))
    return std::nullopt;
  return Distance;
}

Polynomial Polynomial::constantTerm() const {
  auto Place = Terms.find({});
  return Place == Terms.end() ? Polynomial() : Polynomial(Place->second);
}

std::optional<AtomId> Polynomial::singleAtom() const {
  if (!Valid || Terms.size() != 1 || Terms.begin()->first.size() != 1 || Terms.begin()->second != 1)
    return std::nullopt;
  return Terms.begin()->first.front();
}

// Both lists at once, from the first to the last product.
Polynomial Polynomial::plus(const Polynomial &Right, bool Negated) const {
  if (!Valid || !Right.Valid)
    return invalid();
  Polynomial Result;
  auto Own = Terms.begin();
  for (auto &[Product, Plain] : Right.Terms) {
    int64_t Coefficient = Plain;
    if (Negated && __builtin_sub_overflow(0, Plain, &Coefficient))
      return invalid();
    for (; Own != Terms.end() && Own->first < Product; ++Own)
      Result.Terms.append(Own->first, Own->second);
    if (Own != Terms.end() && Own->first == Product &&
        __builtin_add_overflow((Own++)->second, Coefficient, &Coefficient))
      return invalid();
    if (Coefficient != 0)
      Result.Terms.append(Product, Coefficient);
  }
  for (; Own != Terms.end(); ++Own)
    Result.Terms.append(Own->first, Own->second);
  return Result;
}

Polynomial Polynomial::operator+(const Polynomial &Right) const { return plus(Right, /*Negated=*/false); }

Polynomial Polynomial::operator-(const Polynomial &Right) const { return plus(Right, /*Negated=*/true); }

Polynomial Polynomial::operator*(const Polynomial &Right) const {
  if (!Valid || !Right.Valid)
    return invalid();
  Polynomial Result;
  for (auto &[LeftProduct, LeftCoefficient] : Terms)
    for (auto &[RightProduct, RightCoefficient] : Right.Terms) {
      Monomial Product;
      std::merge(LeftProduct.begin(), LeftProduct.end(), RightProduct.begin(), RightProduct.end(),
                 std::back_inserter(Product));
      int64_t Coefficient;
      if (__builtin_mul_overflow(LeftCoefficient, RightCoefficient, &Coefficient))
        return invalid();
      Result.addTerm(Product, Coefficient);
    }
  return Result.Valid ? Result : invalid();
}

int64_t Polynomial::content() const {
  int64_t Result = 0;
  for (auto &[Product, Coefficient] : Terms)
    if (Coefficient != INT64_MIN)
      Result = std::gcd(Result, Coefficient);
  return Result;
}

namespace {

/// More factors first, then as the map has them: a product of leading terms is the leading term of the product.
bool leadsBefore(const Monomial &A, const Monomial &B) { return A.size() != B.size() ? A.size() > B.size() : A < B; }

} // namespace

const Polynomial::Term &Polynomial::leadingTerm() const {
  return *std::min_element(Terms.begin(), Terms.end(),
                           [](const Term &A, const Term &B) { return leadsBefore(A.first, B.first); });
}

std::optional<Polynomial> Polynomial::quotientByNumber(int64_t Number) const {
  Polynomial Result;
  for (auto &[Product, Coefficient] : Terms) {
    if (Coefficient == INT64_MIN || Coefficient % Number != 0)
      return std::nullopt;
    Result.addTerm(Product, Coefficient / Number);
  }
  return Result;
}

// Long division. Each step takes the leading term away; one that the divisor's does not divide is a remainder.
std::optional<Polynomial> Polynomial::exactQuotient(const Polynomial &Divisor) const {
  if (!Valid || !Divisor.Valid || Divisor.Terms.empty())
    return std::nullopt;
  if (auto Number = Divisor.constant())
    return quotientByNumber(*Number);
  auto &[DivisorProduct, DivisorCoefficient] = Divisor.leadingTerm();
  Polynomial Rest = *this, Result;
  for (size_t Step = 0; !Rest.Terms.empty(); ++Step) {
    auto [Product, Coefficient] = Rest.leadingTerm();
    if (Step > MaxDivisionSteps || Coefficient == INT64_MIN || Coefficient % DivisorCoefficient != 0 ||
        !std::includes(Product.begin(), Product.end(), DivisorProduct.begin(), DivisorProduct.end()))
      return std::nullopt;
    Polynomial Part;
    Monomial Factors;
    std::set_difference(Product.begin(), Product.end(), DivisorProduct.begin(), DivisorProduct.end(),
                        std::back_inserter(Factors));
    Part.addTerm(Factors, Coefficient / DivisorCoefficient);
    Result = Result + Part;
    Rest = Rest - Part * Divisor;
    if (!Rest.Valid)
      return std::nullopt;
  }
  return Result;
}

AtomId AtomTable::intern(Atom New) {
  auto Key = std::make_pair(std::make_pair(static_cast<int>(New.Kind), New.Index), New.Operands);
  auto [Place, Inserted] = Ids.try_emplace(std::move(Key), static_cast<AtomId>(Atoms.size()));
  if (Inserted)
    Atoms.push_back(std::move(New));
  return Place->second;
}

// x % 202 modulo 256 is x % 202, and so is x - 202 * (x / 202), however it is written: 54 is -202 there.
std::optional<Polynomial> AtomTable::asRemainder(const Polynomial &P, int64_t Count) {
  auto Whole = P.singleAtom();
  if (Whole && Atoms[*Whole].Kind == AtomKind::Modulo)
    if (int64_t Divisor = Atoms[*Whole].Operands[1].constant().value_or(0); Divisor > 0 && Divisor <= Count)
      return P;
  for (auto &[Product, Coefficient] : P.terms()) {
    const Atom *Division = Product.size() == 1 ? &Atoms[Product.front()] : nullptr;
    if (!Division || Division->Kind != AtomKind::FloorDivide)
      continue;
    int64_t Divisor = Division->Operands[1].constant().value_or(0);
    if (Divisor <= 0 || Divisor > Count || (Coefficient + Divisor) % Count != 0)
      continue;
    Polynomial Rest = P - Polynomial(Coefficient) * Polynomial::atom(Product.front()) - Division->Operands[0];
    if (auto Offset = (Rest - Rest.constantTerm()).exactQuotient(Polynomial(Count)))
      return modulo(Division->Operands[0], Polynomial(Divisor)) + Rest.constantTerm();
  }
  return std::nullopt;
}

static int64_t floorQuotient(int64_t Left, int64_t Right) {
  int64_t Quotient = Left / Right;
  return Quotient - (Left % Right != 0 && (Left < 0) != (Right < 0));
}

Polynomial AtomTable::floorDivide(const Polynomial &Left, const Polynomial &Right) {
  if (!Left.isValid() || !Right.isValid() || Right.isZero())
    return Polynomial::invalid();
  if (auto Quotient = Left.exactQuotient(Right))
    return *Quotient;
  if (auto L = Left.constant(), R = Right.constant(); L && R && *R > 0)
    return Polynomial(floorQuotient(*L, *R));
  return Polynomial::atom(intern({AtomKind::FloorDivide, 0, {Left, Right}}));
}

Polynomial AtomTable::modulo(const Polynomial &Left, const Polynomial &Right) {
  if (!Left.isValid() || !Right.isValid() || Right.isZero())
    return Polynomial::invalid();
  if (Left.exactQuotient(Right))
    return Polynomial(0);
  if (auto L = Left.constant(), R = Right.constant(); L && R && *R > 0)
    return Polynomial(*L - floorQuotient(*L, *R) * *R);
  if (auto R = Right.constant(); R && *R > 0) {
    // Only remainders of the coefficients count: (2*n - t - 1) % 2 is (t + 1) % 2. The same of what is a remainder
    // already.
    Polynomial Reduced;
    for (auto &[Product, Coefficient] : Left.terms()) {
      Polynomial Term(Coefficient - floorQuotient(Coefficient, *R) * *R);
      for (AtomId Id : Product) {
        bool Again = Atoms[Id].Kind == AtomKind::Modulo && Atoms[Id].Operands[1] == Right;
        Term = Term * (Again ? Atoms[Id].Operands[0] : Polynomial::atom(Id));
      }
      Reduced = Reduced + Term;
    }
    if (Reduced != Left)
      return modulo(Reduced, Right);
    if (auto Remainder = asRemainder(Reduced, *R)) {
      auto Offset = Remainder->constantTerm().constant().value_or(0);
      return Offset % *R == 0 ? *Remainder - Polynomial(Offset) : modulo(*Remainder, Right);
    }
    if (*R == 2 && Left.constantTerm() == Polynomial(1)) // of the one colour is not of the other
      return Polynomial(1) - modulo(Left - Polynomial(1), Right);
  }
  return Polynomial::atom(intern({AtomKind::Modulo, 0, {Left, Right}}));
}

Polynomial AtomTable::withoutRemainders(const Polynomial &P) const {
  for (auto &[Product, Coefficient] : P.terms())
    for (AtomId Id : Product) {
      const Atom &Division = Atoms[Id];
      if (Division.Kind != AtomKind::FloorDivide)
        continue;
      bool Divisor = Division.Operands[1].constant().value_or(1) > 0;
      Polynomial Rest = P - (Division.Operands[0] - Division.Operands[1] * Polynomial::atom(Id));
      if (Divisor && Rest.isValid() && Rest.terms().size() < P.terms().size())
        return withoutRemainders(Rest);
    }
  return P;
}

Polynomial AtomTable::signedCoefficients(const Polynomial &P, unsigned Bits) const {
  if (!P.isValid() || Bits >= 64)
    return P;
  Polynomial Result;
  for (auto &[Product, Coefficient] : P.terms()) {
    unsigned Unused = 64 - Bits;
    Polynomial Term(static_cast<int64_t>(static_cast<uint64_t>(Coefficient) << Unused) >> Unused);
    for (AtomId Id : Product)
      Term = Term * Polynomial::atom(Id);
    Result = Result + Term;
  }
  return Result;
}

// Nested extrema of one kind become one; of operands that differ by a constant one is enough.
Polynomial AtomTable::extremum(AtomKind Kind, std::vector<Polynomial> Operands) {
  std::vector<Polynomial> Flat, Kept;
  for (const Polynomial &P : Operands) {
    if (!P.isValid())
      return P;
    std::vector<Polynomial> Pieces = distribute(P, Kind);
    Flat.insert(Flat.end(), Pieces.begin(), Pieces.end());
  }
  for (const Polynomial &P : Flat) {
    bool Needed = true;
    for (Polynomial &Other : Kept)
      if (auto Difference = P.distanceTo(Other)) {
        if (Kind == AtomKind::Minimum ? *Difference < 0 : *Difference > 0)
          Other = P;
        Needed = false;
        break;
      }
    if (Needed)
      Kept.push_back(P);
  }
  if (Kept.empty())
    return Polynomial::invalid();
  std::sort(Kept.begin(), Kept.end());
  if (Kept.size() == 1)
    return Kept.front();
  return Polynomial::atom(intern({Kind, 0, std::move(Kept)}));
}

std::optional<ExtremumSplit> AtomTable::takeApart(const Polynomial &P) const {
  for (auto &[Product, Coefficient] : P.terms())
    for (AtomId Id : Product) {
      const Atom &A = Atoms[Id];
      for (const Polynomial &Operand : A.Operands)
        if (auto Inner = takeApart(Operand))
          return Inner;
      bool Minimum = A.Kind == AtomKind::Minimum;
      if ((!Minimum && A.Kind != AtomKind::Maximum) || !uses(Polynomial::atom(Id), AtomKind::Loop))
        continue;
      Polynomial Difference = A.Operands[0] - A.Operands[1];
      return ExtremumSplit{Id, Minimum ? Polynomial(0) - Difference : Difference};
    }
  return std::nullopt;
}

Polynomial AtomTable::takeSide(const Polynomial &P, const ExtremumSplit &Split, bool First) {
  Atom Old = Atoms[Split.Extremum];
  std::vector<Polynomial> Kept = Old.Operands;
  Kept.erase(Kept.begin() + (First ? 1 : 0));
  Polynomial Replacement = extremum(Old.Kind, std::move(Kept));
  return substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Kind == Old.Kind && A.Operands == Old.Operands)
      return Replacement;
    return std::nullopt;
  });
}

// An operation may stand in many others, which share it: it is visited once, not once for each way that leads to it.
static void visitAtoms(const AtomTable &Atoms, const Polynomial &P, const std::function<void(const Atom &)> &Visit,
                       llvm::SmallPtrSetImpl<const Atom *> &Seen) {
  for (auto &[Product, Coefficient] : P.terms())
    for (AtomId Id : Product) {
      const Atom &A = Atoms.get(Id);
      if (!A.Operands.empty() && !Seen.insert(&A).second)
        continue;
      Visit(A);
      for (const Polynomial &Operand : A.Operands)
        visitAtoms(Atoms, Operand, Visit, Seen);
    }
}

void AtomTable::forEachAtom(const Polynomial &P, const std::function<void(const Atom &)> &Visit) const {
  llvm::SmallPtrSet<const Atom *, 8> Seen;
  visitAtoms(*this, P, Visit, Seen);
}

bool AtomTable::uses(const Polynomial &P, AtomKind Kind) const {
  bool Found = false;
  forEachAtom(P, [&](const Atom &A) { Found |= A.Kind == Kind; });
  return Found;
}

Polynomial AtomTable::make(AtomKind Operation, std::vector<Polynomial> Operands) {
  if (Operation == AtomKind::FloorDivide)
    return floorDivide(Operands[0], Operands[1]);
  if (Operation == AtomKind::Modulo)
    return modulo(Operands[0], Operands[1]);
  return extremum(Operation, std::move(Operands));
}

namespace {

/// One substitution: an operation that stands in many others is made anew once.
class Substitution {
public:
  using Replacement = std::function<std::optional<Polynomial>(const Atom &)>;

  Substitution(AtomTable &Atoms, const Replacement &Replace) : Atoms(Atoms), Replace(Replace) {}

  Polynomial in(const Polynomial &P) {
    if (!P.isValid())
      return P;
    Polynomial Result;
    for (auto &[Product, Coefficient] : P.terms()) {
      Polynomial Term(Coefficient);
      for (AtomId Id : Product)
        Term = Term * of(Id);
      Result = Result + Term;
    }
    return Result;
  }

private:
  Polynomial of(AtomId Id) {
    const Atom &Old = Atoms.get(Id);
    if (Old.Operands.empty())
      return Replace(Old).value_or(Polynomial::atom(Id));
    if (auto Known = Operations.find(Id); Known != Operations.end())
      return Known->second;
    return Operations[Id] = operation(Old);
  }

  Polynomial operation(const Atom &Old) {
    if (auto New = Replace(Old))
      return *New;
    std::vector<Polynomial> Operands;
    for (const Polynomial &Operand : Old.Operands)
      Operands.push_back(in(Operand));
    return Atoms.make(Old.Kind, std::move(Operands));
  }

  AtomTable &Atoms;
  const Replacement &Replace;
  std::map<AtomId, Polynomial> Operations;
};

} // namespace

Polynomial AtomTable::substitute(const Polynomial &P,
                                 const std::function<std::optional<Polynomial>(const Atom &)> &Replace) {
  return Substitution(*this, Replace).in(P);
}

static AtomKind opposite(AtomKind Kind) { return Kind == AtomKind::Minimum ? AtomKind::Maximum : AtomKind::Minimum; }

// -max(a, b) is min(-a, -b).
std::vector<Polynomial> AtomTable::distribute(const Polynomial &P, AtomKind Kind) const {
  const Atom *Extremum = nullptr;
  Polynomial Base, Sign;
  for (auto &[Product, Coefficient] : P.terms()) {
    bool Single = !Extremum && Product.size() == 1;
    if (Single && ((Coefficient == 1 && Atoms[Product.front()].Kind == Kind) ||
                   (Coefficient == -1 && Atoms[Product.front()].Kind == opposite(Kind)))) {
      Extremum = &Atoms[Product.front()];
      Sign = Polynomial(Coefficient);
      continue;
    }
    Polynomial Term(Coefficient);
    for (AtomId Id : Product)
      Term = Term * Polynomial::atom(Id);
    Base = Base + Term;
  }
  if (!Extremum || !P.isValid())
    return {P};
  std::vector<Polynomial> Result;
  for (const Polynomial &Operand : Extremum->Operands)
    for (Polynomial &Piece : distribute(Base + Sign * Operand, Kind))
      Result.push_back(std::move(Piece));
  if (Result.size() > MaxPieces)
    return {P};
  return Result;
}
