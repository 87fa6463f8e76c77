//===- Plugin.cpp - registration ------------------------------------------===//
//
// The pass runs where the optimisation pipeline starts, at every level. It looks, it never changes anything.
//
//===----------------------------------------------------------------------===//

#include "Answers.h"
#include "LLVMCompat.h"
#include "Options.h"
#include "Recover.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace pme;

namespace {

struct PmecachePass : PassInfoMixin<PmecachePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Options Asked = Options::read();
    if (!Answers::wanted(M, Asked))
      return PreservedAnalyses::all();
    Answers Answer(M, Asked);
    RecoveredModule Recovered = recoverModule(M);
    for (const RecoveredFunction &Function : Recovered.Functions)
      Answer.add(Function.Program.get(), *Function.Function, Function.Places);
    Answer.finish();
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "pmecache", "1", [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(PmecachePass()); });
            Builder.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "pmecache")
                    return false;
                  Passes.addPass(PmecachePass());
                  return true;
                });
          }};
}
