//===- CodePath.cpp - what must have happened for a block to run ---------------------===//

#include "CodePath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

const CodePath *CodePath::construct(bool WithinLoop) const {
  for (const CodePath *P = this; P; P = P->Parent) {
    if (P->What == Construct)
      return P;
    if (WithinLoop && P->What == Loop)
      return nullptr;
  }
  return nullptr;
}

const CodePath *CodePaths::make(CodePath Path) {
  Path.Depth = Path.Parent ? Path.Parent->Depth + 1 : 0;
  Paths.push_back(Path);
  return &Paths.back();
}

const CodePath *CodePaths::function() { return make({}); }

const CodePath *CodePaths::loop(const llvm::Loop &L, const CodePath *Around) {
  CodePath Path;
  Path.What = CodePath::Loop;
  Path.Parent = Around;
  Path.L = &L;
  return make(Path);
}

// The same branch behind the same path is the same guard.
const CodePath *CodePaths::guard(const CodePath *Around, const Instruction *Branch, int Side) {
  auto &Known = Guards[{Branch, Side}];
  for (const CodePath *Path : Known)
    if (Path->Parent == Around)
      return Path;
  CodePath Path;
  Path.What = CodePath::Guard;
  Path.Parent = Around;
  Path.Branch = Branch;
  Path.Side = Side;
  Known.push_back(make(Path));
  return Known.back();
}

const CodePath *CodePaths::shared(const CodePath *A, const CodePath *B) {
  while (A != B) {
    if (A->Depth >= B->Depth)
      A = A->Parent;
    else
      B = B->Parent;
  }
  return A;
}

const CodePath *CodePaths::after(const Marker &Found, const CodePath *Path) {
  if (Found.Kind == MarkerKind::Begin) {
    CodePath New;
    New.What = CodePath::Construct;
    New.Parent = Path;
    New.Id = Found.Id;
    // Inlining copies markers: a copy is a construct of its own, found again by the call.
    New.Branch = Found.Call;
    auto &Known = Guards[{Found.Call, -2}];
    for (const CodePath *P : Known)
      if (P->Parent == Path)
        return P;
    Known.push_back(make(New));
    return Known.back();
  }
  if (Found.Kind == MarkerKind::End)
    for (const CodePath *P = Path; P && P->What != CodePath::Loop; P = P->Parent)
      if (P->What == CodePath::Construct && P->Id == Found.Id)
        return P->Parent;
  return Path;
}

const CodePath *CodePaths::atEnd(BasicBlock &Block, const CodePath *In) {
  for (Instruction &I : Block)
    if (auto Found = M.read(I))
      In = after(*Found, In);
  return In;
}

namespace {

/// The blocks of one level without inner loops' insides, and the edges between them.
class LevelGraph {
public:
  LevelGraph(Function &F, const LoopInfo &Loops, Loop *L) : Loops(Loops), L(L) {
    visit(unit(L ? L->getHeader() : &F.getEntryBlock()));
    std::reverse(Order.begin(), Order.end());
  }

  /// The block of this level that stands for `Block`: itself, or the header of the inner loop around it.
  BasicBlock *unit(BasicBlock *Block) const {
    Loop *Inner = innerLoop(Block);
    return Inner ? Inner->getHeader() : Block;
  }
  Loop *innerLoop(const BasicBlock *Block) const {
    Loop *Inner = Loops.getLoopFor(Block);
    if (Inner == L)
      return nullptr;
    while (Inner && Inner->getParentLoop() != L)
      Inner = Inner->getParentLoop();
    return Inner;
  }
  /// Whether control that leaves a unit for `To` stays in the level and does not go round.
  bool isForward(const BasicBlock *To) const { return !L || (L->contains(To) && To != L->getHeader()); }

  std::vector<BasicBlock *> Order;
  DenseMap<BasicBlock *, SmallVector<BasicBlock *, 2>> Successors;

private:
  SmallVector<BasicBlock *, 4> outside(BasicBlock *Unit) const {
    SmallVector<BasicBlock *, 4> Result;
    if (Loop *Inner = innerLoop(Unit))
      Inner->getUniqueExitBlocks(Result);
    else
      append_range(Result, successors(Unit));
    return Result;
  }

  void visit(BasicBlock *Start) {
    SmallPtrSet<BasicBlock *, 32> Seen;
    std::vector<std::pair<BasicBlock *, unsigned>> Stack;
    auto Open = [&](BasicBlock *Unit) {
      if (!Seen.insert(Unit).second)
        return;
      for (BasicBlock *To : outside(Unit))
        if (isForward(To) && !is_contained(Successors[Unit], unit(To)))
          Successors[Unit].push_back(unit(To));
      Stack.push_back({Unit, 0});
    };
    Open(Start);
    while (!Stack.empty()) {
      auto &[Unit, Next] = Stack.back();
      auto &Targets = Successors[Unit];
      // The last successor first: reversed, the first one's code comes first.
      if (Next < Targets.size()) {
        BasicBlock *Target = Targets[Targets.size() - 1 - Next++];
        Open(Target);
      } else {
        Order.push_back(Unit);
        Stack.pop_back();
      }
    }
  }

