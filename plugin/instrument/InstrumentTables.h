//===- InstrumentTables.h - the tables that an instrumented object hands to the runtime -===//
//
// Builds the structures of include/pmecache/instrumented.h as constants of the module, and the constructor that
// registers them.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTABLES_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTABLES_H

#include "plugin/recover/OperationCounts.h"
#include "plugin/recover/SameObjects.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace pme {

struct TraceSite {
  llvm::DebugLoc Place;
  uint32_t Bytes = 0, Flags = 0; ///< PME_SITE_*
  int64_t Stride = 0;
  std::string Array;
};

struct TraceBlock {
  uint32_t Kind = 0;  ///< PME_BLOCK_PLAIN ...
  uint32_t Flags = 0; ///< PME_BLOCK_IS_*
  llvm::DebugLoc Place;
  int Loop = -1; ///< index of a TraceLoop
  std::vector<TraceSite> Sites;
};

struct TraceLoop {
  llvm::DebugLoc Place;
  int Parent = -1;
  uint32_t Parallel = 0; ///< PME_LOOP_*
  std::string Variable;  ///< "" where it has no name
  CompiledWork Work;     ///< of an iteration
};

struct FunctionTable {
  const llvm::Function *Function = nullptr;
  uint64_t Hash = 0;
  std::vector<std::string> Symbols;
  llvm::GlobalVariable *SymbolTable = nullptr; ///< made by the builder; null without symbols
  std::vector<ObjectPairs> Ways;               ///< in which calls give it one object for two
  bool TracesRoot = false;                     ///< the function itself is traced, not only regions in it
  std::vector<TraceLoop> Loops;
  std::vector<llvm::Constant *> Blocks; ///< made by the builder
};

class TableBuilder {
public:
  explicit TableBuilder(llvm::Module &Module);

  /// Makes the table of the function's symbols.
  void addSymbols(FunctionTable &Table);
  /// The entry of a symbol.
  llvm::Constant *symbol(const FunctionTable &Table, unsigned Index) const;
  /// Makes the entry of a block and adds it to the function's.
  llvm::Constant *addBlock(FunctionTable &Table, const TraceBlock &Block);
  /// Makes the table of the module and registers it at the start of the program; where its library is closed, the
  /// runtime is told. `Caches`: in which the program is to look at references.
  void finish(llvm::ArrayRef<FunctionTable> Functions, llvm::StringRef Caches);

private:
  llvm::Constant *text(llvm::StringRef Text);
  llvm::Constant *number(uint64_t Value, unsigned Bits) const;
  llvm::GlobalVariable *variable(llvm::Constant *Content, const char *Name);
  llvm::Constant *pointerTo(std::vector<llvm::Constant *> Entries, llvm::Type *Type, const char *Name);
  llvm::Constant *place(const llvm::DebugLoc &Place, bool Column) const;
  llvm::Constant *otherFile(const llvm::DebugLoc &Place, const llvm::Function &Function);
  llvm::Constant *site(const TraceSite &Site, const llvm::Function &Function);
  llvm::Constant *work(int64_t Count) const;
  llvm::Constant *loop(const TraceLoop &Loop);
  llvm::Constant *function(const FunctionTable &Table);
  llvm::Function *caller(const char *Name, const char *Callee, llvm::Constant *Registered);

  llvm::Module &M;
  llvm::PointerType *Pointer;
  llvm::StructType *Symbol, *Site, *Block, *Loop, *Function;
  llvm::StringMap<llvm::Constant *> Texts;
};

} // namespace pme

#endif
