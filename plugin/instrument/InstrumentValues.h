//===- InstrumentValues.h - recording the values of symbols --------------------------===//
//
// A symbol is recorded where the program computes it, so nothing is computed or read that the program would not:
//
//   an argument               at the start of the function
//   outside of loops          right behind the instruction
//   inside a loop             the last value, where the function ends: loops stay as fast as they were
//   how often a loop goes round that is entered again and again: the mean, where the function ends
//   a variable of the module  before each region, when nothing better is known
//
// What a function computes that regions call is kept in variables of the thread until the body of the region ends, for
// such functions may be called in the innermost loop. Where it changes meanwhile it is not recorded.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTVALUES_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTVALUES_H

#include "InstrumentTables.h"
#include "plugin/recover/Recover.h"

namespace pme {

/// The names of the symbols that can be recorded, in the order of their entries in the table. `IsTraced`: regions are
/// traced besides, so loops that data end are measured, in copies of what they call.
std::vector<std::string> recordableSymbols(const RecoveredFunction &Recovered, bool IsTraced);
/// Adds the calls. `Table.Symbols` is what recordableSymbols said and, as the last, the function's calls.
void instrumentValues(llvm::Module &Module, const RecoveredFunction &Recovered, const FunctionTable &Table,
                      const TableBuilder &Tables, bool IsTraced);

} // namespace pme

#endif
