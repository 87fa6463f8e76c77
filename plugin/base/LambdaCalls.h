//===- LambdaCalls.h - what a library makes of a loop for one lambda -------------------===//
//
//     forall(0, n, [=](long i) { y[i] += a * x[i]; });
//
// The instance of `forall` is made for this lambda and called here alone. Sizes, strides and arrays are what the lambda
// captured: all of that is known where it is called, and has no name within the library.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_LAMBDACALLS_H
#define PMECACHE_PLUGIN_BASE_LAMBDACALLS_H

#include "llvm/IR/InstrTypes.h"

namespace pme {

/// Function attribute of the clone: starts a region for a lambda, and is to be shown where it is called.
constexpr const char *ForLambdaAttribute = "pme.for-lambda";

/// The only call of a function whose template arguments, or whose class's, have a lambda in them. Null: it is no such
/// function, or it is called more than once, or its address is taken.
const llvm::CallBase *onlyCallForLambda(const llvm::Function &F);

} // namespace pme

#endif
