//===- Instrument.cpp - programs that measure themselves ------------------===//

#include "Instrument.h"
#include "FunctionHash.h"
#include "InstrumentTables.h"
#include "InstrumentTrace.h"
#include "InstrumentValues.h"

using namespace llvm;
using namespace pme;

// Hashes are those of the code before anything is added to it.
static std::vector<FunctionTable> describe(const RecoveredModule &Recovered) {
  std::vector<FunctionTable> Result;
  for (const RecoveredFunction &Function : Recovered.Functions) {
    FunctionTable Table;
    Table.Function = Function.Source;
    Table.Hash = hashFunction(*Function.Source);
    Table.Symbols = recordableSymbols(Function);
    Result.push_back(std::move(Table));
  }
  return Result;
}

bool pme::instrument(Module &M, const RecoveredModule &Recovered, StringRef Mode) {
  if (Recovered.Functions.empty())
    return false;
  std::vector<FunctionTable> Functions = describe(Recovered);
  TableBuilder Tables(M);
  for (auto [Index, Function] : enumerate(Recovered.Functions)) {
    Tables.addSymbols(Functions[Index]);
    instrumentValues(M, Function, Functions[Index], Tables);
  }
  if (Mode != "values") {
    InstrumentPasses Passes;
    for (auto [Index, Function] : enumerate(Recovered.Functions))
      instrumentTrace(M, Function, /*All=*/Mode == "all", Functions[Index], Tables, Passes);
  }
  Tables.finish(Functions);
  return true;
}
