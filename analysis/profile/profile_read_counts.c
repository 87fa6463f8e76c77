/* Records of a profile that hold what was counted: histograms of references, their ranges, hits by depth, samples. */
#include <string.h>

#include "profile_reader.h"

static void read_bins(profile_reader *r, pme_histogram *h) {
  pme__profile_want_word(r, "bins");
  for (pme__profile_skip_blanks(r); *r->at && !r->bad; pme__profile_skip_blanks(r)) {
    uint64_t start = (uint64_t)pme__profile_take_whole(r, 0, INT64_MAX);
    int bin = pme_bin_of(start);
    r->bad |= pme_bin_start(bin) != start;
    double count = pme__profile_take_number(r), sum = bin < PME_BINS_EXACT ? bin * count : pme__profile_take_number(r);
    double slack = 1e-9 * sum, most = bin == PME_BIN_COUNT - 1 ? 0x1p60 : (double)pme_bin_start(bin + 1);
    bool fits =
        bin < PME_BINS_EXACT || (sum + slack >= count * (double)pme_bin_start(bin) && sum - slack <= count * most);
    if (r->bad || !fits || pme_histogram_bin(h, bin).count != 0)
      r->bad = true;
    else if (pme_histogram_add_bin(h, bin, count, sum, pme__profile_allocator(r->profile)))
      r->no_memory = true;
  }
}

static void read_histogram(profile_reader *r, pme_histogram *h) {
  h->total = pme__profile_take_named_number(r, "total");
  h->cold = pme__profile_take_named_number(r, "cold");
  h->far = pme__profile_take_named_number(r, "far");
  read_bins(r, h);
  r->bad |= h->far > h->total || h->total > 0x1p62;
}

void pme__profile_read_stream(profile_reader *r) {
  pme_histogram h = {.total = 0};
  int reference = pme__profile_take_index(r, "reference", &r->references, false);
  pme__profile_want_word(r, "thread");
  int thread = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  double accesses = pme__profile_take_named_number(r, "accesses");
  read_histogram(r, &h);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  if (s && s->histogram.total == 0 && s->accesses == 0) {
    s->accesses = accesses;
    s->histogram = h;
    return;
  }
  r->bad = true;
  pme_histogram_destroy(&h, pme__profile_allocator(r->profile));
}

static void read_range_end(profile_reader *r, pme_range_end end) {
  pme_histogram h = {.total = 0};
  int reference = pme__profile_take_index(r, "reference", &r->references, false);
  pme__profile_want_word(r, "thread");
  int thread = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  read_histogram(r, &h);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  pme_profile_range *range = s && s->histogram.total > 0 ? pme_profile_range_of(r->profile, s) : NULL;
  pme_histogram *to = !range ? NULL : end == PME_RANGE_FARTHEST ? &range->farthest : &range->nearest;
  if (to && to->total == 0) {
    *to = h;
    return;
  }
  r->bad = true;
  pme_histogram_destroy(&h, pme__profile_allocator(r->profile));
}

void pme__profile_read_nearest(profile_reader *r) { read_range_end(r, PME_RANGE_NEAREST); }
void pme__profile_read_farthest(profile_reader *r) { read_range_end(r, PME_RANGE_FARTHEST); }

void pme__profile_read_hits(profile_reader *r) {
  const pme_profile_options *o = &r->profile->options;
  double hits[PME_PROFILE_MAX_WAYS] = {0};
  int reference = pme__profile_take_index(r, "reference", &r->references, false);
  pme__profile_want_word(r, "thread");
  int thread = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  pme__profile_want_word(r, "geometry");
  int g = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  pme__profile_want_word(r, "total");
  double total = pme__profile_take_number(r), sum = 0;
  pme__profile_want_word(r, "depths");
  r->bad |= g >= o->geometry_count || o->geometries[g].sampled;
  for (int depth = 0; !r->bad && depth < o->geometries[g].ways; depth++)
    sum += hits[depth] = pme__profile_take_number(r);
  pme__profile_end_line(r);
  r->bad |= sum > total * (1 + 1e-9);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  if (!s || (s->set_total > 0 && s->set_total != total)) {
    r->bad = true;
    return;
  }
  s->set_total = total;
  memcpy(s->set_hits[g], hits, sizeof(double) * (size_t)o->geometries[g].ways);
}

void pme__profile_read_sampled(profile_reader *r) {
  const pme_profile_options *o = &r->profile->options;
  int reference = pme__profile_take_index(r, "reference", &r->references, false);
  pme__profile_want_word(r, "thread");
  int thread = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  pme__profile_want_word(r, "geometry");
  int g = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  pme_set_sample sample = {0};
  sample.hits = pme__profile_take_named_number(r, "hits");
  sample.expected = pme__profile_take_named_number(r, "expected");
  sample.variance = pme__profile_take_named_number(r, "variance");
  sample.weight = pme__profile_take_named_number(r, "weight");
  if (pme__profile_take_word(r, "met")) {
    sample.met = pme__profile_take_number(r);
    sample.met_evenly = pme__profile_take_named_number(r, "evenly");
  }
  sample.partly = pme__profile_take_word(r, "partly");
  pme__profile_end_line(r);
  r->bad |= g >= o->geometry_count || !o->geometries[g].sampled;
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  r->bad |= !s || s->set_sample[g].weight > 0;
  if (!r->bad)
    s->set_sample[g] = sample;
}
