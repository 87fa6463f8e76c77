//===- WidenedCounters.cpp - int variables that are kept in registers of 64 bits --------===//

#include "WidenedCounters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

namespace {

// A value whose upper bits are copies of the sign of the lower ones.
struct Extension {
  Value *Source; ///< has the lower bits, and perhaps others above; null: no extension
  unsigned Bits;
};

} // namespace

// A cast, or a shift to the left and back.
static Extension extensionOf(Value &V) {
  Value *Source;
  uint64_t Left, Right;
  if (match(&V, m_SExt(m_Value(Source))))
    return {Source, Source->getType()->getIntegerBitWidth()};
  if (match(&V, m_AShr(m_Shl(m_Value(Source), m_ConstantInt(Left)), m_ConstantInt(Right))) && Left == Right)
    return {Source, static_cast<unsigned>(Source->getType()->getIntegerBitWidth() - Left)};
  return {nullptr, 0};
}

// How many bits go round, extended; 0: the phi is of another kind.
static unsigned bitsRound(const PHINode &Phi, const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  return Latch && Phi.getType()->isIntegerTy() ? extensionOf(*Phi.getIncomingValueForBlock(Latch)).Bits : 0;
}

static bool fits(const Value &V, unsigned Bits) {
  auto *Number = dyn_cast<ConstantInt>(&V);
  return Number && Number->getValue().isSignedIntN(Bits);
}

static bool isExtendedOnEachWay(const PHINode &Phi, unsigned Bits) {
  return all_of(Phi.incoming_values(), [&](const Use &In) { return fits(*In, Bits) || extensionOf(*In).Bits == Bits; });
}

// The phi of the lower bits, which may be there.
static PHINode &narrow(PHINode &Phi, unsigned Bits) {
  Type *Narrow = IntegerType::get(Phi.getContext(), Bits);
  PHINode *Result = IRBuilder<>(&Phi).CreatePHI(Narrow, Phi.getNumIncomingValues());
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    Extension Way = extensionOf(*Phi.getIncomingValue(I));
    BasicBlock *From = Phi.getIncomingBlock(I);
    Value *Source = Way.Source ? Way.Source : Phi.getIncomingValue(I);
    Result->addIncoming(IRBuilder<>(From->getTerminator()).CreateTrunc(Source, Narrow), From);
  }
  for (PHINode &Same : Phi.getParent()->phis())
    if (&Same != Result && Same.isIdenticalTo(Result)) {
      Result->eraseFromParent();
      return Same;
    }
  return *Result;
}

// Beside the phi stands one of what is not cut yet, of which the body takes the lower bits.
static bool hasSameLowerBits(const PHINode &Other, const PHINode &Phi) {
  return &Other != &Phi && Other.getType() == Phi.getType() && all_of(Phi.blocks(), [&](const BasicBlock *From) {
    Value *One = Other.getIncomingValueForBlock(From), *Cut = Phi.getIncomingValueForBlock(From);
    return One == Cut || extensionOf(*Cut).Source == One;
  });
}

static void replaceExtensions(PHINode &Phi, Value &Wide, unsigned Bits) {
  for (User *Shift : make_early_inc_range(Phi.users()))
    for (User *U : make_early_inc_range(Shift->users()))
      if (Extension Found = extensionOf(*U); Found.Source == &Phi && Found.Bits == Bits)
        U->replaceAllUsesWith(&Wide);
}

static void replace(PHINode &Phi, unsigned Bits) {
  BasicBlock &Block = *Phi.getParent();
  PHINode &Narrow = narrow(Phi, Bits);
  Value *Wide = IRBuilder<>(&Block, Block.getFirstInsertionPt()).CreateSExt(&Narrow, Phi.getType());
  for (PHINode &Other : Block.phis())
    if (hasSameLowerBits(Other, Phi))
      replaceExtensions(Other, *Wide, Bits);
  Phi.replaceAllUsesWith(Wide);
  Phi.eraseFromParent();
}

bool pme::narrowWidenedCounters(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<std::pair<PHINode *, unsigned>, 4> Found;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    for (PHINode &Phi : L->getHeader()->phis())
      if (unsigned Bits = bitsRound(Phi, *L); Bits > 0 && isExtendedOnEachWay(Phi, Bits) &&
                                              isa<SCEVUnknown>(FAM.getResult<ScalarEvolutionAnalysis>(F).getSCEV(&Phi)))
        Found.push_back({&Phi, Bits});
  for (auto &[Phi, Bits] : Found)
    replace(*Phi, Bits);
  return !Found.empty();
}
