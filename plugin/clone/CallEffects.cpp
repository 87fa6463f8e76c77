//===- CallEffects.cpp - what calls that are left do to memory -----------------------===//

#include "CallEffects.h"
#include "HiddenAccesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;
using namespace pme;

/// Of a library function that may write memory, until it is said not to.
static constexpr const char *WritesAttribute = "pme.writes";
/// Of a call whose effects are assumed.
static constexpr const char *AssumedAttribute = "pme.assumed";

namespace {

enum class Effect { Nothing, Own, Arguments, Template };

struct LibraryFunction {
  StringLiteral Name;
  Effect Does;
};

constexpr LibraryFunction LibraryFunctions[] = {
#define PME_LIBRARY_FUNCTION(NAME, EFFECT) {NAME, Effect::EFFECT},
#include "LibraryEffects.def"
#undef PME_LIBRARY_FUNCTION
};

} // namespace

static const LibraryFunction *findFunction(StringRef Name) {
  Name.consume_back("_"); // of Fortran
  const auto *Found = find_if(LibraryFunctions, [&](const LibraryFunction &Entry) {
    StringRef Pattern = Entry.Name;
    return Pattern.consume_back("*") ? Name.starts_with(Pattern) : Name == Pattern;
  });
  return Found == std::end(LibraryFunctions) ? nullptr : Found;
}

bool pme::isKnownTemplate(const Function &Callee) {
  const LibraryFunction *Known = findFunction(Callee.getName());
  return Known && Known->Does == Effect::Template;
}

bool pme::isKnownFunction(const Function &Callee) {
  bool IsElsewhere = Callee.isDeclaration() && !Callee.hasFnAttribute(DefinedAttribute);
  return IsElsewhere ? findFunction(Callee.getName()) != nullptr : isKnownTemplate(Callee);
}

bool pme::keepsState(const Function &Callee) {
  const LibraryFunction *Known = findFunction(Callee.getName());
  return Known && Known->Does == Effect::Own;
}

bool pme::isAssumedCall(const CallBase &Call) { return Call.hasFnAttr(AssumedAttribute); }

// Mathematical functions set errno at most: for caches they touch nothing. Front ends without optimisation do not say
// so, and a call that may write memory would keep every load behind it in the loop.
static void describeLibraryCall(CallBase &Call, Function &Callee, const TargetLibraryInfo &Library, Markers &M) {
  inferNonMandatoryLibFuncAttrs(Callee, Library);
  LibFunc Known;
  bool Mathematics = Library.getLibFunc(Callee, Known) && !Callee.arg_empty() &&
                     Callee.getReturnType()->isFloatingPointTy() &&
                     all_of(Callee.args(), [](const Argument &A) { return A.getType()->isFloatingPointTy(); });
  if (Mathematics || Callee.getName().starts_with("omp_get_")) {
    if (!Callee.onlyReadsMemory())
      Callee.addFnAttr(WritesAttribute);
    if (Callee.hasFnAttribute(WritesAttribute) && !Call.getAttributes().getMemoryEffects().onlyReadsMemory())
      markHiddenCall(Call, Mathematics, M);
    Callee.setDoesNotAccessMemory();
  }
  if (Mathematics) {
    Callee.setDoesNotThrow();
    Callee.setWillReturn();
  }
}

static bool takesPointer(const CallBase &Call) {
  return any_of(Call.args(), [](const Use &A) { return A->getType()->isPointerTy(); });
}

// The call still is what it is: it may not move, and two of them are two values. Other memory does not change.
static void narrow(CallBase &Call, bool OwnOnly, Markers &M) {
  markHiddenCall(Call, /*IsMathematical=*/false, M);
  if (OwnOnly)
    Call.setOnlyAccessesInaccessibleMemory();
  else
    Call.setOnlyAccessesInaccessibleMemOrArgMem();
}

// A call of code that is elsewhere.
static void describeOtherCall(CallBase &Call, Markers &M) {
  const Function *Callee = Call.getCalledFunction();
  if (!Call.mayWriteToMemory() || Call.onlyAccessesInaccessibleMemOrArgMem())
    return;
  if (const LibraryFunction *Known = Callee ? findFunction(Callee->getName()) : nullptr)
    return narrow(Call, Known->Does <= Effect::Own || !takesPointer(Call), M);
  Call.addFnAttr(Attribute::get(Call.getContext(), AssumedAttribute));
  narrow(Call, !takesPointer(Call), M);
}

void pme::describeCalls(Function &F, const TargetLibraryInfo &Library, const LoopInfo &Loops, Markers &M) {
  SmallVector<CallBase *, 16> Others;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    bool IsTemplate = Callee && isKnownTemplate(*Callee);
    if (!Call || M.read(I) || (Callee && !IsTemplate && (!Callee->isDeclaration() || Callee->isIntrinsic())))
      continue;
    if (Callee && !IsTemplate)
      describeLibraryCall(*Call, *Callee, Library, M);
    // Outside of loops a call may be what sets a variable for the first time.
    LibFunc Known;
    bool IsOfLibrary =
        Callee && !IsTemplate && (Library.getLibFunc(*Callee, Known) || Callee->hasFnAttribute(DefinedAttribute));
    if (Loops.getLoopFor(I.getParent()) && !IsOfLibrary && !Call->isInlineAsm())
      Others.push_back(Call);
  }
  for (CallBase *Call : Others)
    describeOtherCall(*Call, M);
}
