//===- Inline.cpp - the bodies of regions and small callees into a root --------------===//

#include "Inline.h"
#include "CallEffects.h"
#include "ModuleClone.h"
#include "plugin/base/LambdaCalls.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

/// An accessor: inlined even where there is no room for larger functions any more.
static constexpr unsigned MaxTinyInstructions = 20;

/// A unit of a few lines may grow to so many, others to so many times what they have.
static constexpr unsigned LeastRoom = 3000, RoomOfUnit = 8;

namespace {

/// Arrays of a size that is not known, called private as long as this lives: copies that are made of them keep that.
class PrivateDynamicAllocas {
public:
  explicit PrivateDynamicAllocas(Function &F) {
    for (Instruction &I : instructions(F))
      if (auto *Local = dyn_cast<AllocaInst>(&I); Local && !Local->isStaticAlloca()) {
        Renamed.push_back({Local, Local->getName().str()});
        Local->setName(PrivateName);
      }
  }
  ~PrivateDynamicAllocas() {
    for (auto &[Local, Name] : Renamed)
      Local->setName(Name);
  }

private:
  std::vector<std::pair<AllocaInst *, std::string>> Renamed;
};

/// A call that may be inlined. `From` indexes the history of inlined functions, -1 for calls of the root's own.
/// `InRegion`: every thread makes it, or it is the start of what they do.
struct Candidate {
  CallBase *Call;
  int From;
  bool InRegion;
};

class Inliner {
public:
  Inliner(Function &Root, unsigned Room, bool BodiesAlone)
      : Root(Root), Room(Room), BodiesAlone(BodiesAlone), Size(Root.getInstructionCount()) {}

  void run() {
    bool Orphaned = !isOfOneThread(Root);
    for (Instruction &I : instructions(Root)) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        add({Call, -1, Orphaned});
      if (auto *Local = dyn_cast<AllocaInst>(&I); Local && Orphaned)
        Local->setName(PrivateName);
    }
    // What the regions call has room before what runs once beside them.
    for (size_t Next = 0, NextBeside = 0; Next < Inside.size() || NextBeside < Beside.size();)
      visit(Next < Inside.size() ? Inside[Next++] : Beside[NextBeside++]);
  }

  InlinedFunctions inlined() const {
    InlinedFunctions Result;
    for (const auto &[Callee, From] : History)
      Result.insert(Callee);
    return Result;
  }

private:
  static bool isBody(const CallBase &Call) {
    return Call.getCalledFunction() && Call.getCalledFunction()->hasFnAttribute(BodyAttribute);
  }

  void add(Candidate C) {
    C.InRegion |= isBody(*C.Call);
    (C.InRegion ? Inside : Beside).push_back(C);
  }

  bool isRecursive(const Function &Callee, int From) const {
    if (&Callee == &Root)
      return true;
    for (; From >= 0; From = History[From].second)
      if (History[From].first == &Callee)
        return true;
    return false;
  }

  bool isWanted(const Function &Callee, bool IsLone) const {
    if (Callee.hasFnAttribute(BodyAttribute) || Callee.hasFnAttribute(Attribute::AlwaysInline))
      return true;
    if (BodiesAlone || isKnownTemplate(Callee))
      return false;
    unsigned Added = Callee.getInstructionCount();
    if (Added <= MaxTinyInstructions && Size <= Room + Room / 4)
      return true;
    if (Callee.hasFnAttribute(ForLambdaAttribute))
      return Size + Added <= Room;
    return (isShort(Callee) || IsLone) && Size + Added <= Room && !Callee.hasFnAttribute(ForksAttribute);
  }

  void visit(Candidate C) {
    Function *Callee = C.Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || isRecursive(*Callee, C.From) || !isInlineViable(*Callee).isSuccess())
      return;
    if (!isWanted(*Callee, C.Call->hasFnAttr(LoneAttribute)))
      return;
    std::optional<PrivateDynamicAllocas> Private;
    if (C.InRegion)
      Private.emplace(*Callee);
    InlineFunctionInfo Info;
    if (!InlineFunction(*C.Call, Info).isSuccess())
      return;
    Size += Callee->getInstructionCount();
    if (C.InRegion)
      for (AllocaInst *Alloca : Info.StaticAllocas)
        Alloca->setName(PrivateName);
    History.push_back({Callee, C.From});
    for (CallBase *Call : Info.InlinedCallSites)
      add({Call, static_cast<int>(History.size()) - 1, C.InRegion});
  }

  Function &Root;
  unsigned Room; ///< in instructions
  bool BodiesAlone;
  unsigned Size;
  std::vector<Candidate> Inside, Beside;
  std::vector<std::pair<Function *, int>> History;
};

} // namespace

unsigned pme::roomForCallees(const Module &Unit) {
  unsigned Size = std::min<unsigned>(Unit.getInstructionCount(), MaxRootInstructions);
  return std::clamp(RoomOfUnit * Size, LeastRoom, MaxRootInstructions);
}

InlinedFunctions pme::inlineCallees(Function &Root, unsigned Room, bool BodiesAlone) {
  Inliner Inlining(Root, Room, BodiesAlone);
  Inlining.run();
  return Inlining.inlined();
}
