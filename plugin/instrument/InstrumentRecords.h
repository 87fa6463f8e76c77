//===- InstrumentRecords.h - writing records into the thread's buffer ----------------===//
//
//     if (thread->cursor >= thread->limit) __pme_rt_flush(thread);
//     thread->cursor[0] = block; thread->cursor[1] = ...; thread->cursor += words;
//
// The buffer is memory that nothing else touches, and says so (alias scopes): optimisation of the code around goes on
// as if the records were not there.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTRECORDS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTRECORDS_H

#include "InstrumentBorders.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace pme {

class RecordWriter {
public:
  explicit RecordWriter(llvm::Module &Module);

  /// Starts a function: later records are written to the state of its thread.
  void enter(llvm::Function &Function);
  /// Writes a record in front of `Before`. Splits its block.
  void write(llvm::Instruction &Before, llvm::Constant *Block, llvm::ArrayRef<llvm::Value *> Words);
  /// The function is the body of a region, that `Block` names.
  void markRegion(llvm::Function &Function, llvm::Constant *Block);
  /// Tells the runtime of a border. `Block`: of a loop that begins.
  void tell(const Border &Border, llvm::Constant *Block);
  /// All records of the function have been written: its own accesses do not touch the buffer.
  void leave(llvm::Function &Function);

private:
  llvm::FunctionCallee declareBorder(const char *Name, unsigned Numbers, bool Block = false);
  llvm::Instruction *mine(llvm::Instruction *Access);
  llvm::DebugLoc place(const llvm::Instruction &Near) const;

  llvm::Module &M;
  llvm::Type *Int64;
  llvm::PointerType *Pointer;
  llvm::FunctionCallee ThreadOf, Flush, RegionBegin, RegionEnd, LoopBegin, Chunk, LoopEnd, Barrier, OneBegin, OneEnd,
      Allocated, Freed;
  llvm::MDNode *Scopes;
  llvm::Value *Thread = nullptr;
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Mine;
};

/// Of a function that was traced before: it records by itself.
bool recordsItself(const llvm::Instruction &I);

} // namespace pme

#endif
