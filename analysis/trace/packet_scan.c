/* From one packet to the next by their heads; behind damage, up to the next bytes that look like a head and are one. */
#define ZSTD_STATIC_LINKING_ONLY /* contexts in memory that the caller gives */
#include "packet_scan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <zstd.h>

#include "analysis/base/checksum.h"
#include "pmecache/arena.h"

enum { WINDOW_BYTES = 1 << 16 };

void pme__packet_scan_fault(pme__packet_scan *file, uint64_t at, const char *format, ...) {
  if (file->fault_count++ >= PME_TRACE_LISTED_FAULTS)
    return;
  pme_trace_fault *fault = &file->faults[file->fault_count - 1];
  fault->offset_bytes = at;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(fault->message, sizeof fault->message, format, arguments);
  va_end(arguments);
}

/* ---- life ---- */

static pme_status check_start(pme__packet_scan *file, pme_error *error) {
  uint8_t head[PME_TRACE_FILE_HEAD] = {0};
  size_t count = fread(head, 1, sizeof head, file->stream);
  if (count == 0)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the file is empty");
  bool is_trace = memcmp(head, PME_TRACE_MAGIC, PME_TRACE_FILE_HEAD - 1) == 0;
  if (is_trace && head[PME_TRACE_FILE_HEAD - 1] != PME_TRACE_VERSION)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "version %d of the trace format; this reads version %d",
                         head[PME_TRACE_FILE_HEAD - 1], (int)PME_TRACE_VERSION);
  if (is_trace)
    return PME_OK;
  /* Damaged, if there is a packet where the first one has to be. */
  uint8_t packet[PME_TRACE_PACKET_HEAD];
  pme__packet_head first;
  if (fread(packet, 1, sizeof packet, file->stream) != sizeof packet || !pme__packet_head_read(packet, &first))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "this is no trace");
  pme__packet_scan_fault(file, 0, "the first bytes of the file are damaged");
  return PME_OK;
}

static pme_status open_stream(pme__packet_scan *file, const char *path, pme_error *error) {
  struct stat about;
  file->stream = fopen(path, "rb");
  if (!file->stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
  if (fstat(fileno(file->stream), &about) != 0 || !S_ISREG(about.st_mode))
    return pme_error_set(error, PME_IO, 0, 0, "cannot read: a trace is a regular file");
  file->size = (uint64_t)about.st_size;
  file->offset = PME_TRACE_FILE_HEAD;
  return check_start(file, error);
}

pme_status pme__packet_scan_open(pme__packet_scan *file, const char *path, pme_error *error) {
  *file = (pme__packet_scan){0};
  pme_status status = open_stream(file, path, error);
  if (status == PME_OK) {
    file->decompressor_bytes = ZSTD_estimateDCtxSize();
    file->decompressor = pme_reallocate(NULL, file->decompressor_bytes);
    if (!file->decompressor)
      status = pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  if (status != PME_OK)
    pme__packet_scan_close(file);
  return status;
}

void pme__packet_scan_close(pme__packet_scan *file) {
  if (file->stream)
    fclose(file->stream);
  file->stream = NULL;
  pme_reallocate(file->decompressor, 0);
  file->decompressor = NULL;
  pme__bytes_free(&file->stored);
  pme__bytes_free(&file->raw);
}

void pme__packet_scan_rewind(pme__packet_scan *file) {
  file->offset = PME_TRACE_FILE_HEAD;
  file->fault_count = 0;
}

/* ---- reading ---- */

static size_t read_at(pme__packet_scan *file, uint64_t at, uint8_t *out, size_t count) {
  if (fseeko(file->stream, (off_t)at, SEEK_SET) != 0)
    return 0;
  return fread(out, 1, count, file->stream);
}

static bool head_at(pme__packet_scan *file, uint64_t at, pme__packet_head *head) {
  uint8_t bytes[PME_TRACE_PACKET_HEAD];
  return read_at(file, at, bytes, sizeof bytes) == sizeof bytes && pme__packet_head_read(bytes, head);
}

/* Where the next head is, from `at` on; the size of the file when there is none. */
static pme_status find_head(pme__packet_scan *file, uint64_t at, uint64_t *out) {
  pme__packet_head head;
  uint8_t *window = (uint8_t *)pme_reallocate(NULL, WINDOW_BYTES);
  if (!window)
    return PME_NO_MEMORY;
  *out = file->size;
  for (size_t count;
       *out == file->size && (count = read_at(file, at, window, WINDOW_BYTES)) >= PME_TRACE_PACKET_HEAD;) {
    size_t end = count - PME_TRACE_PACKET_HEAD + 1;
    for (size_t i = 0; i < end && *out == file->size; i++)
      if (window[i] == 'P' && pme__packet_head_read(window + i, &head))
        *out = at + i;
    at += end;
  }
  pme_reallocate(window, 0);
  return PME_OK;
}

pme_status pme__packet_scan_head(pme__packet_scan *file, pme__packet_head *head, uint64_t *at, bool *found) {
  *found = false;
  if (file->offset >= file->size)
    return PME_OK;
  if (!head_at(file, file->offset, head)) {
    uint64_t lost = file->offset;
    pme_status status = find_head(file, lost, &file->offset);
    if (status != PME_OK)
      return status;
    pme__packet_scan_fault(file, lost, "%" PRIu64 " bytes are damaged%s", file->offset - lost,
                           file->offset == file->size ? " or cut off, to the end of the file" : "");
    if (file->offset >= file->size || !head_at(file, file->offset, head))
      return PME_OK;
  }
  *at = file->offset;
  *found = true;
  file->offset += PME_TRACE_PACKET_HEAD + head->stored_bytes;
  return PME_OK;
}

static pme_status decompress(pme__packet_scan *file, const pme__packet_head *head) {
  file->raw.count = 0;
  uint8_t *raw = (uint8_t *)pme__bytes_reserve(&file->raw, head->raw_bytes + (size_t)1);
  ZSTD_DCtx *context = ZSTD_initStaticDCtx(file->decompressor, file->decompressor_bytes);
  if (!raw || !context)
    return PME_NO_MEMORY;
  size_t count = ZSTD_decompressDCtx(context, raw, head->raw_bytes, file->stored.data, head->stored_bytes);
  if (ZSTD_isError(count) || count != head->raw_bytes)
    return PME_BAD_INPUT;
  file->raw.count = count;
  return PME_OK;
}

pme_status pme__packet_scan_bytes(pme__packet_scan *file, const pme__packet_head *head, uint64_t at) {
  file->stored.count = 0;
  uint8_t *stored = (uint8_t *)pme__bytes_reserve(&file->stored, head->stored_bytes + (size_t)1);
  if (!stored)
    return PME_NO_MEMORY;
  size_t count = read_at(file, at + PME_TRACE_PACKET_HEAD, stored, head->stored_bytes);
  if (count < head->stored_bytes) {
    pme__packet_scan_fault(file, at, "the file was cut off: %" PRIu64 " bytes of its last packet are missing",
                           (uint64_t)(head->stored_bytes - count));
    file->offset = file->size;
    return PME_BAD_INPUT;
  }
  pme_status status =
      pme__check_sum((const char *)stored, count) == head->check_sum ? decompress(file, head) : PME_BAD_INPUT;
  if (status == PME_BAD_INPUT)
    pme__packet_scan_fault(file, at, "packet %" PRIu32 " of %s %" PRIu32 " is damaged", head->number,
                           head->kind == PME_PACKET_RECORDS ? "thread" : "module", head->owner);
  return status;
}
