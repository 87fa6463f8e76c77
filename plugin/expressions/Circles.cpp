//===- Circles.cpp - values that take turns, once per round of a loop --------------------===//

#include "Circles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

/// Longest circle of phis that is followed: buffers that take turns.
static constexpr size_t MaxCircle = 4;
/// Most loops, one in or behind another one, through which it is followed.
static constexpr unsigned MaxLoops = 4;

static const Loop *headedBy(const PHINode &Phi, const LoopInfo &Loops) {
  const Loop *L = Loops.getLoopFor(Phi.getParent());
  return L && L->getHeader() == Phi.getParent() && L->getLoopLatch() && L->getLoopPreheader() ? L : nullptr;
}

static const Value *latchValue(const PHINode &Phi, const Loop &L) {
  return Phi.getIncomingValueForBlock(L.getLoopLatch());
}

// How often the loop goes round when it does, once more than it goes back: as often in each round of `All`.
std::optional<Polynomial> CircleReader::roundsOf(const Loop &L, const Loop *All) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  const SCEV *Back = SE.getBackedgeTakenCount(&L);
  bool IsKnown = !isa<SCEVCouldNotCompute>(Back) && (!All || SE.isLoopInvariant(Back, All));
  auto Result = IsKnown ? Reader.readCount(Back) : std::nullopt;
  if (Result)
    *Result = *Result + Polynomial(1);
  return Result;
}

// The branch around the loop is taken where it would go round no more than 0 times.
bool CircleReader::isSkipped(const Loop &L, const Polynomial &Rounds) {
  const BranchInst *Guard = L.getLoopGuardBranch();
  if (!Guard)
    return false;
  auto Skips = Tests.read(*Guard, Guard->getSuccessor(0) == L.getLoopPreheader() ? 1 : 0);
  return Skips && Skips->size() == 1 && is_contained(Skips->front(), Polynomial(0) - Rounds);
}

// The arm of a phi that a loop leaves, which the phi is not in; the loop is all that is left there.
static const Loop *leftThrough(const PHINode &Phi, unsigned Arm, const LoopInfo &Loops) {
  const Loop *Left = nullptr;
  for (const Loop *L = Loops.getLoopFor(Phi.getIncomingBlock(Arm)); L && !L->contains(&Phi); L = L->getParentLoop())
    Left = L;
  return Left;
}

// Which arm comes from a loop: from its end, or through the phi that stands there.
static unsigned armOfLoop(const PHINode &Phi, const LoopInfo &Loops) {
  for (unsigned Arm = 0; Arm < Phi.getNumIncomingValues(); ++Arm)
    if (auto *Left = dyn_cast<PHINode>(Phi.getIncomingValue(Arm));
        leftThrough(Phi, Arm, Loops) || (Left && Left->getNumIncomingValues() == 1))
      return Arm;
  return 0;
}

const PHINode *CircleReader::leftBy(const Value &V, const Loop &Around, const Loop *All) {
  const Value *Without = nullptr; // what it is where the loop does not run
  for (auto *Phi = dyn_cast<PHINode>(&V); Phi && Around.contains(Phi) && !headedBy(*Phi, Loops);) {
    unsigned Arms = Phi->getNumIncomingValues(), Arm = armOfLoop(*Phi, Loops);
    if (Arms > 2 || (Without && Arms == 2))
      return nullptr;
    if (Arms == 2)
      Without = Phi->getIncomingValue(1 - Arm);
    const Value *Next = Phi->getIncomingValue(Arm);
    const Loop *L = leftThrough(*Phi, Arm, Loops);
    Phi = dyn_cast<PHINode>(Next);
    if (!L)
      continue;
    auto Rounds = L->getLoopLatch() && L->getLoopPreheader() ? roundsOf(*L, All) : std::nullopt;
    for (const PHINode &Before : L->getHeader()->phis())
      if (Rounds && latchValue(Before, *L) == Next &&
          (!Without || (Before.getIncomingValueForBlock(L->getLoopPreheader()) == Without && isSkipped(*L, *Rounds))))
        return &Before;
    return nullptr;
  }
  return nullptr;
}

