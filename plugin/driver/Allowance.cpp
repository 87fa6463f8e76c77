//===- Allowance.cpp - what answers may take of a compile ----------------------------===//

#include "Allowance.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

/// Of -O2, fitted to the files of docs/results/compile-time.md; headers of C++ take more, which the module does not tell.
static constexpr double StartMs = 40, MsOfInstruction = 0.04;

/// Where nothing is left; 0 would be no end.
static constexpr double NextToNothingMs = 1e-6;

/// Of a function: with less a ladder of sizes is all there is. Hundreds of functions share so much of the compile, and
/// milliseconds.
static constexpr double LeastCurvesMs = 9, LeastCurvesShare = 0.5, LeastCurvesUnitMs = 500;

/// What a prediction takes as a rule, and for each access.
static constexpr double UsualPredictionMs = 40, UsualPredictionMsOfAccess = 0.5;

/// What advice by sizes tells something with; functions get no less as long as there is some.
static constexpr double UsefulSizesMs = 100;

static double countAccesses(const pme_program *Program) {
  double Count = 1;
  for (int Id = 0; Id < pme_program_node_count(Program); ++Id)
    Count += pme_program_node(Program, Id)->kind == PME_NODE_ACCESS;
  return Count;
}

static double usualPredictionMs(const pme_program *Program) {
  return UsualPredictionMs + UsualPredictionMsOfAccess * countAccesses(Program);
}

Allowance::Allowance(const Module &Module, bool IsDeep, double Scale)
    : CompileMs(StartMs + MsOfInstruction * Module.getInstructionCount()), IsDeep(IsDeep), Scale(Scale) {}

void Allowance::divideAmong(ArrayRef<RecoveredFunction> Recovered) {
  for (const RecoveredFunction &Function : Recovered) {
    Accesses += countAccesses(Function.Program.get());
    UsualPredictionsMs += usualPredictionMs(Function.Program.get());
  }
  AccessesToCome = Accesses;
  Functions = static_cast<double>(Recovered.size());
}

void Allowance::finish(const pme_program *Program) { AccessesToCome -= countAccesses(Program); }

double Allowance::left(Part Of, double SpentMs) const {
  return IsDeep ? 0 : std::max(all(Of) - SpentMs, NextToNothingMs);
}

double Allowance::leastForCurves() const {
  double Share = all({LeastCurvesShare, LeastCurvesUnitMs}) / std::max(Functions, 1.0);
  return std::min(LeastCurvesMs, Share);
}

double Allowance::forCurves(const pme_program *Program, bool InDocument) const {
  double Own = countAccesses(Program);
  double All = all(InDocument ? OfDocumentCurves : OfCurves);
  return IsDeep ? 0 : std::max(All * Own / std::max(Accesses, Own), leastForCurves());
}

double Allowance::forPrediction(pme_program *Program, double AskedMs) const {
  double Share = all(OfPredictions) / std::max(UsualPredictionsMs, 1.0) * usualPredictionMs(Program);
  if (IsDeep || Share >= std::min(usualPredictionMs(Program), AskedMs))
    return AskedMs;
  auto Us = std::max<int64_t>(static_cast<int64_t>(1e3 * Share), 1);
  pme_program_set_effort_us(Program, Us);
  return 1e-3 * static_cast<double>(Us);
}

double Allowance::forSizes(const pme_program *Program) const {
  double Own = countAccesses(Program), Left = left(OfSizes, SizesMs);
  return std::max(Left * Own / std::max(AccessesToCome, Own), std::min(Left, UsefulSizesMs));
}
