//===- InstrumentLeftOut.cpp - code that is not measured, and why ---------------------===//

#include "InstrumentLeftOut.h"
#include "plugin/base/TaskLoops.h"
#include "plugin/names/Fortran.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

using Functions = SmallPtrSet<const Function *, 16>;

// Whether regions alone call it, or make tasks of it: copies of it are measured there.
static bool isOfRegions(const Function &F, const Functions &OfRegions) {
  return F.hasLocalLinkage() && !F.use_empty() && all_of(F.users(), [&](const User *By) {
           auto *Call = dyn_cast<CallBase>(By);
           bool Runs = Call && (Call->getCalledFunction() == &F || taskEntry(*Call) == &F);
           return Runs && OfRegions.count(Call->getFunction());
         });
}

static void addWhatTheyCall(const Module &M, Functions &OfRegions) {
  for (bool IsMore = true; IsMore;) {
    IsMore = false;
    for (const Function &F : M)
      IsMore |= !OfRegions.count(&F) && isOfRegions(F, OfRegions) && OfRegions.insert(&F).second;
  }
}

// The source's name: a region without a worksharing loop is a part of its function.
static std::string sourceName(const Function &F) {
  const DISubprogram *Source = F.getSubprogram();
  StringRef Name = Source ? Source->getName() : F.getName();
  return functionName(Name.take_front(Name.find(".omp_outlined")));
}

static void say(Function &F, StringRef Mode) {
  const DISubprogram *Source = F.getSubprogram();
  OptimizationRemarkMissed Remark("pmecache", "NotMeasured", Source ? DiagnosticLocation(Source) : DiagnosticLocation(),
                                  &F.getEntryBlock());
  Remark << "function '" + sourceName(F) + "': with -pmecache-instrument=" + Mode.str() +
                " its loops are measured only where a region with a worksharing loop calls it; " +
                "-pmecache-instrument=program measures serial code, tasks and the start routines of threads, too";
  OptimizationRemarkEmitter(&F).emit(Remark);
}

void pme::sayWhatIsLeftOut(ArrayRef<Function *> WithLoops, Functions Bodies, StringRef Mode) {
  if (!WithLoops.empty())
    addWhatTheyCall(*WithLoops.front()->getParent(), Bodies);
  for (Function *F : WithLoops)
    if (!Bodies.count(F))
      say(*F, Mode);
}
