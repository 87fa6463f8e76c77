//===- MemberNames.h - members that the text names elsewhere ----------------------------===//
//
// Without debug types a member is called as the text has it at the place of its load. Where a macro stands there
// (`CELLS(level)`), the same member of the same structure may be read in another place of the unit, in plain text:
// `level->rows`; or the macro's definition has it, where that stands in the same file:
//
//     #define AT(i, j, k) (((k) * grid->plane + (j) * grid->row) + (i))
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_MEMBERNAMES_H
#define PMECACHE_PLUGIN_NAMES_MEMBERNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"

#include <string>

namespace pme {

class SourceText;

/// Where a load reads through a pointer: `Bytes` behind where it points to, in a structure.
struct MemberRead {
  const llvm::StructType *Type = nullptr; ///< null: it is no such load
  int64_t Bytes = 0;
  llvm::StringRef Pointer; ///< its name; "": in a region that has it by reference, the text alone knows
};

class MemberNames {
public:
  /// Reads what a function calls members. Call it once its variables have names, and before clean-up leaves bytes of the
  /// types that addresses go by.
  void note(llvm::Function &F, SourceText &Text);

  /// `level->rows` of what lies so many bytes behind a pointer of this name; "" where no text names it, or pointers
  /// of the name are to several structures.
  std::string behind(llvm::StringRef Pointer, int64_t Offset) const;

private:
  void noteMacro(llvm::ArrayRef<MemberRead> Read, const llvm::DILocation &Place, SourceText &Text);
  void notePointer(llvm::StringRef Pointer, const llvm::StructType *Type);

  llvm::StringMap<const llvm::StructType *> Types; ///< of pointers by name; null: of several
  llvm::DenseMap<std::pair<const llvm::StructType *, int64_t>, std::string> Members;
};

} // namespace pme

#endif
