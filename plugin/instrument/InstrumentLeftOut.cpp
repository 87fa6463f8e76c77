//===- InstrumentLeftOut.cpp - code that is not measured, and why ---------------------===//

#include "InstrumentLeftOut.h"
#include "plugin/names/Fortran.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace pme;

using Functions = SmallPtrSet<const Function *, 16>;

// Whether regions alone call it: copies of it are measured there.
static bool isOfRegions(const Function &F, const Functions &OfRegions) {
  return F.hasLocalLinkage() && !F.use_empty() && all_of(F.users(), [&](const User *By) {
           auto *Call = dyn_cast<CallBase>(By);
           return Call && Call->getCalledFunction() == &F && OfRegions.count(Call->getFunction());
         });
}

static void addWhatTheyCall(ArrayRef<Function *> WithLoops, Functions &OfRegions) {
  for (bool IsMore = true; IsMore;) {
    IsMore = false;
    for (const Function *F : WithLoops)
      IsMore |= !OfRegions.count(F) && isOfRegions(*F, OfRegions) && OfRegions.insert(F).second;
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
  addWhatTheyCall(WithLoops, Bodies);
  for (Function *F : WithLoops)
    if (!Bodies.count(F))
      say(*F, Mode);
}
