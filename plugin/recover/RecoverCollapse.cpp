//===- RecoverCollapse.cpp - collapsed loops apart again -----------------------------===//

#include "RecoverCollapse.h"
#include "RecoverLoop.h"

using namespace llvm;
using namespace pme;

namespace {

/// Takes a counter apart: counter = Divisor * quotient + remainder.
struct Split {
  Polynomial Counter, Divisor, Quotient, Remainder;
};

/// A counter 0, 1, ... and the variable of the source that goes with it.
struct Source {
  Polynomial Counter, Variable, First, Step;
};

} // namespace

static Polynomial with(AtomTable &Atoms, const Polynomial &P, const Polynomial &Counter, const Polynomial &Value) {
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Kind == AtomKind::Loop && Atoms.loop(A.Index) == Counter)
      return Value;
    return std::nullopt;
  });
}

// Term by term, also inside of minima and divisions: step * counter is variable - first, and only what no step goes
// with needs a division.
static Polynomial termsIntoSource(AtomTable &Atoms, const Source &S, const Polynomial &P,
                                  std::map<const Atom *, Polynomial> &Done) {
  auto Inside = [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Operands.empty())
      return std::nullopt;
    if (auto Known = Done.find(&A); Known != Done.end())
      return Known->second;
    std::vector<Polynomial> Operands;
    for (const Polynomial &Operand : A.Operands)
      Operands.push_back(termsIntoSource(Atoms, S, Operand, Done));
    return Done[&A] = Atoms.make(A.Kind, std::move(Operands));
  };
  Polynomial Result;
  for (auto &[Product, Coefficient] : P.terms()) {
    Polynomial Term(Coefficient);
    for (AtomId Id : Product)
      Term = Term * Polynomial::atom(Id);
    if (auto Factor = Term.exactQuotient(S.Step * S.Counter))
      Term = *Factor * (S.Variable - S.First);
    Term = Atoms.substitute(Term, Inside);
    Result = Result + with(Atoms, Term, S.Counter, Atoms.floorDivide(S.Variable - S.First, S.Step));
  }
  return Result;
}

// counter = (variable - first) / step: multiples of the step come out without a division.
static Polynomial intoSource(AtomTable &Atoms, const Source &S, const Polynomial &P) {
  Polynomial Start = with(Atoms, P, S.Counter, 0), Slope = with(Atoms, P, S.Counter, 1) - Start;
  auto Factor = Slope.exactQuotient(S.Step);
  if (Factor && Start + Slope * S.Counter == P)
    return Start + *Factor * (S.Variable - S.First);
  std::map<const Atom *, Polynomial> Done;
  return termsIntoSource(Atoms, S, P, Done);
}

static Polynomial rewrite(AtomTable &Atoms, const Split &S, const Polynomial &P) {
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    if (A.Kind == AtomKind::Loop && Atoms.loop(A.Index) == S.Counter)
      return S.Divisor * S.Quotient + S.Remainder;
    bool Divides = A.Kind == AtomKind::FloorDivide || A.Kind == AtomKind::Modulo;
    if (Divides && A.Operands[0] == S.Counter && A.Operands[1] == S.Divisor)
      return A.Kind == AtomKind::FloorDivide ? S.Quotient : S.Remainder;
    return std::nullopt;
  });
}

// What the counter is divided by somewhere in `P`.
static std::optional<Polynomial> divisorOf(AtomTable &Atoms, const Polynomial &P, const Polynomial &Counter) {
  std::optional<Polynomial> Result;
  Atoms.forEachAtom(P, [&](const Atom &A) {
    if ((A.Kind == AtomKind::FloorDivide || A.Kind == AtomKind::Modulo) && A.Operands[0] == Counter && !Result)
      Result = A.Operands[1];
  });
  return Result;
}

// `P` as start + step * counter.
static bool readLinear(AtomTable &Atoms, const Polynomial &P, const Polynomial &Counter, Polynomial &Start,
                       Polynomial &Step) {
  Start = with(Atoms, P, Counter, 0);
  Step = with(Atoms, P, Counter, 1) - Start;
  return Start.isValid() && Step.isValid() && !Step.isZero() && Start + Step * Counter == P;
}

// Divisors are sizes that a guard around the loop shows to be positive.
static Polynomial settled(const KnownInequalities &Known, const Polynomial &P, ExpressionReader &Reader) {
  bool Assumed = false;
  Polynomial Result = Known.settleDivisions(P, Assumed);
  if (Assumed)
    Reader.assume(PME_ASSUMPTION_NO_WRAP, "a division that rounds towards zero is of values >= 0");
  return Result;
}

