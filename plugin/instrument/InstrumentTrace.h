//===- InstrumentTrace.h - code that tells which addresses it touches ----------------===//
//
// Traced are the bodies of parallel regions and copies of the functions of the module that they call: the functions
// themselves stay as they are for other callers. In each traced function
//
//   1. local variables become values, and every load and store that is left is marked (SourceAccesses.h)
//   2. clean-up makes addresses simple; marks stay where the source has the access
//   3. an innermost loop in which all addresses count up becomes a run: one record in front of it, none inside
//   4. the other marks become one record for each stretch of code without a branch or a traced call
//
// The records are those of include/pmecache/instrumented.h, written by the code itself into the thread's buffer.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTRACE_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTRACE_H

#include "InstrumentPasses.h"
#include "InstrumentTables.h"
#include "plugin/recover/Recover.h"

namespace pme {

/// Metadata, while a module is instrumented: of functions that were recovered by themselves.
constexpr const char *ShownByItself = "pmecache.by-itself";

/// Adds the bodies of the function's regions, also of regions inside them. Of a function that has none all threads of a
/// team run the loops.
void collectBodies(llvm::Function &F, std::vector<llvm::Function *> &Bodies);
/// Traces the function's regions: all of them, or those with something that recovery refused. Blocks and loops are
/// added to `Table`.
void instrumentTrace(llvm::Module &Module, const RecoveredFunction &Recovered, bool All, FunctionTable &Table,
                     TableBuilder &Tables, InstrumentPasses &Passes);

/// Traces code outside of regions: a function that was not traced and has a loop, or the code of a function around its
/// regions. Its records belong to the thread that runs it and to no region.
void instrumentSequential(llvm::Module &Module, llvm::Function &F, FunctionTable &Table, TableBuilder &Tables,
                          InstrumentPasses &Passes);
/// Whether the function is one of those that have no table yet.
bool isSequentialToTrace(llvm::Function &F);

} // namespace pme

#endif
