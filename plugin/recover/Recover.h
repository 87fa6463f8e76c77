//===- Recover.h - OpenMP nests of a module as pme_programs --------------------------===//
//
// The whole of recovery: clone, serialise, inline, pin accesses, clean up, read. The module that is compiled is never
// changed. See docs/developer/recovery.md for what is recovered and why the steps come in this order.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_RECOVER_H
#define PMECACHE_PLUGIN_RECOVER_RECOVER_H

#include "pmecache/program.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"

#include "ExclusiveWays.h"
#include "plugin/base/UnitClock.h"
#include "plugin/cleanup/Cleanup.h"

#include <memory>
#include <string>
#include <vector>

namespace pme {

struct ProgramDeleter {
  void operator()(pme_program *Program) const { pme_program_destroy(Program); }
};
using ProgramHandle = std::unique_ptr<pme_program, ProgramDeleter>;

/// A parameter of a program, and where the module that is compiled has its value.
struct RecoveredSymbol {
  std::string Name;
  /// An argument of the function, instructions of it and of what it calls or forks, a variable of the module, or the
  /// alloca of a local variable.
  std::vector<const llvm::Value *> Sources;
  /// Not null: how often the loop around this fork goes round.
  const llvm::Instruction *RoundsAround = nullptr;
  /// Not null: how often the loop that the source has there goes round each time that it is entered.
  llvm::DebugLoc RoundsOf = {};
  /// Not null: the bytes of the copy or fill that the source has there.
  llvm::DebugLoc LengthOf = {};
  /// Not null: the last iteration of the loop that this call of the runtime prepares, counted from 0.
  const llvm::Instruction *LastOf = nullptr;
  int64_t Divisor = 1;     ///< of what the instructions among the sources compute
  bool IsMember = false;   ///< of the argument among the sources: it lies behind that pointer
  int64_t OffsetBytes = 0; ///< of the value in a variable or an object
  unsigned Bits = 64;      ///< width of the value in a variable or an argument
  unsigned Shift = 0;      ///< of the value in an argument, in bits
  /// Not 0: the distance of two pointers of one variable or object, the one at OffsetBytes and this one before it.
  int64_t UnitBytes = 0;
  int64_t BeginOffsetBytes = 0;
  /// Not null: the call of the function, to which that distance is inlined, that reads it.
  const llvm::Instruction *ReadBy = nullptr;
};

struct RecoveredFunction {
  std::string Name;
  ProgramHandle Program;
  const llvm::Function *Source; ///< in the module that is compiled
  /// Of the clone: remarks are emitted on it.
  llvm::Function *Function;
  /// Places of the program's nodes, by id; may be shorter than the program.
  std::vector<llvm::DebugLoc> Places;
  std::vector<RecoveredSymbol> Symbols; ///< only when asked for
  /// Symbols that are called otherwise in a compile without debug information: that name and the one here.
  std::vector<std::pair<std::string, std::string>> PlainNames;
  /// Functions of the module that is compiled with a worksharing loop in which something could not be read.
  std::vector<std::string> RefusedBodies;
  /// Other functions here whose programs hold the loops of this one, for calls of it are inlined there.
  std::vector<std::string> InlinedIn;
};

struct RecoveredModule {
  std::unique_ptr<llvm::Module> Clone; ///< must outlive the functions
  std::vector<RecoveredFunction> Functions;
};

struct RecoveryRequest {
  bool WithSymbols = false;    ///< say where the values of symbols come from
  bool WithSequential = false; ///< also functions whose loops no thread shares
  RunsOfLoop Runs = {};        ///< none: nothing has run
};

/// Everything that the module holds of worksharing loops, in the order of the module; nothing when it has none.
/// `CostsOf` as of Cleanup. What the clock leaves no time for is listed with a reason.
RecoveredModule recoverModule(const llvm::Module &Original, const UnitClock &Clock, RecoveryRequest Request = {},
                              CostsOfFunction CostsOf = {});

} // namespace pme

#endif
