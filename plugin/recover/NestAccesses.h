//===- NestAccesses.h - accesses and calls of a nest ---------------------------------===//
//
// From the marker of an access to a node with an array and an offset: directly, as one of several addresses under guards,
// or as a loop over pieces for copies and fills. Calls that are left may touch memory, and say so.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_NESTACCESSES_H
#define PMECACHE_PLUGIN_RECOVER_NESTACCESSES_H

#include "NestNodes.h"
#include "plugin/expressions/Arrays.h"
#include "plugin/expressions/Choices.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <set>

namespace pme {

/// One access, or all accesses of a block operation: `Extra` is then the position in it.
struct AccessPiece {
  const SourceAccess &Source;
  const llvm::Loop *Loop; ///< around the code
  const llvm::SCEV *Address;
  int64_t Bytes;
  bool Write;
  Polynomial Extra;
  int KeptLoops;
  int Id;      ///< of the marker
  bool OfTeam; ///< every thread of a team does it
};

/// A local variable that begins as a copy of a constant, and that optimisation has replaced by the constant.
struct ConstantCopy {
  int Array;
  std::set<int> Ids; ///< of the markers that write it
};

class NestAccesses {
public:
  NestAccesses(const FunctionReading &Code, Nest &Nest, ExpressionReader &Reader, NestNodes &Nodes, ArrayFinder &Arrays,
               ChoiceFinder &Choices)
      : Code(Code), N(Nest), Reader(Reader), Nodes(Nodes), Arrays(Arrays), Choices(Choices) {}

  void addAccess(const Marker &Marked, const CodePath *Path);
  void addBlock(const Marker &Marked, const CodePath *Path);
  void noteCall(llvm::CallBase &Call, const CodePath *Path);

private:
  void addPiece(NestNode &Parent, const AccessPiece &P, unsigned Depth);
  bool addChoices(NestNode &Parent, const AccessPiece &P, Obstacle Problem, unsigned Depth);
  bool addNeighbour(NestNode &Parent, const AccessPiece &P, Obstacle Problem, unsigned Depth);
  bool areNeighbours(const Polynomial &A, const Polynomial &B) const;
  bool addRow(NestNode &Parent, const AccessPiece &P);
  void addScattered(NestNode &Parent, const AccessPiece &P, bool HasPowers);
  const llvm::SCEV *takeSteps(const AccessPiece &P, Polynomial &Offset);
  int loopsThatStay(const NestNode &Parent, const llvm::Loop *Around, const llvm::SCEV *Place) const;
  int placeNumber(const llvm::SCEV *Place, int64_t &BytesBehind);
  int touchedOf(const AccessPiece &P, int Array);
  void addNode(NestNode &Parent, const AccessPiece &P, const ArrayPlace &Place, int64_t Bytes);
  bool isFromLibrary(const llvm::Function *Callee) const;
  bool touchesNothing(const llvm::CallBase &Call) const;
  bool isRecursive(const llvm::Function &Callee);

  const FunctionReading &Code;
  Nest &N;
  ExpressionReader &Reader;
  NestNodes &Nodes;
  ArrayFinder &Arrays;
  ChoiceFinder &Choices;
  int AccessCount = 0;
  llvm::DenseMap<const llvm::Function *, bool> Recursive; ///< functions that were asked whether they call themselves
  size_t ChoiceCount = 0;
  std::map<int, ConstantCopy> Copies;     ///< by the constant array
  std::vector<const llvm::SCEV *> Places; ///< that data choose, by their numbers from 1
};

} // namespace pme

#endif
