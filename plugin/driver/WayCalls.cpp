//===- WayCalls.cpp - how often the run took one way of a function -------------------===//

#include "WayCalls.h"
#include "plugin/recover/ExclusiveWays.h"
#include "plugin/recover/SameObjects.h"

#include "pmecache/instrumented.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace pme;

using Ways = SmallVector<const RecoveredFunction *, 4>;

static double timesOfObjects(const pme_profile *Profile, int Function, unsigned Objects) {
  double Times = 0;
  for (int I = 0; I < pme_profile_symbol_count(Profile); ++I)
    if (const pme_profile_symbol *Symbol = pme_profile_symbol_at(Profile, I);
        Symbol->function == Function && StringRef(Symbol->name) == PME_CALLS_SYMBOL && !Symbol->other &&
        Symbol->value == callsValueOf(Objects))
      Times += Symbol->times;
  return Times;
}

// Calls that give the objects as this way has them; others take the function as it is, or whichever way stands for all.
static double callsWithObjects(const RecoveredFunction &Way, ArrayRef<RecoveredFunction> All,
                               const pme_profile *Profile, int Function, double Calls) {
  unsigned Own = objectsOf(Way.Name);
  if (Own > 0)
    return timesOfObjects(Profile, Function, Own);
  SmallVector<unsigned, 4> Others;
  for (const RecoveredFunction &Other : All)
    if (Other.Source == Way.Source && objectsOf(Other.Name) > 0 && !is_contained(Others, objectsOf(Other.Name)))
      Others.push_back(objectsOf(Other.Name));
  for (unsigned Objects : Others)
    Calls -= timesOfObjects(Profile, Function, Objects);
  return std::max(Calls, 0.0);
}

static bool hasLoopAt(const RecoveredFunction &Way, pme_place Place) {
  const pme_program *Program = Way.Program.get();
  for (int Id = 0; Id < pme_program_node_count(Program); ++Id)
    if (const pme_node *Node = pme_program_node(Program, Id); Node->kind == PME_NODE_LOOP && Node->u.loop.parallel &&
                                                              Node->place.line == Place.line &&
                                                              Node->place.column == Place.column)
      return true;
  return false;
}

namespace {

/// A worksharing loop that some arms have.
struct ArmLoop {
  double Executions; ///< that belong to no arm yet
  SmallVector<bool, 8> IsIn;
};

} // namespace

// Those that not all arms have: what is executed there is their own.
static std::vector<ArmLoop> loopsOfArms(const Ways &Arms, const pme_profile *Profile, int Function) {
  std::vector<ArmLoop> Result;
  for (int I = 0; I < pme_profile_loop_count(Profile); ++I) {
    const pme_profile_loop *Loop = pme_profile_loop_at(Profile, I);
    if (Loop->function != Function || !Loop->parallel)
      continue;
    ArmLoop Found = {Loop->executions, {}};
    for (const RecoveredFunction *Arm : Arms)
      Found.IsIn.push_back(hasLoopAt(*Arm, Loop->place));
    if (is_contained(Found.IsIn, true) && is_contained(Found.IsIn, false))
      Result.push_back(std::move(Found));
  }
  return Result;
}

// Each arm is there for loops that none before it comes to (ExclusiveWays.h). From the last one on: as often as the most
// executed one of these, which are no executions of those before it then.
static SmallVector<double, 8> executionsOf(const Ways &Arms, const pme_profile *Profile, int Function, double Calls) {
  std::vector<ArmLoop> Loops = loopsOfArms(Arms, Profile, Function);
  SmallVector<double, 8> Result(Arms.size(), 0);
  for (size_t Arm = Arms.size(); Arm-- > 0;) {
    for (const ArmLoop &Loop : Loops)
      if (Loop.IsIn[Arm] && none_of(ArrayRef(Loop.IsIn).take_front(Arm), [](bool IsIn) { return IsIn; }))
        Result[Arm] = std::max(Result[Arm], std::min(Loop.Executions, Calls));
    for (ArmLoop &Loop : Loops)
      if (Loop.IsIn[Arm])
        Loop.Executions = std::max(Loop.Executions - Result[Arm], 0.0);
  }
  return Result;
}

double pme::callsOfWay(const RecoveredFunction &Way, ArrayRef<RecoveredFunction> All, const pme_profile *Profile,
                       int Function, double Calls) {
  if (!Profile || Function == PME_NONE || Calls <= 0)
    return Calls;
  double Own = callsWithObjects(Way, All, Profile, Function, Calls);
  Ways Arms;
  for (const RecoveredFunction &Other : All)
    if (Other.Source == Way.Source && isWayBeside(Other.Name, Way.Name))
      Arms.push_back(&Other);
  SmallVector<double, 8> Executions = executionsOf(Arms, Profile, Function, Calls);
  double Executed = std::accumulate(Executions.begin(), Executions.end(), 0.0);
  double Count = std::max<double>(static_cast<double>(Arms.size()), 1);
  auto Place = find(Arms, &Way);
  if (Executed <= 0 || Place == Arms.end())
    return Own / Count;
  return Own * Executions[static_cast<size_t>(Place - Arms.begin())] / Executed;
}
