//===- LambdaBody.cpp - loops of a library that run what a user wrote ----------------===//

#include "LambdaBody.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pme;

static std::string wholePath(const DIScope &Scope) {
  SmallString<128> Path(Scope.getDirectory());
  sys::path::append(Path, Scope.getFilename());
  return sys::path::is_absolute(Scope.getFilename()) ? Scope.getFilename().str() : Path.str().str();
}

// `_ZZ4axpy..ENK..clE..`: a function in a function. Line tables have no such names, and classes that are called like
// functions have others: what the source file has is the user's, where the pragma is not in it.
static bool isBody(const DISubprogram &Function, const DIScope &Pragma) {
  const DICompileUnit *Unit = Function.getUnit();
  if (Function.getName() != "operator()")
    return false;
  return Function.getLinkageName().starts_with("_ZZ") ||
         (Unit && wholePath(Function) == wholePath(*Unit) && wholePath(Pragma) != wholePath(*Unit));
}

// From the access out to the body that the compiler made of the loop: what stands around that is no part of the loop.
static SmallVector<const DISubprogram *, 4> bodiesAround(const DebugLoc &Access, const DIScope &Pragma) {
  SmallVector<const DISubprogram *, 4> Result;
  for (const DILocation *At = Access.get(); At; At = At->getInlinedAt()) {
    const DISubprogram *Function = At->getScope()->getSubprogram();
    if (!Function || Function->getName().contains("omp_outlined"))
      break;
    if (isBody(*Function, Pragma))
      Result.push_back(Function);
  }
  return Result;
}

std::string pme::lambdaBody(const pme_subject *Subject, int Loop, ArrayRef<DebugLoc> Places) {
  if (size_t(Loop) >= Places.size() || !Places[Loop])
    return "";
  const DIScope &Pragma = *Places[Loop]->getScope();
  for (int Node = Loop + 1; Node < Subject->node_count && size_t(Node) < Places.size(); ++Node) {
    if (!pme_subject_is_below(Subject, Node, Loop)) // recovery writes what is in a loop in a row
      return "";
    if (pme_subject_at(Subject, Node)->kind != PME_NODE_ACCESS)
      continue;
    auto Bodies = bodiesAround(Places[Node], Pragma);
    if (Bodies.empty())
      continue;
    // Libraries have lambdas around those of users, users such as are called by theirs.
    auto IsElsewhere = [&](const DISubprogram *Body) { return wholePath(*Body) != wholePath(Pragma); };
    auto Own = find_if(reverse(Bodies), IsElsewhere);
    const DISubprogram *Body = Own == Bodies.rend() ? Bodies.front() : *Own;
    return (sys::path::filename(Body->getFilename()) + ":" + Twine(Body->getLine())).str();
  }
  return "";
}
