//===- InstrumentPasses.cpp - passes before code is instrumented ----------===//

#include "InstrumentPasses.h"

using namespace llvm;
using namespace pme;

// InstCombine must not check for a fix point: the check ends the compiler.
static const char PromotePipeline[] = "sroa";
static const char SimplifyPipeline[] =
    "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "indvars,loop-mssa(licm),simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

InstrumentPasses::InstrumentPasses() {
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  // The texts above are fixed: parsing them cannot fail.
  cantFail(Builder.parsePassPipeline(Promote, PromotePipeline));
  cantFail(Builder.parsePassPipeline(Simplify, SimplifyPipeline));
}

void InstrumentPasses::forget(Function &F) { Functions.invalidate(F, PreservedAnalyses::none()); }

void InstrumentPasses::run(FunctionPassManager &Passes, Function &F) {
  forget(F);
  Functions.invalidate(F, Passes.run(F, Functions));
}

void InstrumentPasses::promoteLocals(Function &F) { run(Promote, F); }
void InstrumentPasses::simplifyLoops(Function &F) { run(Simplify, F); }
