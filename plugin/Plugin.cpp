//===- Plugin.cpp - registration ------------------------------------------===//
//
// The pass runs where the optimisation pipeline starts, at every level. It looks, it never changes anything.
//
//===----------------------------------------------------------------------===//

#include "LLVMCompat.h"
#include "Options.h"
#include "Recover.h"
#include "RuntimeCalls.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdio>

using namespace llvm;
using namespace pme;

namespace {

bool remarksEnabled(LLVMContext &Context) {
  return Context.getLLVMRemarkStreamer() ||
         (Context.getDiagHandlerPtr() && Context.getDiagHandlerPtr()->isAnyRemarkEnabled("pmecache"));
}

std::string fileNameOf(StringRef Function) {
  std::string Name = Function.str();
  for (char &C : Name)
    if (C == '/' || C == '\0')
      C = '_';
  return Name + ".pme";
}

void dump(const RecoveredModule &Module, StringRef Folder) {
  if (sys::fs::create_directories(Folder))
    return;
  for (const RecoveredFunction &Function : Module.Functions) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, fileNameOf(Function.Name));
    if (std::FILE *Stream = std::fopen(Path.c_str(), "w")) {
      pme_program_write(Function.Program.get(), Stream);
      std::fclose(Stream);
    }
  }
}

struct PmecachePass : PassInfoMixin<PmecachePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Options Options = Options::read();
    if (Options.Dump.empty() && Options.Json.empty() && !remarksEnabled(M.getContext()))
      return PreservedAnalyses::all();
    RecoveredModule Recovered = recoverModule(M);
    if (!Options.Dump.empty())
      dump(Recovered, Options.Dump);
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
