/* How near and how far the references of scaled profiles may be. */
#include "profile_internal.h"

pme_profile_range *pme_profile_range_of(pme_profile *p, pme_profile_stream *stream) {
  if (!stream->range)
    stream->range = (pme_profile_range *)pme__profile_allocate(p, sizeof *stream->range);
  return stream->range;
}

static const pme_histogram *end_of(const pme_profile_stream *s, pme_range_end end) {
  const pme_histogram *h = !s->range ? NULL : end == PME_RANGE_FARTHEST ? &s->range->farthest : &s->range->nearest;
  return h && h->total > 0 ? h : &s->histogram; /* an end may be lost in a damaged file */
}

pme_status pme_profile_sum_range(const pme_profile *p, const pme_profile_part *part, pme_range_end end,
                                 pme_histogram *histogram, bool *open) {
  pme_status status = PME_OK;
  bool found = false;
  for (int position = 0, i; !status && (i = pme_profile_next_stream(p, part, &position)) != PME_NONE;) {
    const pme_profile_stream *s = STREAMS(p)[i];
    found |= s->range != NULL;
    status = pme_histogram_merge(histogram, end_of(s, end), pme__stream_scale(s), pme__profile_allocator(p));
  }
  if (open)
    *open = found;
  return status;
}

void pme__range_merge(pme_profile *p, pme_profile_stream *to, const pme_profile_stream *from) {
  const pme_allocator *allocator = pme__profile_allocator(p);
  bool is_new = !to->range;
  if (is_new && !from->range)
    return;
  pme_profile_range *range = pme_profile_range_of(p, to);
  if (!range)
    return;
  pme_status status = PME_OK;
  if (is_new) {
    status = pme_histogram_merge(&range->nearest, &to->histogram, 1, allocator);
    status = status ? status : pme_histogram_merge(&range->farthest, &to->histogram, 1, allocator);
  }
  if (!status)
    status = pme_histogram_merge(&range->nearest, end_of(from, PME_RANGE_NEAREST), 1, allocator);
  if (!status)
    status = pme_histogram_merge(&range->farthest, end_of(from, PME_RANGE_FARTHEST), 1, allocator);
  if (status && !p->status)
    p->status = status;
}

void pme__range_destroy(const pme_profile *p, pme_profile_stream *stream) {
  if (!stream->range)
    return;
  pme_histogram_destroy(&stream->range->nearest, pme__profile_allocator(p));
  pme_histogram_destroy(&stream->range->farthest, pme__profile_allocator(p));
}
