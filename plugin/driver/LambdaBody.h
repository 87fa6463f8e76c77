//===- LambdaBody.h - loops of a library that run what a user wrote ------------------===//
//
//     forall(0, n, [=](int i) { y[i] += a * x[i]; });
//
// The pragma stands in the library's header, once for all such calls: what tells the loops apart is where the lambda is.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_LAMBDABODY_H
#define PMECACHE_PLUGIN_DRIVER_LAMBDABODY_H

#include "pmecache/report.h"
#include "pmecache/subject.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"

#include <string>

namespace pme {

/// File and line of the lambda whose code the loop's accesses are, "use.cpp:12"; "": there is none, or no debug
/// information. Where there are line tables only, lambdas are those of the source file that a header's loop runs, and so
/// are objects of classes that are called like functions.
std::string lambdaBody(const pme_subject *Subject, int Loop, llvm::ArrayRef<llvm::DebugLoc> Places);

/// The same where the loop stands in the source file itself and there are line tables only: a lambda, or an accessor
/// (`a(i, j)`), which have one name there. Where instances of a loop differ in it they run different code.
std::string likelyBody(const pme_subject *Subject, int Loop, llvm::ArrayRef<llvm::DebugLoc> Places);

/// Adds these bodies to the parallel loops of the function that was added to the document last. No document, nothing
/// to do. PME_NO_MEMORY.
pme_status describeBodies(pme_json *Document, const pme_subject *Subject, llvm::ArrayRef<llvm::DebugLoc> Places);

} // namespace pme

#endif
