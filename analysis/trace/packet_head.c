/* The head of a packet: 40 bytes, numbers with the lowest byte first.
 *
 *   0  "PMTP"          4  kind            5  version        6  0, 0
 *   8  owner          12  number         16  stored bytes  20  raw bytes
 *  24  accesses before                   32  check sum of the stored bytes
 *  36  check sum of these 36 bytes
 */
#include "analysis/base/checksum.h"
#include "packet.h"

static const uint8_t mark[4] = {'P', 'M', 'T', 'P'};

static void put(uint8_t *at, uint64_t value, int bytes) {
  for (int b = 0; b < bytes; b++)
    at[b] = (uint8_t)(value >> 8 * b);
}

static uint64_t take(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int b = 0; b < bytes; b++)
    value |= (uint64_t)at[b] << 8 * b;
  return value;
}

void pme__packet_head_write(const pme__packet_head *head, uint8_t out[PME_TRACE_PACKET_HEAD]) {
  memcpy(out, mark, sizeof mark);
  put(out + 4, head->kind, 1);
  put(out + 5, PME_TRACE_VERSION, 1);
  put(out + 6, 0, 2);
  put(out + 8, head->owner, 4);
  put(out + 12, head->number, 4);
  put(out + 16, head->stored_bytes, 4);
  put(out + 20, head->raw_bytes, 4);
  put(out + 24, head->before, 8);
  put(out + 32, head->check_sum, 4);
  put(out + 36, pme__check_sum((const char *)out, 36), 4);
}

bool pme__packet_head_read(const uint8_t in[PME_TRACE_PACKET_HEAD], pme__packet_head *out) {
  if (memcmp(in, mark, sizeof mark) != 0 || take(in + 36, 4) != pme__check_sum((const char *)in, 36))
    return false;
  *out = (pme__packet_head){.kind = in[4],
                            .owner = (uint32_t)take(in + 8, 4),
                            .number = (uint32_t)take(in + 12, 4),
                            .stored_bytes = (uint32_t)take(in + 16, 4),
                            .raw_bytes = (uint32_t)take(in + 20, 4),
                            .before = take(in + 24, 8),
                            .check_sum = (uint32_t)take(in + 32, 4)};
  return in[5] == PME_TRACE_VERSION && out->kind < PME_PACKET_KINDS && out->stored_bytes <= PME_PACKET_MOST_BYTES &&
         out->raw_bytes <= PME_PACKET_MOST_BYTES;
}
