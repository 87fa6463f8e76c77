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
#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;
using namespace pme;

namespace {

void recoverAndAnswer(const Module &M, const Options &Asked) {
  Answers Answer(M, Asked);
  RecoveredModule Recovered = recoverModule(M);
  for (const RecoveredFunction &Function : Recovered.Functions)
    Answer.add(Function.Program.get(), *Function.Function, Function.Places);
  Answer.finish();
}

/// A fault in recovery costs the remarks, never the compile: what it works on is a clone. The handlers of signals are
/// those that clang has in place already; opt has none.
void recoverSafely(const Module &M, const Options &Asked) {
  bool AlreadyGuarded = CrashRecoveryContext::GetCurrent() != nullptr;
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Guard;
  if (!Guard.RunSafely([&] { recoverAndAnswer(M, Asked); }))
    warn("internal fault, no answer for " + M.getSourceFileName() + "; please report it with this file");
  if (!AlreadyGuarded)
    CrashRecoveryContext::Disable();
}

struct PmecachePass : PassInfoMixin<PmecachePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Options Asked = Options::read();
    if (Answers::wanted(M, Asked))
      recoverSafely(M, Asked);
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
