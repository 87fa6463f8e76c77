//===- Remarks.h - remarks of clang and opt ------------------------------------------===//
//
// analysis/report writes the texts, recovery knows the places: here each text gets its place and goes out as a remark
// of the pass "pmecache", which both -Rpass=cache and -Rpass=pmecache match. Texts are made only for the kinds that
// somebody listens to.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_REMARKS_H
#define PMECACHE_PLUGIN_DRIVER_REMARKS_H

#include "pmecache/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

#include <string>
#include <vector>

namespace pme {

/// The kinds (a sum of pme_remark_kind) that this context shows or records; 0 = nobody listens.
unsigned listenedKinds(llvm::LLVMContext &Context);

struct RemarkPlaces;

/// The remarks of a compile, each said once: functions may come from one header or template, or be clones of another.
class RemarkList {
public:
  struct Remark {
    pme_remark_kind Kind;
    std::string Name, Text;
    llvm::DiagnosticLocation Place;
    llvm::Function *Where;
    int Loop; ///< the worksharing loop of the function that it speaks of; PME_NONE: of something else
    double Weight;
    int Around;             ///< the nearest such loop that it stands in, also of details; PME_NONE: of the function
    bool IsFolded;          ///< a loop before it says the same: recorded only
    std::string Body;       ///< of the loop, where it is a lambda that the loop of a library runs: "use.cpp:12"
    std::string LikelyBody; ///< what it is where instances of the loop differ in that
    struct Argument {
      std::string Key, Text;
      bool IsNumber;
      double Number;
    };
    std::vector<Argument> Arguments;
  };

  void add(const pme_remark &Remark, const pme_subject *Subject, llvm::DiagnosticLocation Place,
           const RemarkPlaces &Places);
  /// A loop has an answer for every size: that there is none is not said, nor the number of a part, nor, where the
  /// answer is of the whole loop, what was missing for it; else that is of a part.
  void dropForSizes(const llvm::Function &Where, int Loop, bool IsWhole);
  /// Said once, with the first advice that it holds for. May be "".
  void setAdviceNote(const char *Note) { AdviceNote = Note; }
  /// Emits all, in the order in which they came; of the instances of a loop that with the most misses.
  /// Lambdas that one loop of a library runs are loops of their own.
  void emit();

private:
  void tellBodiesApart();
  void keepOneInstance();
  void dropRepeated();
  void sayBodies();
  void sayOnceHowToMeasure();
  void sayOnceThatRunsTell();
  void emitOne(const Remark &Remark) const;

  std::vector<Remark> Remarks;
  std::string AdviceNote;
  bool NoteIsSaid = false;
};

/// Where remarks of a recovered function stand, and which of them somebody listens to.
struct RemarkPlaces {
  llvm::Function &Where;
  llvm::ArrayRef<llvm::DebugLoc> OfNodes; ///< the place of each node of the program
  unsigned Kinds;                         ///< a sum of pme_remark_kind
  RemarkList &List;
};

/// Adds the remarks of one prediction. `Explanation` is what stands behind the numbers, `Advice` what would be better;
/// both may be null. A loop that is `Measured` has its number there: what the model counts of it is a part only.
void emitRemarks(const pme_prediction &Prediction, const pme_explanation *Explanation, const pme_advice *Advice,
                 llvm::ArrayRef<pme_remark> Measured, const RemarkPlaces &Places, pme_arena *Arena);

/// Adds predictions as functions of a size, of loops that no run has measured.
void emitBySize(const pme_by_size &BySize, llvm::ArrayRef<pme_remark> Measured, const RemarkPlaces &Places,
                pme_arena *Arena);

/// Adds nests whose loops would go along lines in another order.
void emitLoopOrders(const pme_loop_orders &Orders, const RemarkPlaces &Places, pme_arena *Arena);

/// Adds remarks that were made elsewhere.
void emitAll(llvm::ArrayRef<pme_remark> Remarks, const pme_subject *Subject, const RemarkPlaces &Places);

} // namespace pme

#endif
