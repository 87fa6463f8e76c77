//===- Plugin.cpp - registration ------------------------------------------===//
//
// The pass runs where the optimisation pipeline starts, at every level. It looks; only when an instrumented program is
// asked for does it change anything.
//
//===----------------------------------------------------------------------===//

#include "Answers.h"
#include "Instrument.h"
#include "LLVMCompat.h"
#include "Options.h"
#include "Recover.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;
using namespace pme;

namespace {

RecoveredModule recoverAndAnswer(const Module &M, const Options &Asked) {
  RecoveredModule Recovered = recoverModule(M, /*WithSymbols=*/!Asked.Instrument.empty());
  if (Answers::wanted(M, Asked)) {
    Answers Answer(M, Asked);
    for (const RecoveredFunction &Function : Recovered.Functions)
      Answer.add(Function);
    Answer.finish();
  }
  return Recovered;
}

/// A fault in recovery costs the remarks, never the compile: what it works on is a clone. The handlers of signals are
/// those that clang has in place already; opt has none.
RecoveredModule recoverSafely(const Module &M, const Options &Asked) {
  RecoveredModule Result;
  bool AlreadyGuarded = CrashRecoveryContext::GetCurrent() != nullptr;
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Guard;
  if (!Guard.RunSafely([&] { Result = recoverAndAnswer(M, Asked); }))
    warn("internal fault, no answer for " + M.getSourceFileName() + "; please report it with this file");
  if (!AlreadyGuarded)
    CrashRecoveryContext::Disable();
  return Result;
}

struct PmecachePass : PassInfoMixin<PmecachePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Options Asked = Options::read();
    bool Instruments = is_contained({"values", "irregular", "all"}, Asked.Instrument);
    if (!Instruments && !Answers::wanted(M, Asked))
      return PreservedAnalyses::all();
    RecoveredModule Recovered = recoverSafely(M, Asked);
    bool Changed = Instruments && instrument(M, Recovered, Asked.Instrument);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
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
