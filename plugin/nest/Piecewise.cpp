//===- Piecewise.cpp - one expression for a value with several arms ------------------===//

#include "Piecewise.h"
#include "KnownInequalities.h"

#include <algorithm>

using namespace pme;

// -floor(a / d) is floor((d - 1 - a) / d), and whole multiples of d leave the dividend: equal expressions look equal.
static Polynomial canonical(AtomTable &Atoms, const Polynomial &P) {
  Polynomial Result;
  for (auto &[Product, Coefficient] : P.terms()) {
    Polynomial Term(Coefficient);
    for (AtomId Id : Product)
      Term = Term * Polynomial::atom(Id);
    const Atom *Single = Product.size() == 1 ? &Atoms.get(Product.front()) : nullptr;
    if (Single && Single->Kind == AtomKind::FloorDivide && (Coefficient == 1 || Coefficient == -1))
      if (auto Divisor = Single->Operands[1].constant(); Divisor && *Divisor > 0) {
        Polynomial Dividend = Coefficient > 0 ? Single->Operands[0] : Polynomial(*Divisor - 1) - Single->Operands[0];
        int64_t Constant = Dividend.constantTerm().constant().value_or(0);
        int64_t Rest = (Constant % *Divisor + *Divisor) % *Divisor;
        Polynomial Whole((Constant - Rest) / *Divisor);
        Term = Atoms.floorDivide(Dividend - Polynomial(Constant - Rest), Polynomial(*Divisor)) + Whole;
      }
    Result = Result + Term;
  }
  return Result;
}

static bool subtractsQuotient(const AtomTable &Atoms, const Polynomial &P) {
  for (auto &[Product, Coefficient] : P.terms())
    if (Coefficient < 0 && Product.size() == 1 && Atoms.get(Product.front()).Kind == AtomKind::FloorDivide)
      return true;
  return false;
}

// Largest (Sign 1) or smallest (Sign -1) in each region of all values.
static bool isExtremum(const std::vector<KnownInequalities> &Regions, const std::vector<Polynomial> &Values, int Sign) {
  for (size_t I = 0; I < Values.size(); ++I)
    for (const Polynomial &Other : Values)
      if (Other != Values[I] && !Regions[I].implies(Polynomial(Sign) * (Values[I] - Other)))
        return false;
  return true;
}

std::optional<Polynomial> pme::joinArms(AtomTable &Atoms, std::vector<Arm> Arms) {
  std::vector<KnownInequalities> Regions;
  std::vector<Polynomial> Values, Natural;
  for (const Arm &A : Arms) {
    Regions.emplace_back(Atoms);
    for (const Polynomial &P : A.When)
      Regions.back().add(P);
    bool Assumed = false;
    Polynomial Value = Regions.back().resolve(Regions.back().settleDivisions(A.Value, Assumed));
    if (Assumed || !Value.isValid())
      return std::nullopt;
    Values.push_back(canonical(Atoms, Value));
    Natural.push_back(subtractsQuotient(Atoms, Value) ? Values.back() : Value);
  }
  if (Values.empty())
    return std::nullopt;
  if (std::all_of(Values.begin(), Values.end(), [&](const Polynomial &P) { return P == Values.front(); }))
    return Natural.back();
  if (isExtremum(Regions, Values, 1))
    return Atoms.maximum(Natural);
  if (isExtremum(Regions, Values, -1))
    return Atoms.minimum(Natural);
  return std::nullopt;
}
