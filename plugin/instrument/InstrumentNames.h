//===- InstrumentNames.h - what the source calls the arrays and loops that are traced -===//
//
// The names are those that recovery gives: of the variable that an address starts from, and of the variable that counts
// a loop. With -g they are in the debug information, else globals and arguments have those of the IR.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTNAMES_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTNAMES_H

#include "plugin/names/Describe.h"

#include "llvm/Analysis/LoopInfo.h"

#include <map>

namespace pme {

/// Names in one function, whose local variables have become values.
class TraceNames {
public:
  TraceNames(llvm::Function &Function, const Descriptors &Shapes, SourceText &Text);

  /// The array that an address belongs to; "" where it has no name.
  std::string array(const llvm::Value &Address) const;
  /// Passes ran over the function.
  void refresh() { Names.refresh(); }
  /// The variable that counts the loop; "" where none is known.
  std::string variable(const llvm::Loop &Loop) const;

private:
  /// "": neither it nor what it stands for has a name; so many pointers are followed.
  std::string object(const llvm::Value &Base, unsigned Left) const;
  std::string counted(const llvm::Loop &Loop) const;

  ValueNames Names;
  Describer D;
  /// Variables of loops by where they start: passes put others in the place of the source's.
  std::map<std::pair<unsigned, unsigned>, std::string> Variables;
};

} // namespace pme

#endif
