//===- FunctionReading.cpp - a root function and all that is known of it -------------===//

#include "FunctionReading.h"

#include "plugin/clone/Inline.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace pme;

FunctionReading::FunctionReading(const RootFunction &Root, const KeptAccesses &Kept, const LoopSet &Normalised)
    : F(Root.F), M(Root.M), SE(Root.Analyses.getResult<ScalarEvolutionAnalysis>(F)),
      Loops(Root.Analyses.getResult<LoopAnalysis>(F)), Tree(Root.Analyses.getResult<DominatorTreeAnalysis>(F)),
      Library(Root.Analyses.getResult<TargetLibraryAnalysis>(F)), Costs(Root.Costs), Kept(Kept),
      Normalised(Normalised) {
  for (Instruction &I : instructions(F))
    if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Variable)
      if (int Construct = M.Variables[Marked->Id].Construct; Construct >= 0)
        WorksharingVariables[Construct].push_back(Marked->Call);
}

bool FunctionReading::asksForThread() const {
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && M.isThreadNumber(*Call);
  });
}

SmallVector<Marker, 4> FunctionReading::variablesOf(const Loop &L, int Construct) const {
  SmallVector<Marker, 4> Result;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Variable) {
        int Owner = M.Variables[Marked->Id].Construct;
        if (Construct >= 0 ? Owner == Construct : (Owner < 0 && Loops.getLoopFor(Block) == &L))
          Result.push_back(*Marked);
      }
  // Passes copy markers: one for each level of a collapsed nest.
  auto Level = [&](const Marker &Marked) { return M.Variables[Marked.Id].Level; };
  stable_sort(Result, [&](const Marker &A, const Marker &B) { return Level(A) < Level(B); });
  if (Construct >= 0)
    Result.erase(std::unique(Result.begin(), Result.end(),
                             [&](const Marker &A, const Marker &B) { return Level(A) == Level(B); }),
                 Result.end());
  return Result;
}

bool FunctionReading::handsValuesOn(const Loop &L) const {
  SmallVector<Marker, 4> Variables = variablesOf(L, /*Construct=*/-1);
  return Variables.empty() || any_of(Variables, [&](const Marker &Marked) { return M.Variables[Marked.Id].Carries; });
}

// A worksharing loop has the marker of its variable on its own level. A construct that runs one iteration has no loop:
// then the marker stands outside of all loops of the construct.
bool FunctionReading::isLoopOf(const Loop &L, int Construct) const {
  bool Elsewhere = false;
  for (CallBase *Call : WorksharingVariables.lookup(Construct)) {
    if (Loops.getLoopFor(Call->getParent()) == &L)
      return true;
    Elsewhere |= !L.contains(Call->getParent());
  }
  return !Elsewhere;
}

bool FunctionReading::holdsWorksharing(const Loop &L) const {
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](Instruction &I) {
      auto Marked = M.read(I);
      return Marked && Marked->Kind == MarkerKind::Begin && M.Constructs[Marked->Id].Kind == ConstructKind::Loop;
    });
  });
}

const Instruction *FunctionReading::regionOf(const Loop &L) const {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Begin && Loops.getLoopFor(Block) == &L &&
                                   M.Constructs[Marked->Id].Kind == ConstructKind::Region)
        return &I;
  return nullptr;
}

bool FunctionReading::countsOnlyBehind(const Loop &L, ArrayRef<LoopTest> Tests, int Worksharing) const {
  auto Counts = [&](Instruction &I) {
    auto Marked = M.read(I);
    bool IsShared = Marked && Marked->Kind == MarkerKind::Variable && Worksharing >= 0 &&
                    M.Variables[Marked->Id].Construct == Worksharing;
    if (Marked)
      return IsShared || (Marked->Kind != MarkerKind::Variable && Marked->Kind != MarkerKind::Hidden);
    return isa<CallBase>(I) && I.mayReadOrWriteMemory();
  };
  for (BasicBlock *Block : L.blocks())
    if (any_of(*Block, Counts) && !all_of(Tests, [&](const LoopTest &Test) {
          return Tree.dominates(BasicBlockEdge(Test.Block, Test.Inside), Block);
        }))
      return false;
  return true;
}

bool FunctionReading::isCounted(const CodePath *Path) {
  for (; Path; Path = Path->Parent)
    if (Path->What == CodePath::Loop || Path->What == CodePath::Construct)
      return true;
  return false;
}

bool FunctionReading::isOfTeam(const CodePath *Path) const {
  bool InRegion = !isOfOneThread(F);
  for (; Path; Path = Path->Parent) {
    if (Path->What != CodePath::Construct)
      continue;
    if (M.Constructs[Path->Id].Kind == ConstructKind::OneThread)
      return false;
    InRegion |= M.Constructs[Path->Id].Kind == ConstructKind::Region;
  }
  return InRegion;
}

bool FunctionReading::isSequential() const { return F.hasFnAttribute(SequentialAttribute); }
