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

// How many folders two paths begin with alike.
static int sharedFolders(StringRef A, StringRef B) {
  auto [Left, Right] = std::mismatch(sys::path::begin(A), sys::path::end(A), sys::path::begin(B), sys::path::end(B));
  return int(std::distance(sys::path::begin(A), Left));
}

// `proj/src/force.h` of `proj/src/main.cpp` is the user's, where the pragma is in `lib/parallel.hpp`.
static bool isNearerToSource(const DIScope &Scope, const DIScope &Pragma, const DICompileUnit &Unit) {
  std::string Source = wholePath(Unit);
  return sharedFolders(wholePath(Scope), Source) > sharedFolders(wholePath(Pragma), Source);
}

// `_ZZ4axpy..ENK..clE..`: a function in a function. Line tables have no such names, and classes that are called like
// functions have others: what the source file has is the user's, where the pragma is not in it, and so is what the
// user's headers have that writes. What only reads may be the operator of a view, which is no body.
static bool isBody(const DISubprogram &Function, const DIScope &Pragma, bool IsWrite) {
  const DICompileUnit *Unit = Function.getUnit();
  StringRef Name = Function.getName(); // "operator()<false>" of a template
  if (!Name.consume_front("operator()") || !(Name.empty() || Name.starts_with("<")))
    return false;
  if (Function.getLinkageName().starts_with("_ZZ"))
    return true;
  bool IsInSource = Unit && wholePath(Function) == wholePath(*Unit);
  return (IsInSource && wholePath(Pragma) != wholePath(*Unit)) ||
         (Unit && IsWrite && isNearerToSource(Function, Pragma, *Unit));
}

// From the access out to the body that the compiler made of the loop: what stands around that is no part of the loop.
static SmallVector<const DISubprogram *, 4> bodiesAround(const DebugLoc &Access, const DIScope &Pragma, bool IsWrite) {
  SmallVector<const DISubprogram *, 4> Result;
  for (const DILocation *At = Access.get(); At; At = At->getInlinedAt()) {
    const DISubprogram *Function = At->getScope()->getSubprogram();
    if (!Function || Function->getName().contains("omp_outlined"))
      break;
    if (isBody(*Function, Pragma, IsWrite))
      Result.push_back(Function);
  }
  return Result;
}

static bool isInSource(const DISubprogram &Body) {
  return Body.getUnit() && wholePath(Body) == wholePath(*Body.getUnit());
}

// Libraries have lambdas around those of users, users such as are called by theirs: the outermost one of the source file,
// else of another file than the pragma's, else the innermost one.
static const DISubprogram *chosenOf(ArrayRef<const DISubprogram *> Bodies, const DIScope &Pragma) {
  for (const DISubprogram *Body : reverse(Bodies))
    if (isInSource(*Body))
      return Body;
  for (const DISubprogram *Body : reverse(Bodies))
    if (wholePath(*Body) != wholePath(Pragma))
      return Body;
  return Bodies.empty() ? nullptr : Bodies.front();
}

// Of a loop, those that have a place. Recovery writes what is in a loop in a row.
static SmallVector<int, 16> accessesOf(const pme_subject *Subject, int Loop, ArrayRef<DebugLoc> Places) {
  SmallVector<int, 16> Result;
  int End = static_cast<int>(std::min(Places.size(), size_t(Subject->node_count)));
  for (int Node = Loop + 1; Node < End && pme_subject_is_below(Subject, Node, Loop); ++Node)
    if (pme_subject_at(Subject, Node)->kind == PME_NODE_ACCESS)
      Result.push_back(Node);
  return Result;
}

static const DISubprogram *bodyOf(const pme_subject *Subject, int Loop, ArrayRef<DebugLoc> Places) {
  if (size_t(Loop) >= Places.size() || !Places[Loop])
    return nullptr;
  const DIScope &Pragma = *Places[Loop]->getScope();
  const DISubprogram *Body = nullptr;
  for (int Node : accessesOf(Subject, Loop, Places)) { // some may be of the library itself
    bool IsWrite = pme_subject_at(Subject, Node)->u.access.is_write;
    const DISubprogram *Own = chosenOf(bodiesAround(Places[Node], Pragma, IsWrite), Pragma);
    Body = !Body || (Own && isInSource(*Own)) ? Own : Body;
    if (Body && isInSource(*Body))
      break;
  }
  return Body;
}

static std::string textOf(const DISubprogram *Body) {
  return Body ? (sys::path::filename(Body->getFilename()) + ":" + Twine(Body->getLine())).str() : "";
}

std::string pme::lambdaBody(const pme_subject *Subject, int Loop, ArrayRef<DebugLoc> Places) {
  return textOf(bodyOf(Subject, Loop, Places));
}

// The outermost function of the source file that is called like one, below the loop.
static const DISubprogram *outermostCall(const DebugLoc &Access) {
  const DISubprogram *Result = nullptr;
  for (const DILocation *At = Access.get(); At; At = At->getInlinedAt()) {
    const DISubprogram *Function = At->getScope()->getSubprogram();
    if (!Function || Function->getName().contains("omp_outlined"))
      return Result;
    if (Function->getName() == "operator()" && isInSource(*Function))
      Result = Function;
  }
  return nullptr; // of the loop's own function
}

std::string pme::likelyBody(const pme_subject *Subject, int Loop, ArrayRef<DebugLoc> Places) {
  for (int Node : accessesOf(Subject, Loop, Places))
    if (const DISubprogram *Body = outermostCall(Places[Node]))
      return textOf(Body);
  return "";
}

pme_status pme::describeBodies(pme_json *Document, const pme_subject *Subject, ArrayRef<DebugLoc> Places) {
  pme_status Status = PME_OK;
  for (int Node = 0; Document && Node < Subject->node_count && Status == PME_OK; ++Node) {
    const pme_subject_node *Loop = pme_subject_at(Subject, Node);
    if (Loop->kind != PME_NODE_LOOP || !Loop->u.loop.parallel)
      continue;
    if (const DISubprogram *Body = bodyOf(Subject, Node, Places))
      Status = pme_json_set_body(Document, Node, Body->getFilename().str().c_str(), int(Body->getLine()), nullptr);
  }
  return Status;
}