// The values of the variables, outermost first, as the flat counter gives them; empty when one cannot be read.
static std::vector<Polynomial> readValues(ArrayRef<Marker> Variables, const KnownInequalities &Known,
                                          ExpressionReader &Reader) {
  std::vector<Polynomial> Values;
  for (const Marker &Found : Variables) {
    Reader.setBlocksAlike(true);
    auto Value = Reader.read(Reader.scalarEvolution().getSCEV(Found.Call->getArgOperand(1)));
    Reader.setBlocksAlike(false);
    if (!Value)
      return {};
    Values.push_back(settled(Known, *Value, Reader));
  }
  return Values;
}

namespace {

/// The flat counter on its way into digits, from the outermost loop to the innermost.
struct Digits {
  Nest &N;
  Polynomial Counter; ///< counts what is left: the loops that are not taken apart yet
  Polynomial Left;    ///< how many iterations these have
  std::vector<Split> Splits = {};
};

} // namespace

// Takes the outermost of the loops that are left off the counter: its own counter and trip count.
static std::optional<std::pair<Polynomial, Polynomial>> takeDigit(Digits &D, const Polynomial &Value) {
  AtomTable &Atoms = D.N.Atoms;
  auto Divisor = divisorOf(Atoms, Value, D.Counter);
  auto Outer = Divisor ? D.Left.exactQuotient(*Divisor) : std::nullopt;
  if (!Outer)
    return std::nullopt;
  Split S = {D.Counter, *Divisor, Atoms.loop(D.N.LoopCount), Atoms.loop(D.N.LoopCount + 1)};
  D.N.LoopCount += 2;
  D.Left = *Divisor;
  D.Counter = S.Remainder;
  D.Splits.push_back(S);
  return std::pair(S.Quotient, *Outer);
}

// The loops with counters 0, 1, ...; fewer than there are values when one has another form.
static std::vector<CollapsedLoop> takeApart(Digits &D, std::vector<Polynomial> Values) {
  AtomTable &Atoms = D.N.Atoms;
  std::vector<CollapsedLoop> Result;
  for (size_t Level = 0; Level < Values.size(); ++Level) {
    for (const Split &S : D.Splits)
      Values[Level] = rewrite(Atoms, S, Values[Level]);
    std::pair<Polynomial, Polynomial> CounterAndTrips = {D.Counter, D.Left};
    if (Level + 1 < Values.size()) {
      auto Digit = takeDigit(D, Values[Level]);
      if (!Digit)
        break;
      CounterAndTrips = *Digit;
      Values[Level] = rewrite(Atoms, D.Splits.back(), Values[Level]);
    }
    auto &[Counter, Trips] = CounterAndTrips;
    CollapsedLoop Loop;
    if (!readLinear(Atoms, Values[Level], Counter, Loop.First, Loop.Step))
      break;
    Loop.Last = lastValue(Atoms, Loop.First, Loop.Step, Trips - Polynomial(1));
    Loop.LoopIndex = Atoms.get(*Counter.singleAtom()).Index;
    Result.push_back(std::move(Loop));
  }
  return Result;
}

std::vector<CollapsedLoop> pme::expandCollapsed(int FlatIndex, const Polynomial &Count, ArrayRef<Marker> Variables,
                                                const KnownInequalities &Known, ExpressionReader &Reader) {
  Nest &N = Reader.nest();
  AtomTable &Atoms = N.Atoms;
  std::vector<Polynomial> Values = readValues(Variables, Known, Reader);
  int FirstNew = N.LoopCount;
  Digits D = {N, Atoms.loop(FlatIndex), Count + Polynomial(1)};
  std::vector<CollapsedLoop> Result = takeApart(D, Values);
  if (Result.size() < Values.size() || Values.empty()) {
    N.LoopCount = FirstNew;
    return {};
  }

  std::vector<Source> Sources;
  for (auto [Level, Loop] : enumerate(Result)) {
    Polynomial Old = Atoms.loop(Loop.LoopIndex);
    Loop.Variable = Reader.markers().Variables[Variables[Level].Id].Name;
    Loop.LoopIndex = N.LoopCount++;
    Sources.push_back({Old, Atoms.loop(Loop.LoopIndex), Loop.First, Loop.Step});
  }
  Reader.addRewrite([&Atoms, &Reader, Known, Splits = D.Splits, Sources](const Polynomial &P) {
    Polynomial Rewritten = settled(Known, P, Reader);
    for (const Split &S : Splits)
      Rewritten = rewrite(Atoms, S, Rewritten);
    for (const Source &S : Sources)
      Rewritten = intoSource(Atoms, S, Rewritten);
    return Rewritten;
  });
  return Result;
}
