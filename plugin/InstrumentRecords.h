//===- InstrumentRecords.h - writing records into the thread's buffer ---------------------===//
//
//     if (thread->cursor >= thread->limit) __pme_rt_flush(thread);
//     thread->cursor[0] = block; thread->cursor[1] = ...; thread->cursor += words;
//
// The buffer is memory that nothing else touches, and says so (alias scopes): optimisation of the code around goes on
// as if the records were not there.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_INSTRUMENTRECORDS_H
#define PMECACHE_INSTRUMENTRECORDS_H

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
  /// The function is the body of a region.
  void markRegion(llvm::Function &Function);
  /// All records of the function have been written: its own accesses do not touch the buffer.
  void leave(llvm::Function &Function);

private:
  llvm::Instruction *mine(llvm::Instruction *Access);
  llvm::DebugLoc place(const llvm::Instruction &Near) const;

  llvm::Module &M;
  llvm::Type *Int64;
  llvm::PointerType *Pointer;
  llvm::FunctionCallee ThreadOf, Flush, RegionBegin, RegionEnd;
  llvm::MDNode *Scopes;
  llvm::Value *Thread = nullptr;
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Mine;
};

} // namespace pme

#endif
