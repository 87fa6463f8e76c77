//===- ChosenConstants.cpp - subscripts that stand in constant tables ----------------===//

#include "ChosenConstants.h"
#include "GeometricLoops.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

/// Directions of a lattice in three dimensions; instructions of all rounds together.
static constexpr unsigned MostRounds = 32, MostWrittenOut = 3000;

// A number that stands in a table, another one in each round.
static bool isChosen(const Instruction &I, const Loop &L) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->getType()->isIntegerTy() || L.isLoopInvariant(Load->getPointerOperand()))
    return false;
  auto *Table = dyn_cast<GlobalVariable>(getUnderlyingObject(Load->getPointerOperand()));
  return Table && Table->isConstant() && Table->hasDefinitiveInitializer();
}

// Whether a construct may begin just before the loop, which is its loop then.
static bool mayBeConstruct(const Loop &L, const LoopInfo &Loops, const Markers &M) {
  const Loop *Around = L.getParentLoop();
  return !Around || any_of(Around->blocks(), [&](BasicBlock *Block) {
    return Loops.getLoopFor(Block) == Around && any_of(*Block, [&](Instruction &I) {
             auto Found = M.read(I);
             return Found && Found->Kind == MarkerKind::Begin;
           });
  });
}

static bool choosesConstants(const Loop &L, const LoopInfo &Loops, FunctionAnalysisManager &FAM, const Markers &M) {
  size_t Size = 0;
  bool Chooses = false;
  for (const BasicBlock *Block : L.blocks()) {
    Size += Block->size();
    Chooses |= any_of(*Block, [&](const Instruction &I) { return isChosen(I, L) && decidesPlaces(I, L, Loops); });
  }
  if (!Chooses || mayBeConstruct(L, Loops, M))
    return false;
  Function &F = *L.getHeader()->getParent();
  unsigned Rounds = FAM.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantTripCount(&L);
  return Rounds > 0 && Rounds <= MostRounds && Rounds * Size <= MostWrittenOut;
}

bool pme::askForChosenConstants(Function &F, FunctionAnalysisManager &FAM, const Markers &M) {
  bool Found = false;
  const LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && choosesConstants(*L, Loops, FAM, M)) {
      askToWriteOut(*L);
      Found = true;
    }
  return Found;
}
