//===- RecoverSchedule.cpp - schedule, chunk and clauses of a worksharing loop -------===//
//
// What `schedule(static, 4)` comes through: clang passes a number and a chunk to __kmpc_for_static_init; the number is
// read in plugin/base/RuntimeCalls.cpp (decodeSchedule), the call is taken away and the loop over chunks cut in
// plugin/clone/SerialiseLoops.cpp (rewriteInit), which leaves both with the marker of the construct. Here they become
// those of the node in the nest.
//
//===----------------------------------------------------------------------===//

#include "NestNodes.h"
#include "plugin/nest/IfClauses.h"

using namespace llvm;
using namespace pme;

void NestNodes::fillWorksharing(NestNode &Node, int Id, const CodePath *Path) {
  const Construct &Entry = Code.M.Constructs[Id];
  Node.Construct = Id;
  Node.Place = Entry.Place;
  Node.Schedule = Entry.Schedule;
  Node.Nowait = Entry.Nowait;
  Node.Ordered = Entry.Ordered;
  Node.Tasks = Entry.Tasks;
  if (Entry.Cancelled && Node.Kind == NestKind::Loop)
    addAssumptions(Node, {{PME_ASSUMPTION_EARLY_EXIT, "the loop is not cancelled"}});
  bool InRegion = false;
  for (const CodePath *P = Path; P; P = P->Parent)
    if (P->What == CodePath::Construct) {
      InRegion |= Code.M.Constructs[P->Id].Kind == ConstructKind::Region;
      if (P->Id == Id && Entry.HasArgument)
        if (auto Chunk = Reader.read(Code.SE.getSCEV(cast<CallBase>(P->Branch)->getArgOperand(1)))) {
          Node.Chunk = *Chunk;
          Node.HasChunk = true;
        }
      if (P->Id == Id && Entry.Tasks != TaskSplit::None && Node.Kind == NestKind::Loop &&
          !isa<ConstantInt>(cast<CallBase>(P->Branch)->getArgOperand(2)))
        addAssumptions(Node, {tasksAreMade(Entry.Place)});
    }
  Node.Orphaned = !InRegion;
  takeAssumptions(Node);
}