  const LoopInfo &Loops;
  Loop *L;
};

} // namespace

// Does every way from `From` through the level meet `To`, ways out of the level left aside?
static bool alwaysReaches(const LevelGraph &Graph, BasicBlock *From, BasicBlock *To) {
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock *, 16> Work(1, From);
  while (!Work.empty()) {
    BasicBlock *Unit = Work.pop_back_val();
    auto Next = Graph.Successors.find(Unit);
    bool Last = Next == Graph.Successors.end() || Next->second.empty();
    if (Last) {
      // The end of an iteration, or of the function, without having met it; a way out does not count.
      bool Leaves = true;
      for (BasicBlock *Target : successors(Unit))
        Leaves &= !Graph.isForward(Target) && Target != Graph.Order.front();
      if (!Leaves || succ_empty(Unit))
        return false;
      continue;
    }
    for (BasicBlock *Target : Next->second)
      if (Target != To && Seen.insert(Target).second)
        Work.push_back(Target);
  }
  return true;
}

// Of a loop with several exits, the branch that leaves it for this unit only where an iteration is its last before its
// time; null for the exit that counts, at the end or the start of each iteration.
static const Instruction *earlyExit(const LevelGraph &Graph, const llvm::Loop &Inner, const BasicBlock *Unit) {
  const BasicBlock *Latch = Inner.getLoopLatch(),
                   *Usual = Latch && Inner.isLoopExiting(Latch) ? Latch : Inner.getHeader();
  SmallVector<llvm::Loop::Edge, 4> Edges;
  Inner.getExitEdges(Edges);
  const Instruction *Result = nullptr;
  for (auto &[From, To] : Edges) {
    if (!Graph.isForward(To) || Graph.unit(const_cast<BasicBlock *>(To)) != Unit)
      continue;
    if (From == Usual)
      return nullptr;
    Result = From->getTerminator();
  }
  return Inner.isLoopExiting(Usual) ? Result : nullptr;
}

std::vector<LevelUnit> CodePaths::level(llvm::Loop *L, const CodePath *Start) {
  LevelGraph Graph(F, Loops, L);
  DenseMap<BasicBlock *, SmallVector<const CodePath *, 2>> Incoming;
  DenseMap<BasicBlock *, BasicBlock *> Origin; // where all ways to a block part
  std::vector<LevelUnit> Result;
  DenseMap<BasicBlock *, const CodePath *> Ends;
  for (BasicBlock *Unit : Graph.Order) {
    const CodePath *In = nullptr;
    auto &Ways = Incoming[Unit];
    if (Unit == Graph.Order.front())
      In = Start;
    for (const CodePath *Way : Ways)
      In = In ? shared(In, Way) : Way;
    if (!In)
      In = Start;
    if (Ways.size() > 1) {
      // Where the ways part: the last unit whose path at its end is what they share.
      BasicBlock *From = nullptr;
      for (auto &Earlier : Result)
        if (Ends.lookup(Earlier.Block) == In)
          From = Earlier.Block;
      if (From && !alwaysReaches(Graph, From, Unit))
        In = guard(In, Unit->getTerminator(), -1);
    }
    llvm::Loop *Inner = Graph.innerLoop(Unit);
    Result.push_back({Unit, Inner, In});
    const CodePath *End = Inner ? In : atEnd(*Unit, In);
    Ends[Unit] = End;
    auto &Targets = Graph.Successors[Unit];
    if (Inner) {
      for (BasicBlock *Target : Targets) {
        const Instruction *Early = earlyExit(Graph, *Inner, Target);
        Incoming[Target].push_back(Early ? guard(End, Early, -1) : End);
      }
      continue;
    }
    Instruction *Last = Unit->getTerminator();
    unsigned Forward = 0;
    for (BasicBlock *Target : successors(Unit))
      Forward += Graph.isForward(Target);
    SmallDenseMap<const BasicBlock *, int> Sides; // several values of a switch that lead to one block are one way
    for (unsigned I = 0; I < Last->getNumSuccessors(); ++I) {
      BasicBlock *Target = Last->getSuccessor(I);
      int Side = Sides.try_emplace(Target, static_cast<int>(I)).first->second;
      if (!Graph.isForward(Target))
        continue;
      bool Branches = (Targets.size() > 1 && Forward > 1) || LoopTests.contains(Last);
      Incoming[Graph.unit(Target)].push_back(Branches ? guard(End, Last, Side) : End);
    }
  }
  return Result;
}