bool CircleReader::goBack(Turned &Place, const Loop &Around, const Loop *All, unsigned Depth) {
  for (unsigned Passed = 0; Passed < MaxLoops; ++Passed) {
    auto *First = dyn_cast<PHINode>(Place.Values.front());
    if (First && headedBy(*First, Loops) == &Around)
      return all_of(Place.Values, [&](const Value *V) {
        auto *Phi = dyn_cast<PHINode>(V);
        return Phi && Phi->getParent() == Around.getHeader();
      });
    const PHINode *Left = First ? leftBy(*First, Around, All) : nullptr;
    auto Inner = Left ? circleOf(*Left, All, Depth + 1) : std::nullopt;
    if (!Inner || Inner->Phis.size() != Place.Values.size())
      return false;
    const Loop &L = *headedBy(*Left, Loops);
    for (size_t I = 0; I < Place.Values.size(); ++I) {
      if (leftBy(*Place.Values[I], Around, All) != Inner->Phis[I])
        return false;
      Place.Values[I] = Inner->Phis[I]->getIncomingValueForBlock(L.getLoopPreheader());
    }
    Place.Turns = Place.Turns + Inner->Step * *roundsOf(L, All);
  }
  return false;
}

// What the head of `L` takes up has been left by a loop in it, whose circle has the order.
std::optional<CircleReader::Circle> CircleReader::throughLoops(const PHINode &Phi, const Loop &L, const Loop &All,
                                                               unsigned Depth) {
  const PHINode *Left = leftBy(*latchValue(Phi, L), L, &All);
  auto Inner = Left ? circleOf(*Left, &All, Depth + 1) : std::nullopt;
  if (!Inner)
    return std::nullopt;
  Turned Place{{}, Inner->Step * *roundsOf(*headedBy(*Left, Loops), &All)};
  for (const PHINode *Own : Inner->Phis)
    Place.Values.push_back(Own->getIncomingValueForBlock(headedBy(*Own, Loops)->getLoopPreheader()));
  if (!goBack(Place, L, &All, Depth))
    return std::nullopt;
  const auto *Found = find(Place.Values, &Phi);
  if (Found == Place.Values.end())
    return std::nullopt;
  std::rotate(Place.Values.begin(), const_cast<const Value **>(Found), Place.Values.end());
  int64_t Index = static_cast<int64_t>(Found - Place.Values.begin());
  Circle Result{{}, Place.Turns - Polynomial(Index)};
  for (size_t I = 0; I < Place.Values.size(); ++I) {
    auto *Own = cast<PHINode>(Place.Values[I]);
    if (leftBy(*latchValue(*Own, L), L, &All) != Inner->Phis[I])
      return std::nullopt;
    Result.Phis.push_back(Own);
  }
  return Result;
}

std::optional<CircleReader::Circle> CircleReader::circleOf(const PHINode &Phi, const Loop *All, unsigned Depth) {
  const Loop *L = headedBy(Phi, Loops);
  if (!L || Depth > MaxLoops)
    return std::nullopt;
  Circle Direct{{}, Polynomial(1)};
  const PHINode *Next = &Phi;
  do {
    Direct.Phis.push_back(Next);
    Next = dyn_cast<PHINode>(latchValue(*Next, *L));
  } while (Next && Next != &Phi && Next->getParent() == L->getHeader() && Direct.Phis.size() < MaxCircle);
  if (Next == &Phi)
    return Direct.Phis.size() < 2 ? std::nullopt : std::optional(Direct);
  return throughLoops(Phi, *L, All ? *All : *L, Depth);
}

std::optional<CircleReader::Turned> CircleReader::read(const PHINode &Phi) {
  auto Own = circleOf(Phi, nullptr, 0);
  const Loop *L = headedBy(Phi, Loops);
  auto Round = L ? Reader.iterationOf(*L) : std::nullopt;
  if (!Own || !Round)
    return std::nullopt;
  Turned Result{{}, Own->Step * *Round};
  for (const PHINode *One : Own->Phis)
    Result.Values.push_back(One->getIncomingValueForBlock(L->getLoopPreheader()));
  // What is around has turned them, too.
  while (const Loop *Around = L->getParentLoop()) {
    Turned Before = Result;
    auto Outer = goBack(Before, *Around, nullptr, 0) ? circleOf(*cast<PHINode>(Before.Values.front()), nullptr, 0)
                                                     : std::nullopt;
    auto Rounds = Reader.iterationOf(*Around);
    if (!Outer || !Rounds || !equal(Outer->Phis, Before.Values))
      break;
    for (size_t I = 0; I < Before.Values.size(); ++I)
      Before.Values[I] = Outer->Phis[I]->getIncomingValueForBlock(Around->getLoopPreheader());
    Before.Turns = Before.Turns + Outer->Step * *Rounds;
    Result = Before;
    L = Around;
  }
  return Result;
}
