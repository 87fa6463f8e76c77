//===- Instrument.cpp - programs that measure themselves -----------------------------===//

#include "Instrument.h"
#include "InstrumentLeftOut.h"
#include "InstrumentTables.h"
#include "InstrumentTrace.h"
#include "InstrumentValues.h"
#include "plugin/base/FunctionHash.h"
#include "plugin/base/ParsedOptions.h"
#include "plugin/clone/PointerOrigins.h"

#include "pmecache/instrumented.h"
#include "pmecache/profile.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"

using namespace llvm;
using namespace pme;

// Hashes are those of the code before anything is added to it.
static std::vector<FunctionTable> describe(const RecoveredModule &Recovered, bool IsTraced) {
  std::vector<FunctionTable> Result;
  for (const RecoveredFunction &Function : Recovered.Functions) {
    FunctionTable Table;
    Table.Function = Function.Source;
    Table.Hash = hashFunction(*Function.Source);
    Table.Symbols = recordableSymbols(Function, IsTraced);
    Table.Symbols.push_back(PME_CALLS_SYMBOL);
    Table.Ways = waysOfObjects(*Function.Source);
    Result.push_back(std::move(Table));
  }
  return Result;
}

// A measured loop is found again by its place.
static bool hasPlaces(const RecoveredModule &Recovered) {
  return any_of(Recovered.Functions, [](const RecoveredFunction &F) { return F.Source->getSubprogram() != nullptr; });
}

// Sets and ways of the levels with the lines of the runtime.
static std::string cachesOf(const pme_machine *Machine) {
  constexpr int LineBytes = 64;
  std::string Result;
  for (int I = 0; Machine && I < Machine->level_count; ++I) {
    const pme_cache_level &Level = Machine->levels[I];
    if (Level.line_bytes == LineBytes && Level.associativity <= PME_PROFILE_MAX_WAYS)
      Result += (Result.empty() ? "" : ",") + std::to_string(pme_cache_sets(&Level)) + "x" +
                std::to_string(Level.associativity);
  }
  return Result;
}

static FunctionTable tableOf(const Function &F) {
  FunctionTable Table;
  Table.Function = &F;
  Table.Hash = hashFunction(F);
  return Table;
}

// What a task ran before a copy of it was measured with its region, and what that calls.
static bool isUnused(const Function &F, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  return F.hasLocalLinkage() && Depth < MaxDepth &&
         all_of(
             F.users(),
             [&](const User *U) {
               auto *Call = dyn_cast<CallBase>(U);
               return Call && isUnused(*Call->getFunction(), Depth + 1);
             });
}

// Callees come before their callers: what records itself is not copied into them, and its loops are shown as its own.
static std::vector<Function *> sequentialOnes(Module &M, const RecoveredModule &Recovered) {
  std::vector<Function *> Result;
  CallGraph Calls(M);
  auto IsRoot = [&](const Function *F) {
    return any_of(Recovered.Functions, [&](const auto &Known) { return Known.Source == F; });
  };
  for (auto Group = scc_begin(&Calls); !Group.isAtEnd(); ++Group)
    for (const CallGraphNode *Node : *Group)
      if (Function *F = Node->getFunction(); F && !IsRoot(F) && !isUnused(*F) && isSequentialToTrace(*F))
        Result.push_back(F);
  return Result;
}

// Serial functions, tasks, the start routines of threads; then the code around regions, whose calls find them traced.
static void instrumentRest(Module &M, const RecoveredModule &Recovered, std::vector<FunctionTable> &Functions,
                           TableBuilder &Tables, InstrumentPasses &Passes) {
  for (Function *F : sequentialOnes(M, Recovered)) {
    FunctionTable Table = tableOf(*F);
    instrumentSequential(M, *F, Table, Tables, Passes);
    Functions.push_back(std::move(Table));
  }
  for (auto [Index, Known] : enumerate(Recovered.Functions))
    if (auto &Root = *const_cast<Function *>(Known.Source); !Functions[Index].TracesRoot)
      instrumentSequential(M, Root, Functions[Index], Tables, Passes);
}

// Regions are measured: what stands elsewhere is said where somebody asks for what is missed.
static void sayLeftOut(Module &M, const RecoveredModule &Recovered, StringRef Mode) {
  if (!M.getContext().getDiagHandlerPtr()->isMissedOptRemarkEnabled("pmecache"))
    return;
  SmallPtrSet<const Function *, 16> Bodies;
  for (const RecoveredFunction &Known : Recovered.Functions) {
    std::vector<Function *> OfRoot;
    collectBodies(*const_cast<Function *>(Known.Source), OfRoot);
    Bodies.insert(OfRoot.begin(), OfRoot.end());
  }
  sayWhatIsLeftOut(sequentialOnes(M, Recovered), Bodies, Mode);
}

static void markShown(Module &M, const RecoveredModule &Recovered, bool IsMarked) {
  MDNode *Mark = IsMarked ? MDNode::get(M.getContext(), {}) : nullptr;
  for (const RecoveredFunction &Known : Recovered.Functions)
    const_cast<Function *>(Known.Source)->setMetadata(ShownByItself, Mark);
}

bool pme::instrument(Module &M, const RecoveredModule &Recovered, StringRef Mode, const pme_machine *Machine,
                     const CostsOfFunction &CostsOf) {
  bool IsProgram = Mode == "program", IsTraced = Mode != "values";
  if (!IsProgram && IsTraced)
    sayLeftOut(M, Recovered, Mode);
  if (Recovered.Functions.empty() && !IsProgram)
    return false;
  std::vector<FunctionTable> Functions = describe(Recovered, IsTraced);
  TableBuilder Tables(M);
  markShown(M, Recovered, true);
  for (auto [Index, Function] : enumerate(Recovered.Functions)) {
    Tables.addSymbols(Functions[Index]);
    instrumentValues(M, Function, Functions[Index], Tables, IsTraced);
  }
  if (IsTraced) {
    noteStoredPointers(M);
    if (!Recovered.Functions.empty() && !hasPlaces(Recovered))
      warn("-pmecache-instrument=" + Mode.str() + ": " + M.getSourceFileName() +
           ": compiled without -g: the next compile will not find the loops that are measured; use -g in both");
    InstrumentPasses Passes(CostsOf);
    for (auto [Index, Function] : enumerate(Recovered.Functions))
      instrumentTrace(M, Function, /*All=*/Mode != "irregular", Functions[Index], Tables, Passes);
    if (IsProgram)
      instrumentRest(M, Recovered, Functions, Tables, Passes);
  }
  markShown(M, Recovered, false);
  Tables.finish(Functions, IsTraced ? cachesOf(Machine) : "");
  return true;
}
