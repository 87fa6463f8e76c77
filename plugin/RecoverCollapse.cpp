//===- RecoverCollapse.cpp - collapsed loops apart again ------------------===//

#include "RecoverCollapse.h"

using namespace llvm;
using namespace pme;

namespace {

/// Takes a counter apart: counter = Divisor * quotient + remainder.
struct Split {
  Polynomial Counter, Divisor, Quotient, Remainder;
};

} // namespace

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
  auto With = [&](int64_t Value) {
    return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
      if (A.Kind == AtomKind::Loop && Atoms.loop(A.Index) == Counter)
        return Polynomial(Value);
      return std::nullopt;
    });
  };
  Start = With(0);
  Step = With(1) - Start;
  return Start.isValid() && Step.isValid() && !Step.isZero() && Start + Step * Counter == P;
}

std::vector<CollapsedLoop> pme::expandCollapsed(int FlatIndex, const Polynomial &Count, ArrayRef<Marker> Variables,
                                                const Markers &M, Nest &N, ExpressionReader &Reader) {
  AtomTable &Atoms = N.Atoms;
  ScalarEvolution &SE = Reader.scalarEvolution();
  std::vector<Polynomial> Values;
  for (const Marker &Found : Variables) {
    auto Value = Reader.read(SE.getSCEV(Found.Call->getArgOperand(1)));
    if (!Value)
      return {};
    Values.push_back(*Value);
  }

  std::vector<CollapsedLoop> Result;
  std::vector<Split> Splits;
  Polynomial Counter = Atoms.loop(FlatIndex), Left = Count + Polynomial(1);
  int FirstNew = N.LoopCount;
  for (size_t Level = 0; Level < Values.size(); ++Level) {
    for (const Split &S : Splits)
      Values[Level] = rewrite(Atoms, S, Values[Level]);
    Polynomial Quotient = Counter, Trips = Left;
    if (Level + 1 < Values.size()) {
      auto Divisor = divisorOf(Atoms, Values[Level], Counter);
      auto Outer = Divisor ? Left.exactQuotient(*Divisor) : std::nullopt;
      if (!Outer)
        break;
      Split S = {Counter, *Divisor, Atoms.loop(N.LoopCount), Atoms.loop(N.LoopCount + 1)};
      N.LoopCount += 2;
      Quotient = S.Quotient;
      Trips = *Outer;
      Left = *Divisor;
      Counter = S.Remainder;
      Values[Level] = rewrite(Atoms, S, Values[Level]);
      Splits.push_back(std::move(S));
    }
    CollapsedLoop Loop;
    Loop.Variable = M.Variables[Variables[Level].Id].Name;
    if (!readLinear(Atoms, Values[Level], Quotient, Loop.First, Loop.Step))
      break;
    Loop.Last = Loop.First + Loop.Step * (Trips - Polynomial(1));
    Loop.LoopIndex = Atoms.get(*Quotient.singleAtom()).Index;
    Result.push_back(std::move(Loop));
  }
  if (Result.size() < Values.size() || Values.empty()) {
    N.LoopCount = FirstNew;
    return {};
  }

  // Counters 0, 1, ... become the source's variables where these count by 1 or -1; others stay.
  std::vector<std::pair<Polynomial, Polynomial>> Sources;
  for (CollapsedLoop &Loop : Result) {
    auto Step = Loop.Step.constant();
    Polynomial Old = Atoms.loop(Loop.LoopIndex);
    if (Step && (*Step == 1 || *Step == -1)) {
      Loop.LoopIndex = N.LoopCount++;
      Sources.push_back({Old, (Atoms.loop(Loop.LoopIndex) - Loop.First) * Loop.Step});
      continue;
    }
    Polynomial Trips = *(Loop.Last - Loop.First).exactQuotient(Loop.Step);
    Loop.First = Polynomial(0);
    Loop.Last = Trips;
    Loop.Step = Polynomial(1);
  }
  Reader.addRewrite([&Atoms, Splits, Sources](const Polynomial &P) {
    Polynomial Rewritten = P;
    for (const Split &S : Splits)
      Rewritten = rewrite(Atoms, S, Rewritten);
    return Atoms.substitute(Rewritten, [&](const Atom &A) -> std::optional<Polynomial> {
      if (A.Kind == AtomKind::Loop)
        for (auto &[Old, New] : Sources)
          if (Atoms.loop(A.Index) == Old)
            return New;
      return std::nullopt;
    });
  });
  return Result;
}
