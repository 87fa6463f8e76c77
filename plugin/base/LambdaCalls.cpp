//===- LambdaCalls.cpp - what a library makes of a loop for one lambda -----------------===//

#include "LambdaCalls.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace pme;

// The mangled name is looked at first: few names are worth the demangler. `$_0`: a lambda of a function that other files
// do not see; `Ul..E_`: of one that they see, too.
static bool hasLambdaInItsType(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.starts_with("_Z") || (!Name.contains("$_") && !Name.contains("Ul")))
    return false;
  std::string Whole = demangle(Name.str());
  size_t Angle = Whole.find('<');
  return Angle != std::string::npos &&
         (Whole.find("$_", Angle) != std::string::npos || Whole.find("'lambda", Angle) != std::string::npos);
}

const CallBase *pme::onlyCallForLambda(const Function &F) {
  if (!F.hasOneUse() || !hasLambdaInItsType(F))
    return nullptr;
  auto *Call = dyn_cast<CallBase>(*F.user_begin());
  return Call && Call->getCalledOperand() == &F && Call->getFunction() != &F ? Call : nullptr;
}
