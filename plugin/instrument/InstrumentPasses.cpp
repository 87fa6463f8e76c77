//===- InstrumentPasses.cpp - passes before code is instrumented ---------------------===//

#include "InstrumentPasses.h"

using namespace llvm;
using namespace pme;

// InstCombine must not check for a fix point: the check ends the compiler.
static const char PromotePipeline[] = "sroa";
static const char SimplifyPipeline[] =
    "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "indvars,loop-mssa(licm),simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

InstrumentPasses::InstrumentPasses(CostsOfFunction CostsOf)
    : CostsOf(std::move(CostsOf)), Promote(Passes.pipeline(PromotePipeline)),
      Simplify(Passes.pipeline(SimplifyPipeline)) {}

void InstrumentPasses::promoteLocals(Function &F) { Passes.run(Promote, F); }
void InstrumentPasses::simplifyLoops(Function &F) { Passes.run(Simplify, F); }
