/* Changes of loops as unified diffs. */
#include "analysis/report/source/source_change.h"
#include "analysis/report/words/facts.h"
#include "pmecache/report.h"

static void print_line(void *stream, const char *text) { fprintf(stream, "%s\n", text); }

static void print_change(const pme_loop_orders *orders, int loop, const pme__source_change *change, FILE *stream) {
  const pme_subject_loop *of = &pme_subject_at(orders->prediction->subject, loop)->u.loop;
  fprintf(stream, "\n");
  if (change->why_not)
    fprintf(stream, "%s '%s' is not shown as a change of the source: %s\n", pme__kind_of_loop(of), of->variable,
            change->why_not);
  else
    pme__write_diff(change, print_line, stream);
}

static pme_status print_order(const pme_loop_orders *orders, int index, pme_arena *arena, FILE *stream) {
  const pme_loop_order *order = &orders->orders[index];
  pme__source_change change;
  if (order->legality != PME_ORDER_LEGAL)
    return PME_OK;
  pme_status status = pme__change_source(orders->prediction, order, arena, &change);
  if (status == PME_OK)
    print_change(orders, order->node, &change, stream);
  return status;
}

static pme_status print_fusion(const pme_loop_orders *orders, int index, pme_arena *arena, FILE *stream) {
  const pme_loop_fusion *fusion = &orders->fusions[index];
  pme__source_change change;
  if (fusion->legality != PME_ORDER_LEGAL)
    return PME_OK;
  pme_status status = pme__fuse_source(orders->prediction, fusion, arena, &change);
  if (status == PME_OK)
    print_change(orders, fusion->first, &change, stream);
  return status;
}

pme_status pme_text_source_changes(const pme_loop_orders *orders, FILE *stream) {
  pme_arena *arena = pme_arena_create();
  pme_status status = arena ? PME_OK : PME_NO_MEMORY;
  for (int i = 0; i < orders->count && status == PME_OK; i++)
    status = print_order(orders, i, arena, stream);
  for (int i = 0; i < orders->fusion_count && status == PME_OK; i++)
    status = print_fusion(orders, i, arena, stream);
  pme_arena_destroy(arena);
  return status;
}
