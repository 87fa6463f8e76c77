//===- Nest.h - a recovered function before it becomes a pme_program -----------------===//
//
// The tree that recovery builds while it walks the code. It knows C++ objects and polynomials only; what turns out to
// be superfluous (empty regions, guards that a loop's bounds imply) is removed here, and then the tree is written
// through the builder functions of pmecache/program.h.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_NEST_H
#define PMECACHE_PLUGIN_NEST_NEST_H

#include "Polynomial.h"
#include "plugin/base/TaskLoops.h"
#include "plugin/clone/GlobalLayout.h"
#include "plugin/start/SeenBlocks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pme {

struct NestReason {
  pme_reason_code Code;
  llvm::DebugLoc Place;
  std::string Text;
  bool MayBeIgnored = false; ///< an assumption where something is left to count: a call of code that is elsewhere
  const char *Hint = "";     ///< what the user can do; empty: as of the code
};

struct NestAssumption {
  pme_assumption_code Code;
  std::string Text;
  bool RunTells = false; ///< an instrumented run measures what is assumed here
  bool OfLoop = false;   ///< of how often the loop itself goes round: what is said around it is of another loop
};

enum class NestKind {
  Top,
  Group, ///< a worksharing construct whose loop has not been met (yet): vanishes, or becomes a loop of one iteration
  Region,
  Loop,
  Guard,
  Access
};

/// All conditions of one way into a guard are >= 0.
using Conditions = std::vector<Polynomial>;

struct NestNode {
  NestKind Kind = NestKind::Top;
  NestNode *Parent = nullptr;
  std::vector<std::unique_ptr<NestNode>> Children;
  llvm::DebugLoc Place;
  std::vector<NestReason> Reasons;
  std::vector<NestAssumption> Assumptions;
  int Construct = -1; ///< index into Markers::Constructs

  // Region and loop
  Polynomial Threads;
  bool HasThreads = false;
  std::vector<Conditions> If; ///< as Alternatives: else one thread runs it (IfClauses.h); empty: no such clause

  // Loop
  int LoopIndex = -1; ///< of the atom that stands for its variable
  std::string Variable;
  std::vector<Polynomial> Firsts, Lasts;
  Polynomial Step = 1;
  bool Parallel = false;
  bool Team = false; ///< as is_team of pme_loop
  pme_schedule_kind Schedule = PME_SCHEDULE_STATIC;
  Polynomial Chunk;
  bool HasChunk = false;
  int Collapse = 1;
  bool Nowait = false, Ordered = false, Orphaned = false;
  TaskSplit Tasks =
      TaskSplit::None;  ///< of a taskloop; its chunk is what the clause says, until TaskChunks.h is through
  bool Carries = false; ///< as of pme_loop
  pme_work Work = {};

  // Guard: the children run when all conditions of one alternative hold; alternatives exclude each other.
  std::vector<Conditions> Alternatives;
  bool OneThread = false;

  // Access
  int Array = -1;
  Polynomial Offset;
  int64_t Bytes = 0;
  bool Write = false;
  int KeptLoops = 0;    ///< loops of the code around it, innermost first, that it is kept out of
  bool Carried = false; ///< as of pme_access
  int Scattered = 0;    ///< data choose the place: as of pme_access
  int Stays = 0;
  std::optional<Polynomial> Packed; ///< the offset with squares of a loop's variable (PackedRows.h)
  int Splits = 0;                   ///< how often the address was taken apart (NestSimplify.cpp)

  NestNode *add(NestKind Kind, llvm::DebugLoc Place);
  /// This node or the nearest one above it of this kind, null if there is none.
  NestNode *enclosing(NestKind Kind);
  bool contains(NestKind Kind) const;
};

struct NestSymbol {
  std::string Name;
  std::optional<int64_t> Value; ///< known from the module, unless the user gives another one
  /// The value of the clone that it stands for; null when it is derived from others. The marker of a region: how often
  /// the loop around it goes round.
  const llvm::Value *Source = nullptr;
  /// What it is called in a compile without debug information.
  std::string PlainName = {};
  /// Of a distance of two pointers (the size of a vector), which is derived from both: those, and what it is counted in.
  const llvm::Value *End = nullptr;
  const llvm::Value *Begin = nullptr;
  int64_t UnitBytes = 0;
  /// Of an extent of an array that is read nowhere: the load of the distance of its columns, which is that many UnitBytes.
  const llvm::Value *Stride = nullptr;
  /// Of how often a loop goes round each time that it is entered: where the source has it.
  llvm::DebugLoc RoundsOf = {};
  /// Of how many bytes a copy or fill has: where the source has it.
  llvm::DebugLoc LengthOf = {};
  /// Of the last iteration of a worksharing loop, of which the first is 0: its construct. -1: of something else.
  int LastOf = -1;
  /// Other values of the clone that are the same as Source: a run may come to one and not to the others.
  std::vector<const llvm::Value *> Same = {};
  /// The array whose lower bound it is, of which the file does not know more (ArrayOrigins.h).
  std::string OriginOf = {};
};

/// Rows that pointers in a table point to, taken as one array: see RowPointers.h. Where rows end as the next ones begin,
/// the unit is a byte.
struct NestRows {
  int Array;
  int PitchSymbol; ///< stands for the distance of two rows, in units of UnitBytes
  int64_t UnitBytes;
  std::string Table;
  std::vector<Polynomial> Reaches; ///< first byte behind each access, from the start of its row
};

struct NestArray {
  std::string Name;
  int64_t ElementBytes = 1;
  std::vector<Polynomial> Extents; ///< outermost first
  bool OutermostUnknown = false;   ///< the first of Extents does not count
  int64_t Alignment = 1;
  bool Private = false;
  bool Constant = false;            ///< nothing can write it
  bool Heap = false;                ///< what malloc returned
  bool Unmapped = false;            ///< of the heap, and malloc does not map it
  bool LikelyHeap = false;          ///< a pointer from elsewhere
  std::optional<SeenBlock> Seen;    ///< where the block stands, as it is likely
  int Argument = -1;                ///< which of the function's; -1: it is none
  std::optional<GlobalPlace> Place; ///< where it stands among variables of the same section
};

/// One function.
struct Nest {
  std::string Function;
  std::string File;
  int Line = 0;
  AtomTable Atoms;
  std::vector<NestSymbol> Symbols;
  int ThreadSymbol = -1, TeamSymbol = -1; ///< number of the thread, number of threads; -1: nobody asks
  std::string ThreadName = "thread";      ///< what the source calls it
  std::vector<NestArray> Arrays;
  std::vector<NestRows> Rows;
  int LoopCount = 0;
  NestNode Top;

  /// The symbol of this name, a new one without a value where there is none.
  Polynomial symbolNamed(llvm::StringRef Name);
  /// From now on there are ThreadSymbol and TeamSymbol.
  void addTeamSymbols();
};

/// Over how many loops around it an access is kept in a register (pme_access.kept_loops) as its threads run them: their
/// own, and the loop whose iterations they are dealt. What stands around that is run by others as well.
int keptLoops(const NestNode &Access);

/// Removes what says nothing: see Nest.cpp.
void simplify(Nest &Nest);

/// The program, or null when memory is exhausted. `Places` (may be null) receives the place of every node, by id. The
/// caller frees the program with pme_program_destroy.
pme_program *writeProgram(Nest &Nest, std::vector<llvm::DebugLoc> *Places);

} // namespace pme

#endif
