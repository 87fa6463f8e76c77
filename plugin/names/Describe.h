//===- Describe.h - what a person calls a value or a place in memory -----------------===//
//
// Builds source names such as `n`, `s->len`, `grid_points[0]` from the IR and from debug types, and keys that say when
// two loads read the same place. Without debug types members and elements are called what the source text says
// at the place of the load. Without places names come from the IR: globals, flang's and debug builds' value names; an
// argument without a name is `arg1`, ....
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_DESCRIBE_H
#define PMECACHE_PLUGIN_NAMES_DESCRIBE_H

#include "Fortran.h"
#include "Names.h"
#include "PackedArguments.h"
#include "SourceNames.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Value.h"

#include <optional>
#include <string>

namespace pme {

/// A name and, where debug information has it, the type of what is named.
struct Description {
  std::string Name; ///< "" = none known
  const llvm::DIType *Type = nullptr;

  /// The name in quotes, `Else` where none is known.
  std::string quoted(const char *Else) const { return Name.empty() ? Else : "'" + Name + "'"; }
};

/// What an array, a pointer or a type with qualifiers is made of; null: it is none of these.
const llvm::DIType *baseType(const llvm::DIType *Type);

/// What lies `Offset` bytes into an object of this type, as a suffix: ".len", "[2]", "". Stops at scalars, and at
/// components of Fortran that have descriptors.
Description path(const llvm::DIType *Type, uint64_t Offset, bool Fortran = false);

/// A member of a Fortran descriptor.
struct DescriptorLoad {
  DescriptorField Field;
  std::string Array;    ///< name of the array that is described
  std::string Key;      ///< of the descriptor
  int64_t ElementBytes; ///< 0: not known
};

/// What the source calls a variable of the file or the module.
std::string globalName(const llvm::GlobalValue &Global);

class Describer {
public:
  Describer(const llvm::DataLayout &Layout, const ValueNames &Names, const Descriptors &Shapes, SourceText &Text)
      : Layout(Layout), Names(Names), Shapes(Shapes), Text(Text) {}

  /// Where the source has this value: of a load, the place before clean-up moved it.
  llvm::DebugLoc place(const llvm::Instruction &Instruction) const;
  /// Is the value that this load returns assumed not to change?
  bool isAssumed(const llvm::LoadInst &Load) const { return Names.isAssumed(Load); }
  /// The value of an SSA value.
  Description value(const llvm::Value &Value) const;
  /// The name of the value, or else of what it comes from or goes to: `width` of the largest of several widths, and what
  /// the text compares or multiplies. "" = none known.
  std::string nameNear(const llvm::Value &Value) const;
  /// Of a value without a name, what it is and where: "number computed at line 12"; "" where that is not known.
  std::string originOf(const llvm::Value &Value) const;
  /// The name of the value in a compile without debug information and places: `arg1` for `n`.
  std::string plainName(const llvm::Value &Value) const;
  /// The line of the function's own source that a value comes from; 0: not known.
  static unsigned lineOf(const llvm::Value &Value);
  /// The memory that is read; `Name` is "" when the address is not a known base with a constant offset.
  Description memory(const llvm::LoadInst &Load) const;
  /// What a load reads of a Fortran descriptor; none when it does not.
  std::optional<DescriptorLoad> descriptorLoad(const llvm::LoadInst &Load) const;
  /// Equal for addresses that are certainly equal: bases by identity, loads by what they load from.
  std::string key(const llvm::Value &Value) const;

private:
  std::string nameAtUses(const llvm::Value &Pointer) const;
  bool isOfCopy(const llvm::LoadInst &Load) const;
  std::string nameOfOperand(const llvm::Value &Value, bool FollowCasts) const;
  Description address(const llvm::Value &Address) const;
  std::string componentPointer(const llvm::LoadInst &Load) const;
  std::string writtenThrough(const llvm::Value &Pointer, const llvm::LoadInst &Load) const;
  std::string elementName(const llvm::LoadInst &Load) const;
  std::string writtenElement(const llvm::LoadInst &Load) const;
  std::string writtenComponent(const llvm::LoadInst &Load) const;
  bool isNamedScalar(const llvm::LoadInst &Load) const;
  std::string memberOfElement(const llvm::Value &Address, int64_t BehindBytes) const;
  Description describedArray(const llvm::Value &Base) const;
  Description componentOfElement(const llvm::Value &Address, int64_t BehindBytes) const;
  llvm::DebugLoc placeOfLoad(const llvm::LoadInst &Load) const;
  Description member(const llvm::Value &Value) const;
  Description inlinedObject(const llvm::Value &Value, const llvm::DILocalVariable &Variable) const;
  Description part(const ArgumentPart &Part) const;
  Description keptIn(const llvm::Value &Value) const;
  const llvm::DIType *variableType(const llvm::Value &Value) const;
  Description pointee(const llvm::Value &Base, int64_t Offset) const;

  const llvm::DataLayout &Layout;
  const ValueNames &Names;
  const Descriptors &Shapes;
  SourceText &Text;
  bool ReadsPlaces = true;                                ///< of the instructions themselves
  mutable llvm::SmallPtrSet<const llvm::Value *, 4> Kept; ///< allocations whose names are being asked for
};

/// Without typedefs and qualifiers; null for void.
const llvm::DIType *strippedType(const llvm::DIType *Type);

} // namespace pme

#endif
