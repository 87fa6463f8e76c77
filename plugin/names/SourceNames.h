//===- SourceNames.h - names of local variables, read from the source text -----------===//
//
// Without -g clang keeps no names of local variables, but remarks make it keep the place of every load: `n` in
// `i < n` is loaded at the place where the text says `n`. So each stack slot that has no debug record is named by the
// word that stands at the places of its loads, and gets a debug record with that name, as -g would have made it. All
// later steps then see no difference.
//
// Parameters are called as in the definition: at the places of their loads a macro may stand.
//
// The text is only believed where the word is an identifier and all places that hold one agree for the most part.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_SOURCENAMES_H
#define PMECACHE_PLUGIN_NAMES_SOURCENAMES_H

#include "MemberNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace pme {

/// Source files, read once each when first needed.
class SourceText {
public:
  /// The identifier that starts at this place; "" when there is none, or no such file.
  llvm::StringRef identifierAt(const llvm::DILocation &Place);

  /// The variable, member or element that is read at this place: `n`, `s->len`, `dims[1]`; "" when there is none.
  /// Places of members are those of the member's name, places of elements those of the array's.
  std::string objectAt(const llvm::DILocation &Place);

  /// The same for a place in code that was inlined, as the outermost function would have to write it: `b.v` for the
  /// `v` of a member function that is called as `b.at(i, j)`. What a library calls its own is called as the object is
  /// whose it is: `ps` for the `_M_start` of `ps.size()`. Members of the function's own object are called as they are,
  /// without `this->`; those of what a function was given as they are of that: `grid->n` for the `g->n` of `cells(grid)`.
  std::string objectInlinedAt(const llvm::DILocation &Place);

  /// The macro of one object that stands at the place of a load, or the member function without arguments whose result, a
  /// reference, is read there, as they are called: `VectorSize(v)`, `domain.numNode()`; "" when there is neither.
  std::string calledAt(const llvm::DILocation &Place);

  /// The object that a call at this place is a member function or an operator of: `b` of `b.at(i, j)`, `v` of `v[i]`,
  /// and `m` of `m(i, j)` where what is called is a class's `operator()`; "" when there is none. `Separator` is what
  /// stands before its members.
  std::string receiverAt(const llvm::DILocation &Place, std::string &Separator, bool IsCallOperator = false);

  /// What stands behind the operator at this place, or in front of it: `width` of `j < width` and of `i * width + j`; ""
  /// when that is no variable, member or element alone.
  std::string operandAt(const llvm::DILocation &Place, bool Behind);

  /// What the text calls the parameters of a function, in their order; "" for one that a macro makes. Empty where the
  /// text at its place does not look like its definition.
  const std::vector<std::string> &parametersOf(const llvm::DISubprogram &Function);

  /// Does the line at this place have this element of Fortran, `neighbours(2)`, blanks aside?
  bool hasElement(const llvm::DILocation &Place, llvm::StringRef Element);

  /// The components of an object of Fortran that the text of a function has, none of them a part of an array or another
  /// object: {"length"} of x%length and x%data(i) for `x`. Of elements: {"n"} of x(1)%n and x(2)%data(i).
  const std::vector<std::string> &componentsIn(const llvm::DISubprogram &Function, llvm::StringRef Object,
                                               bool OfElements);

  /// Does an assignment of Fortran begin here? It is the place of all that is read in it, none of which is called so.
  bool isAssignedAt(const llvm::DILocation &Place);

  /// What the text calls the result of a function of Fortran; "" of a subroutine.
  std::string resultOf(const llvm::DISubprogram &Function);

  /// A line of the file of this place, without blanks before it; "" behind the end.
  llvm::StringRef line(const llvm::DILocation &Place, unsigned Number);

  /// How many lines the file of this place has.
  unsigned lineCount(const llvm::DILocation &Place) {
    return unsigned(file(Place.getFilename(), Place.getDirectory()).Lines.size());
  }

  /// What members are called elsewhere, where a macro stands.
  MemberNames Members;

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<llvm::StringRef> Lines;
  };
  /// Texts of metadata are there once: where they stand tells them apart.
  const File &file(llvm::StringRef Name, llvm::StringRef Directory) {
    const File *&Known = Found[{Name.data(), Directory.data()}];
    return Known ? *Known : *(Known = &read(Name, Directory));
  }
  const File &read(llvm::StringRef Name, llvm::StringRef Directory);
  llvm::StringRef lineAt(const llvm::DILocation &Place, size_t &Column);
  std::vector<std::string> readParameters(const llvm::DISubprogram &Function);
  bool isCallOperator(const llvm::DISubprogram &Callee);
  bool isParameter(const llvm::DILocation &Place, llvm::StringRef Object);
  /// What begins with a parameter of the function of this place, as it was called there: `grid->n` for `g->n` of `cells(grid)`.
  /// "": the call does not say.
  std::string asGiven(const llvm::DILocation &Place, const llvm::DILocation &Call, llvm::StringRef Object);

  llvm::StringMap<File> Files;
  llvm::StringMap<std::vector<std::string>> Components;                      ///< by file, line and object
  llvm::DenseMap<std::pair<const char *, const char *>, const File *> Found; ///< of them, by name and folder
  /// Asked for at each access of what was inlined.
  llvm::DenseMap<const llvm::DISubprogram *, std::unique_ptr<std::vector<std::string>>> Parameters;
};

/// A name that the language keeps for its library, such as vector's _M_start: to users it is no name.
bool isReservedName(llvm::StringRef Name);

/// Is it a part of a name?
inline bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Is it in the text of a library?
bool isLibrary(const llvm::DILocation &Place);

/// There, an array expression stands for memory that has no name.
bool isFortran(const llvm::DILocation &Place);
bool isFortranFile(llvm::StringRef Name);
/// "!$omp parallel", "c$omp parallel"
bool isFortranDirective(llvm::StringRef Line);

/// `a.v` for `a.v[i][j + 1]`.
std::string withoutSubscripts(llvm::StringRef Object);

/// The type of variables whose name alone is known; only its size counts.
constexpr llvm::StringLiteral UnknownTypeName = "pme.unknown";

/// Names a stack slot that has no name: the variable stands at this place.
void declare(llvm::AllocaInst &Slot, llvm::StringRef Name, const llvm::DILocation &Place);

/// Names the stack slots of a function on the clone. Call it before they are promoted to values.
void declareFromSource(llvm::Function &Function, SourceText &Text);

} // namespace pme

#endif
