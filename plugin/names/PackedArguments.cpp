//===- PackedArguments.cpp - small structs that come in one integer argument ---------===//

#include "PackedArguments.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

static const char Prefix[] = "pme.part.";

// A function without body that nothing is known of but that it computes the part.
static FunctionCallee partFunction(Module &M, Type *Part, Type *Whole) {
  std::string Name =
      Prefix + std::to_string(Part->getIntegerBitWidth()) + "." + std::to_string(Whole->getIntegerBitWidth());
  FunctionCallee Result = M.getOrInsertFunction(Name, Part, Whole, Type::getInt32Ty(M.getContext()));
  auto *F = cast<Function>(Result.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::Speculatable);
  return Result;
}

// SROA writes members as trunc(whole) and trunc(whole >> bits).
static void takePart(TruncInst &Part, Argument &Whole, uint64_t Shift) {
  IRBuilder<> Builder(&Part);
  CallInst *Call = Builder.CreateCall(partFunction(*Part.getModule(), Part.getType(), Whole.getType()),
                                      {&Whole, Builder.getInt32(static_cast<uint32_t>(Shift))});
  Part.replaceAllUsesWith(Call);
  Part.eraseFromParent();
}

static void takeParts(Value &V, Argument &Whole, uint64_t Shift) {
  for (User *U : make_early_inc_range(V.users()))
    if (auto *Part = dyn_cast<TruncInst>(U))
      takePart(*Part, Whole, Shift);
}

// A number that is used as a whole, too, is no struct.
static bool isPacked(const Argument &Whole) {
  return Whole.getType()->isIntegerTy() && Whole.getType()->getIntegerBitWidth() > 32 &&
         Whole.getType()->getIntegerBitWidth() <= 64 && !Whole.use_empty() &&
         all_of(Whole.users(),
                [](const User *U) {
                  auto *Shift = dyn_cast<BinaryOperator>(U);
                  return isa<TruncInst>(U) ||
                         (Shift && Shift->getOpcode() == Instruction::LShr && isa<ConstantInt>(Shift->getOperand(1)) &&
                          all_of(Shift->users(), [](const User *Part) { return isa<TruncInst>(Part); }));
                }) &&
         any_of(Whole.users(), [](const User *U) { return !isa<TruncInst>(U); });
}

void pme::unpackArguments(Function &F) {
  for (Argument &Whole : F.args()) {
    if (!isPacked(Whole))
      continue;
    for (User *U : make_early_inc_range(Whole.users()))
      if (auto *Shift = dyn_cast<BinaryOperator>(U))
        takeParts(*Shift, Whole, cast<ConstantInt>(Shift->getOperand(1))->getZExtValue());
    takeParts(Whole, Whole, 0);
  }
}

std::optional<ArgumentPart> pme::argumentPart(const Value &V) {
  auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->getName().starts_with(Prefix))
    return std::nullopt;
  auto *Whole = dyn_cast<Argument>(Call->getArgOperand(0));
  auto *Shift = dyn_cast<ConstantInt>(Call->getArgOperand(1));
  if (!Whole || !Shift)
    return std::nullopt;
  return ArgumentPart{Whole, static_cast<unsigned>(Shift->getZExtValue()), V.getType()->getIntegerBitWidth()};
}
