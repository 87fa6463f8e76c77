//===- NestNodes.h - regions, constructs and guards of a nest ------------------------===//
//
// Opens the node that code at a path belongs to when its first code is met, in program order, and says on nodes what
// could not be read and what is assumed.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_NESTNODES_H
#define PMECACHE_PLUGIN_RECOVER_NESTNODES_H

#include "FunctionReading.h"
#include "plugin/expressions/Conditions.h"

namespace pme {

class NestNodes {
public:
  NestNodes(const FunctionReading &Code, Nest &Nest, ExpressionReader &Reader, ConditionReader &Conditions)
      : Code(Code), N(Nest), Reader(Reader), Conditions(Conditions) {}

  /// The node that code at this path belongs to.
  NestNode *at(const CodePath *Path);
  /// What is met at this path belongs to this node.
  void set(const CodePath *Path, NestNode *Node) { Nodes[Path] = Node; }
  /// This branch is a test in the middle of a loop, of whether it goes on.
  void setTest(const LoopTest &Test) { Tests[Test.Block->getTerminator()] = Test; }

  /// Schedule, chunk and clauses of the worksharing construct `Id`.
  void fillWorksharing(NestNode &Node, int Id, const CodePath *Path);
  /// The node gets the reason why something was not read: a bound, else a subscript.
  void note(NestNode &Node, const Obstacle &Problem, const llvm::DebugLoc &Place, bool Bound);
  /// What the reader assumed since it was asked last is said here; what is said above is not said again.
  void takeAssumptions(NestNode &Node) { addAssumptions(Node, Reader.takeAssumptions()); }
  void addAssumptions(NestNode &Node, std::vector<NestAssumption> Assumptions);

  /// Constructs that are groups: worksharing without a loop of its own.
  template <typename Visitor> void forEachGroup(Visitor Visit) const {
    for (auto &[Path, Node] : Nodes)
      if (Node->Kind == NestKind::Group)
        Visit(Node->Construct);
  }
  /// A loop that has to be counted from 0 by 1 before the nest can be read; null: none.
  const llvm::Loop *uneven() const { return Uneven; }

private:
  NestNode *openConstruct(const CodePath &Path, NestNode &Parent);
  NestNode *openRegion(const CodePath &Path, NestNode &Parent);
  NestNode *openGuard(const CodePath &Path, NestNode &Parent);
  /// The condition of its `if` clause.
  void readIfClause(const llvm::Value &When, NestNode &Region);
  void nestRegion(NestNode &Region);
  bool takeTurns(const llvm::Instruction &Branch, NestNode &Guard);
  bool readLoopTest(const llvm::Instruction &Branch, NestNode &Guard);

  const FunctionReading &Code;
  Nest &N;
  ExpressionReader &Reader;
  ConditionReader &Conditions;
  const llvm::Loop *Uneven = nullptr;
  llvm::DenseMap<const llvm::Instruction *, LoopTest> Tests; ///< by the branch
  llvm::DenseMap<const CodePath *, NestNode *> Nodes;
};

} // namespace pme

#endif
