//===- Markers.h - what is left of OpenMP constructs and accesses on the clone -------===//
//
// Serialising and cleaning up change the code of the clone beyond recognition. What recovery needs to find again is
// therefore pinned down with calls of marker functions that no pass may move, merge or delete:
//
//   pme.begin(i32 id, i64 argument, i1 when)   an OpenMP construct starts (argument: chunk or number of threads, 0 =
//                                              none; when: the condition of an `if` clause, else true)
//   pme.end(i32 id)                   ... and ends
//   pme.access(i32 id, ptr address)   a load or store of the source stood here
//   pme.block(i32 id, ptr to, ptr from, i64 bytes)   a block copy or fill stood here
//   pme.variable(i32 id, i64 value)   a loop variable of the source has this value here
//   pme.hidden(i32 id)                memory that the compiled program touches here, and the clone does not
//
// `id` is an index into the table of its kind. Inlining and loop rotation copy markers: a table entry may stand for
// several markers. To optimisations a marker touches memory that nobody else can see, so that loads, stores and
// arithmetic move freely around it while markers keep their order.
//
//   i32 pme.thread(i32 asker), i32 pme.team(i32 asker)   the number of the thread, the number of threads
//
// These are values like any other. `asker` numbers the functions that ask, so that answers of two regions do not become
// one.
//
//   T pme.leftout.T(i32 number), void pme.leftout.local(ptr variable), void pme.leftout.memory()
//
// What code that is left out computes, and what it may write (LoopGroups.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_MARKERS_H
#define PMECACHE_PLUGIN_BASE_MARKERS_H

#include "TaskLoops.h"
#include "pmecache/program.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace pme {

enum class ConstructKind {
  Region,     ///< `parallel`: argument = num_threads
  Loop,       ///< worksharing loop: argument = chunk
  OneThread,  ///< single, master, masked
  League,     ///< `teams` and `distribute` that one team runs
  Task,       ///< `task`: not modelled
  TaskLoop,   ///< `taskloop` that cannot be read: not modelled
  Unsupported ///< `distribute`, ...: `Text` says which
};

/// One OpenMP construct of the source.
struct Construct {
  ConstructKind Kind = ConstructKind::Unsupported;
  llvm::DebugLoc Place; ///< of the pragma
  std::string Function; ///< in whose body it stands (of the original module)
  std::string Text;
  bool HasArgument = false;
  // Region
  bool Serial = false; ///< `if(0)`: one thread
  // Loop
  pme_schedule_kind Schedule = PME_SCHEDULE_STATIC;
  bool Ordered = false;
  bool Nowait = false;
  bool Cancelled = false;            ///< code in it may cancel it
  bool Distribute = false;           ///< distributed over teams as well
  TaskSplit Tasks = TaskSplit::None; ///< a taskloop that is read: argument = what its clause says
};

/// One load, store or block operation of the source.
struct SourceAccess {
  llvm::DebugLoc Place;
  int64_t Bytes = 0; ///< of one access; for a block, of the pieces that it is counted in
  bool Write = false;
  bool Atomic = false;
  llvm::MDNode *Type = nullptr; ///< what the language says of it for alias analysis (!tbaa), if anything
  int HiddenNumber = -1;        ///< as of HiddenAccess
  bool Volatile = false;
  bool Carried = false; ///< as is_carried of pme_access
};

/// Something that may touch memory in the program that is compiled (HiddenAccesses.h).
struct HiddenAccess {
  enum class Owner {
    Anybody, ///< a call: nothing is known
    Body,    ///< a variable of the function itself, whose address gets out
    Other    ///< some other function
  };
  Owner Of = Owner::Anybody;
  llvm::MDNode *Type = nullptr;
  int Number = -1; ///< of the load or store: where it is still in the clone, nothing is hidden; -1: a call
};

/// A variable of the source that counts a loop.
struct SourceVariable {
  std::string Name; ///< "" when not known
  llvm::DebugLoc Place;
  int Construct = -1;   ///< the worksharing loop whose variable it is, else -1
  int Level = 0;        ///< 0 = outermost of a collapsed nest
  bool Carries = false; ///< beside it, iterations hand on other values that are not in memory
};

enum class MarkerKind { Begin, End, Access, Block, Variable, Hidden };

struct Marker {
  MarkerKind Kind;
  int Id;
  llvm::CallBase *Call;
};

/// For as long as it lives passes may copy constructs: each copy is an instance, as where a function is inlined twice.
class CopiedConstructs {
public:
  explicit CopiedConstructs(llvm::Module &Clone);
  ~CopiedConstructs();

private:
  llvm::Module &Clone;
};

/// The marker functions of one clone and the tables behind their ids.
class Markers {
public:
  explicit Markers(llvm::Module &Clone);

  std::vector<Construct> Constructs;
  std::vector<SourceAccess> Accesses;
  std::vector<SourceVariable> Variables;
  std::vector<std::vector<HiddenAccess>> Hidden; ///< by marker
  int HiddenCount = 0;                           ///< numbers that were given

  /// Each adds a table entry and a call at the builder's position, and returns the entry's id.
  int begin(llvm::IRBuilderBase &Builder, Construct Entry, llvm::Value *Argument, llvm::Value *When = nullptr);
  void end(llvm::IRBuilderBase &Builder, int Construct);
  int access(llvm::IRBuilderBase &Builder, SourceAccess Entry, llvm::Value *Address);
  int block(llvm::IRBuilderBase &Builder, SourceAccess Entry, llvm::Value *To, llvm::Value *From, llvm::Value *Bytes);
  int variable(llvm::IRBuilderBase &Builder, SourceVariable Entry, llvm::Value *Value);
  int hidden(llvm::IRBuilderBase &Builder, std::vector<HiddenAccess> Entry);

  /// A new asker of numbers.
  int addAsker() { return AskerCount++; }
  /// Calls at the builder's position.
  llvm::Value *threadNumber(llvm::IRBuilderBase &Builder, int Asker);
  llvm::Value *teamSize(llvm::IRBuilderBase &Builder, int Asker);
  bool isThreadNumber(const llvm::CallBase &Call) const { return Call.getCalledOperand() == Thread; }
  bool isTeamSize(const llvm::CallBase &Call) const { return Call.getCalledOperand() == Team; }
  bool hasAskers() const { return AskerCount > 0; }

  /// What code that is left out may have computed, and that it may have written to a local variable, or (null) to memory
  /// that others see.
  llvm::Value *leftOutValue(llvm::IRBuilderBase &Builder, llvm::Type &Type);
  void leftOutMemory(llvm::IRBuilderBase &Builder, llvm::AllocaInst *Local);
  static bool isLeftOutMemory(const llvm::CallBase &Call);

  /// What `Instruction` marks; none if it is no marker, or one whose id was optimised into something else.
  std::optional<Marker> read(llvm::Instruction &Instruction) const;

private:
  llvm::Function *declare(llvm::Module &Clone, llvm::StringRef Name, llvm::ArrayRef<llvm::Type *> Parameters);

  llvm::Function *declareNumber(llvm::Module &Clone, llvm::StringRef Name);
  llvm::Value *ask(llvm::IRBuilderBase &Builder, llvm::Function *What, int Asker, unsigned Least);

  llvm::Function *Begin, *End, *Access, *Block, *Variable, *HiddenHere, *Thread, *Team;
  int AskerCount = 0;
  int LeftOutCount = 0;
};

} // namespace pme

#endif
