//===- FunctionPasses.cpp - pass pipelines over single functions ---------------------===//

#include "FunctionPasses.h"

using namespace llvm;
using namespace pme;

FunctionPasses::FunctionPasses() {
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
}

FunctionPassManager FunctionPasses::pipeline(StringRef Text) {
  FunctionPassManager Passes;
  cantFail(Builder.parsePassPipeline(Passes, Text));
  return Passes;
}

void FunctionPasses::forget(Function &F) { Functions.invalidate(F, PreservedAnalyses::none()); }

void FunctionPasses::run(FunctionPassManager &Passes, Function &F) {
  forget(F);
  Functions.invalidate(F, Passes.run(F, Functions));
}
