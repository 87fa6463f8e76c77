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

// A value whose upper bits are copies of the sign of the lower ones, or zeros.
struct Extension {
  Value *Source; ///< has the lower bits, and perhaps others above; null: no extension
  unsigned Bits;
  bool IsSigned;

  bool isAs(const Extension &Other) const { return Source && Bits == Other.Bits && IsSigned == Other.IsSigned; }
};

} // namespace

// A cast, a shift to the left and back, or a mask.
static Extension extensionOf(Value &V) {
  Value *Source;
  uint64_t Left, Right;
  const APInt *Mask;
  if (match(&V, m_SExt(m_Value(Source))))
    return {Source, Source->getType()->getIntegerBitWidth(), true};
  if (match(&V, m_ZExt(m_Value(Source))))
    return {Source, Source->getType()->getIntegerBitWidth(), false};
  if (match(&V, m_AShr(m_Shl(m_Value(Source), m_ConstantInt(Left)), m_ConstantInt(Right))) && Left == Right)
    return {Source, static_cast<unsigned>(Source->getType()->getIntegerBitWidth() - Left), true};
  if (match(&V, m_And(m_Value(Source), m_APInt(Mask))) && Mask->isMask())
    return {Source, Mask->countr_one(), false};
  return {nullptr, 0, false};
}

// What goes round; without a source: the phi is of another kind.
static Extension roundOf(const PHINode &Phi, const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  Extension None{nullptr, 0, false};
  Extension Round = Latch && Phi.getType()->isIntegerTy() ? extensionOf(*Phi.getIncomingValueForBlock(Latch)) : None;
  bool IsOfType = Round.Bits == 8 || Round.Bits == 16 || Round.Bits == 32;
  return IsOfType ? Round : None;
}

static bool fits(const Value &V, const Extension &As) {
  auto *Number = dyn_cast<ConstantInt>(&V);
  return Number && (As.IsSigned ? Number->getValue().isSignedIntN(As.Bits) : Number->getValue().isIntN(As.Bits));
}

static bool isExtendedOnEachWay(const PHINode &Phi, const Extension &As) {
  return all_of(Phi.incoming_values(), [&](const Use &In) { return fits(*In, As) || extensionOf(*In).isAs(As); });
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

static void replaceIfExtended(User &Used, const PHINode &Phi, Value &Wide, const Extension &As) {
  if (Extension Found = extensionOf(Used); Found.Source == &Phi && Found.isAs(As))
    Used.replaceAllUsesWith(&Wide);
}

static void replaceExtensions(PHINode &Phi, Value &Wide, const Extension &As) {
  for (User *U : make_early_inc_range(Phi.users())) {
    for (User *Back : make_early_inc_range(U->users())) // behind a shift
      replaceIfExtended(*Back, Phi, Wide, As);
    replaceIfExtended(*U, Phi, Wide, As);
  }
}

// Fortran's additions have no flag that says so. A loop that goes on until the extension is past a wider bound would not
// end if they wrapped.
static void doesNotWrap(PHINode &Counter) {
  for (Value *In : Counter.incoming_values())
    if (auto *Next = dyn_cast<BinaryOperator>(In);
        Next && Next->getOpcode() == Instruction::Add && is_contained(Next->operands(), &Counter))
      Next->setHasNoSignedWrap();
}

static void replace(PHINode &Phi, const Extension &As) {
  BasicBlock &Block = *Phi.getParent();
  PHINode &Narrow = narrow(Phi, As.Bits);
  if (As.IsSigned)
    doesNotWrap(Narrow);
  IRBuilder<> Builder(&Block, Block.getFirstInsertionPt());
  Value *Wide = As.IsSigned ? Builder.CreateSExt(&Narrow, Phi.getType()) : Builder.CreateZExt(&Narrow, Phi.getType());
  for (PHINode &Other : Block.phis())
    if (hasSameLowerBits(Other, Phi))
      replaceExtensions(Other, *Wide, As);
  Phi.replaceAllUsesWith(Wide);
  Phi.eraseFromParent();
}

bool pme::narrowWidenedCounters(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<std::pair<PHINode *, Extension>, 4> Found;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    for (PHINode &Phi : L->getHeader()->phis())
      if (Extension Round = roundOf(Phi, *L); Round.Source && isExtendedOnEachWay(Phi, Round) &&
                                              isa<SCEVUnknown>(FAM.getResult<ScalarEvolutionAnalysis>(F).getSCEV(&Phi)))
        Found.push_back({&Phi, Round});
  for (auto &[Phi, Round] : Found)
    replace(*Phi, Round);
  return !Found.empty();
}
