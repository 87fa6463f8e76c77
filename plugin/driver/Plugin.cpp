//===- Plugin.cpp - registration -----------------------------------------------------===//
//
// The pass runs where the optimisation pipeline starts, at every level. It looks; only when an instrumented program is
// asked for does it change anything.
//
//===----------------------------------------------------------------------===//

#include "ModuleReport.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/base/Options.h"
#include "plugin/base/ParsedOptions.h"
#include "plugin/instrument/Instrument.h"
#include "plugin/recover/Recover.h"
#include "pmecache/arena.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"

#include <array>
#include <csignal>
#include <optional>

using namespace llvm;
using namespace pme;

namespace {

// The machine is read for traces only: that of the host takes a while.
bool addMeasuring(Module &M, const RecoveredModule &Recovered, const Options &Asked, ParsedOptions &Request,
                  const CostsOfFunction &CostsOf) {
  const pme_machine *Machine = Asked.Instrument == "values" ? nullptr : Request.machine();
  return instrument(M, Recovered, Asked.Instrument, Machine, CostsOf);
}

/// A program that measures itself is the same in each build.
constexpr double NoLimitMs = 1e12;

RecoveredModule recoverAndAnswer(const Module &M, const Options &Asked, ParsedOptions &Request,
                                 const CostsOfFunction &CostsOf) {
  UnitClock Clock(Request.instruments() ? NoLimitMs : Request.unitBudgetMs());
  std::optional<ModuleReport> Report;
  RecoveryRequest Wanted = {/*WithSymbols=*/Request.instruments(), /*WithSequential=*/Request.isSequentialWanted()};
  if (ModuleReport::wanted(M, Asked)) {
    Report.emplace(M, Asked, Request, Clock);
    Wanted.Runs = [&](const Function &Source, const DILocation &Place) { return Report->runsOf(Source, Place); };
  }
  RecoveredModule Recovered = recoverModule(M, Clock, std::move(Wanted), CostsOf);
  if (Report) {
    Report->expect(Recovered.Functions);
    for (const RecoveredFunction &Function : Recovered.Functions)
      Report->add(Function);
    Report->finish();
  }
  return Recovered;
}

/// Handlers of faults run on the stack for signals that LLVM's tools have: where recursion has used up the usual one,
/// there is no room for them. As it was at the end.
class HandlersOnTheirStack {
public:
  HandlersOnTheirStack() {
    for (size_t I = 0; I < Signals.size(); ++I)
      if (struct sigaction Action; sigaction(Signals[I], nullptr, &Action) == 0) {
        Before[I] = Action;
        Action.sa_flags |= SA_ONSTACK;
        sigaction(Signals[I], &Action, nullptr);
      }
  }
  ~HandlersOnTheirStack() {
    for (size_t I = 0; I < Signals.size(); ++I)
      if (Before[I])
        sigaction(Signals[I], &*Before[I], nullptr);
  }

private:
  static constexpr std::array<int, 2> Signals = {SIGSEGV, SIGBUS};
  std::array<std::optional<struct sigaction>, Signals.size()> Before;
};

/// A fault in recovery costs the remarks, never the compile: what it works on is a clone. The handlers of signals are
/// those that clang has in place already; opt has none.
RecoveredModule recoverSafely(const Module &M, const Options &Asked, ParsedOptions &Request,
                              const CostsOfFunction &CostsOf) {
  RecoveredModule Result;
  bool AlreadyGuarded = CrashRecoveryContext::GetCurrent() != nullptr;
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Guard;
  pme_arena_begin_keeping();
  HandlersOnTheirStack OnTheirs;
  if (Guard.RunSafely([&] { Result = recoverAndAnswer(M, Asked, Request, CostsOf); }))
    pme_arena_end_keeping(); // after a fault nobody touches what may be broken
  else
    warn("internal fault, no answer for " + M.getSourceFileName() + "; please report it with this file");
  if (!AlreadyGuarded)
    CrashRecoveryContext::Disable();
  return Result;
}

/// What instructions of a function of the clone cost on the processor compiled for. The compiler's own analyses know;
/// they must not remember a function that goes away.
TargetTransformInfo costsOf(const Function &F, Module &M, ModuleAnalysisManager &Analyses) {
  auto &Functions = Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Function &Looked = const_cast<Function &>(F);
  TargetTransformInfo Costs = std::move(Functions.getResult<TargetIRAnalysis>(Looked));
  Functions.clear(Looked, Looked.getName());
  return Costs;
}

struct PmecachePass : PassInfoMixin<PmecachePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    Options Asked = Options::read();
    ParsedOptions Request(Asked);
    if (!Request.instruments() && !ModuleReport::wanted(M, Asked))
      return PreservedAnalyses::all();
    CostsOfFunction CostsOf = [&](const Function &F) { return costsOf(F, M, Analyses); };
    RecoveredModule Recovered = recoverSafely(M, Asked, Request, CostsOf);
    bool Changed = Request.instruments() && addMeasuring(M, Recovered, Asked, Request, CostsOf);
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
