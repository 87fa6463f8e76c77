//===- InstrumentSites.h - the loads and stores that are traced ----------------------===//
//
// Marks accesses before clean-up and finds the marks again afterwards, as recovery does (Markers.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTSITES_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTSITES_H

#include "InstrumentTables.h"
#include "plugin/base/Markers.h"
#include "plugin/names/Fortran.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace pme {

class BorderMarks;
class TraceNames;
struct Run;

/// A variable of the file, and the byte in it.
using FilePlace = std::pair<const llvm::GlobalVariable *, int64_t>;

/// Sites that are executed one after the other, and where they are recorded.
struct Stretch {
  llvm::Instruction *Before;
  std::vector<TraceSite> Sites;
  std::vector<llvm::Value *> Words; ///< of the record: the addresses
  bool Iteration = false;           ///< an iteration of a worksharing loop starts with it
};

class SiteMarks {
public:
  explicit SiteMarks(llvm::Module &Module);

  /// Marks the accesses of a function, after its local variables became values. Those to Fortran's descriptors are not
  /// of the source. `Shared`: counters of loops that threads share out by their numbers.
  void mark(llvm::Function &Function, const Descriptors &Shapes, const TraceNames &Names,
            llvm::ArrayRef<const llvm::PHINode *> Shared);
  /// The site behind a mark; null when the instruction is none.
  const TraceSite *site(llvm::Instruction &Mark) const;
  /// What is left of a function without the loops that are runs. Starts of iterations that a stretch tells are taken
  /// off `Borders`.
  std::vector<Stretch> stretches(llvm::Function &Function, const std::vector<Run> &Runs, BorderMarks &Borders);
  /// Notes which loads chains of iterations and branches wait for. Before the function changes.
  void noteWaits(llvm::Function &Function, const llvm::LoopInfo &Loops);
  /// Takes the marks off.
  void unmark(llvm::Function &Function);
  /// Takes the marker functions out of the module.
  void removeMarkers();

private:
  void add(llvm::Instruction &Access);
  void addStretches(llvm::BasicBlock &Block, BorderMarks &Borders, std::vector<Stretch> &Result) const;
  void addMark(llvm::Instruction &Access, llvm::Value *Address, llvm::Type *Type, bool Write);
  uint32_t flagsOf(llvm::Value &Address, bool Write) const;
  void addCopy(llvm::MemIntrinsic &Copy);
  void addPieces(llvm::MemIntrinsic &Copy);
  void addSite(llvm::Instruction &Access, llvm::Value *Address, uint64_t Bytes, bool Write);

  llvm::Module &M;
  llvm::Function *Marker;
  const TraceNames *Names = nullptr; ///< of the function that is being marked
  llvm::ArrayRef<const llvm::PHINode *> Shared;
  llvm::DenseSet<FilePlace> Written; ///< by that function
  std::vector<TraceSite> Sites;
};

} // namespace pme

#endif
