//===- Allowance.cpp - what answers may take of a compile ----------------------------===//

#include "Allowance.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

/// Of -O2, fitted to the files of docs/results/compile-time.md; headers of C++ take more, which the module does not tell.
static constexpr double StartMs = 40, MsOfInstruction = 0.04;

/// Where nothing is left; 0 would be no end.
static constexpr double NextToNothingMs = 1e-6;

/// Of a function: with less a ladder of sizes is all there is.
static constexpr double LeastCurvesMs = 12;

static double countInstructions(const Module &M) {
  double Count = 0;
  for (const Function &F : M)
    Count += F.getInstructionCount();
  return Count;
}

static double countAccesses(const pme_program *Program) {
  double Count = 1;
  for (int Id = 0; Id < pme_program_node_count(Program); ++Id)
    Count += pme_program_node(Program, Id)->kind == PME_NODE_ACCESS;
  return Count;
}

Allowance::Allowance(const Module &Module, bool IsDeep)
    : CompileMs(StartMs + MsOfInstruction * countInstructions(Module)), IsDeep(IsDeep) {}

void Allowance::divideAmong(ArrayRef<RecoveredFunction> Functions) {
  for (const RecoveredFunction &Function : Functions)
    Accesses += countAccesses(Function.Program.get());
}

double Allowance::left(double Share, double SpentMs) const {
  return IsDeep ? 0 : std::max(Share * CompileMs - SpentMs, NextToNothingMs);
}

double Allowance::forCurves(const pme_program *Program) const {
  double Own = countAccesses(Program);
  return IsDeep ? 0 : std::max(CurveShare * CompileMs * Own / std::max(Accesses, Own), LeastCurvesMs);
}
