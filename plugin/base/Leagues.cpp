//===- Leagues.cpp - `teams` on the host ----------------------------------------------===//

#include "Leagues.h"
#include "RuntimeCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace pme;

namespace {

/// What the body of a league starts.
struct Starts {
  int Distributes = 0, Regions = 0;
  bool HasOther = false; ///< what has no place in it, or is dealt in chunks
};

} // namespace

static void note(Starts &Found, const CallBase &Call) {
  switch (runtimeAction(Call)) {
  case RuntimeAction::StaticInit: {
    auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(StaticSchedule));
    RuntimeSchedule Schedule = decodeSchedule(Number ? Number->getZExtValue() : 0);
    Found.Distributes++;
    Found.HasOther |= !Number || !Schedule.Distribute || Schedule.Chunked;
    break;
  }
  case RuntimeAction::Fork:
  case RuntimeAction::ForkIf:
    Found.Regions++;
    break;
  case RuntimeAction::ForkTeams:
  case RuntimeAction::DispatchInit:
  case RuntimeAction::DistributeInit:
  case RuntimeAction::Task:
  case RuntimeAction::TaskLoop:
    Found.HasOther = true;
    break;
  default:
    break;
  }
}

// With -g the code is in a second function that the body calls.
static void noteAll(Starts &Found, const Function &F) {
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      note(Found, *Call);
      const Function *Callee = Call->getCalledFunction();
      if (Callee && Callee != &F && !Callee->isDeclaration() && Callee->getName().contains("omp_outlined_debug__"))
        noteAll(Found, *Callee);
    }
}

static void mark(Function &F, const char *Attribute) {
  F.addFnAttr(Attribute);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction())
        if (Callee != &F && !Callee->isDeclaration() && Callee->getName().contains("omp_outlined_debug__"))
          Callee->addFnAttr(Attribute);
}

void pme::markLeagues(Module &Clone) {
  for (Function &F : Clone)
    for (Instruction &I : instructions(F)) {
      if (runtimeAction(I) != RuntimeAction::ForkTeams || cast<CallBase>(I).arg_size() <= ForkFunction)
        continue;
      auto *Body = dyn_cast<Function>(cast<CallBase>(I).getArgOperand(ForkFunction)->stripPointerCasts());
      Starts Found;
      if (!Body || Body->isDeclaration())
        continue;
      noteAll(Found, *Body);
      if (Found.HasOther || Found.Distributes == 0)
        continue;
      if (Found.Regions == 0)
        mark(*Body, LeagueOfThreadsAttribute);
      else if (Found.Regions == Found.Distributes)
        mark(*Body, LeagueOfRegionsAttribute);
    }
}
