//===- ConditionSwitch.cpp - which values of a switch lead where ---------------------===//

#include "Conditions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

namespace {

/// Values from `Least` to `Most`.
struct Run {
  int64_t Least, Most;
};

} // namespace

/// Most runs of values that are told apart: each is compared with all that is known where its arm stands.
static constexpr size_t MaxRuns = 16;

// Of the cases that lead to `To`, or of all others.
static std::vector<Run> runsOf(const SwitchInst &Switch, const BasicBlock &To, bool LeadThere, bool HaveSign) {
  std::vector<int64_t> Values;
  for (auto &Case : Switch.cases())
    if ((Case.getCaseSuccessor() == &To) == LeadThere)
      Values.push_back(HaveSign ? Case.getCaseValue()->getSExtValue()
                                : static_cast<int64_t>(Case.getCaseValue()->getZExtValue()));
  sort(Values);
  std::vector<Run> Result;
  for (int64_t Value : Values)
    if (!Result.empty() && Result.back().Most == Value - 1)
      Result.back().Most = Value;
    else
      Result.push_back({Value, Value});
  return Result;
}

// What says one of several things of symbols alone is one condition, a maximum (isApart).
static std::optional<ConditionReader::Alternatives> isWithinOne(Nest &N, const Polynomial &P, ArrayRef<Run> Runs) {
  ConditionReader::Alternatives Result;
  for (const Run &R : Runs)
    Result.push_back({P - Polynomial(R.Least), Polynomial(R.Most) - P});
  if (Result.size() > 1 && !isDealt(N, P)) {
    std::vector<Polynomial> Rooms;
    for (const Conditions &Within : Result)
      Rooms.push_back(N.Atoms.minimum(Within));
    return ConditionReader::Alternatives{{N.Atoms.maximum(Rooms)}};
  }
  if (Result.size() > MaxAlternatives)
    return std::nullopt;
  return Result;
}

// The default's arm, and that of cases that lead to the same place: none of the others.
static std::optional<ConditionReader::Alternatives> isWithinNone(Nest &N, const Polynomial &P, ArrayRef<Run> Runs) {
  std::optional<ConditionReader::Alternatives> Result = ConditionReader::Alternatives{{}};
  for (const Run &R : Runs)
    Result = ConditionReader::both(Result, isApart(N, Polynomial(R.Least) - P, P - Polynomial(R.Most)));
  return Result;
}

std::optional<ConditionReader::Alternatives> ConditionReader::readSwitch(const SwitchInst &Switch,
                                                                         const BasicBlock &To) {
  if (Switch.getCondition()->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  bool IsDefault = Switch.getDefaultDest() == &To;
  const SCEV *Value = Reader.scalarEvolution().getSCEV(Switch.getCondition());
  bool IsComputedNarrow = isNarrow(*Switch.getCondition()) && !isa<SCEVUnknown>(Value);
  bool IsBit = Switch.getCondition()->getType()->isIntegerTy(1); // of two sections: 0 or 1
  std::vector<Run> Runs = runsOf(Switch, To, !IsDefault, !IsComputedNarrow && !IsBit);
  auto P = Reader.read(Value);
  if (P && IsComputedNarrow)
    P = asCompared(*Switch.getCondition(), *P, /*IsSigned=*/false);
  if (!P || !P->isValid() || Runs.size() > MaxRuns)
    return std::nullopt;
  return IsDefault ? isWithinNone(Reader.nest(), *P, Runs) : isWithinOne(Reader.nest(), *P, Runs);
}
