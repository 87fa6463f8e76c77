#include "page.h"

#include <string.h>

#include "page_parts.h"
#include "pmecache/report.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
    "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=viewport content=\"width=device-width, initial-scale=1\"><link rel=icon href=\"data:,\">\n"
    "<title>pmecache report</title>\n<style>\n"
    ":root{color-scheme:light dark;--ink:#1b1d21;--paper:#fff;--soft:#f3f4f6;--line:#d5d8dd;--link:#1f5fa8;"
    "--heat:194,65,12;--s0:#1f5fa8;--s1:#c2410c;--s2:#2f7d32;--s3:#7a3b8f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#dfe1e5;--paper:#16181c;--soft:#20242a;--line:#3a3f46;--link:#"
    "7db7f5;"
    "--heat:255,157,102;--s0:#7db7f5;--s1:#ff9d66;--s2:#86d08a;--s3:#d4a2e8}}\n"
    "body{font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:1.5em "
    "auto;max-width:76em;"
    "padding:0 1em}\n"
    "a{color:var(--link)}h1{font-size:1.5em}h2{font-size:1.15em;margin:1.6em 0 "
    ".5em}code{font-size:.92em;overflow-wrap:anywhere}[id]{scroll-margin-top:3em}\n"
    "table{border-collapse:collapse;margin:.4em 0 "
    ".8em;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}\n"
    "th,td{padding:.15em .6em;text-align:right;border-bottom:1px solid "
    "var(--line);vertical-align:top;white-space:nowrap}\n"
    "th{font-weight:600;color:inherit}td.t,th.t{text-align:left;white-space:normal}tr.now td{background:var(--soft)}\n"
    "td.bar{background:linear-gradient(to right,rgba(var(--heat),.35) var(--w),transparent var(--w))}\n"
    "details{border-top:1px solid var(--line);padding:.3em "
    "0}details:has(:target){background:var(--soft)}summary{cursor:pointer}\n"
    "table.source td.t{white-space:pre}table.source td,table.source th{border:0;padding:0 .6em}tr.gap td{height:.7em}\n"
    "svg{max-width:420px;width:100%;height:auto;display:block}svg path{stroke:var(--line);fill:none}"
    "svg text{fill:var(--ink);font-size:11px}\n"
    "polyline{fill:none;stroke-width:2}.s0{stroke:var(--s0)}.s1{stroke:var(--s1);stroke-dasharray:7 3}"
    ".s2{stroke:var(--s2);stroke-dasharray:2 3}.s3{stroke:var(--s3);stroke-dasharray:9 3 2 3}\n"
    "@media "
    "print{body{font-size:10pt;max-width:none}a{color:inherit}details::details-content{content-visibility:visible;"
    "height:auto}table{display:table}tr{break-inside:avoid}}\n";

static void put_head(FILE *stream) {
  fputs(head, stream);
  for (int heat = 1; heat <= 8; heat++)
    fprintf(stream, ".h%d td:first-child{background:rgba(var(--heat),%.2f)}", heat, 0.07 * heat);
  fputs("\n</style></head><body>\n<h1>pmecache report</h1>\n", stream);
}

static void put_machine(const pme__units *u, FILE *stream) {
  const char *last = "";
  for (int i = 0; i < u->unit_count; i++) {
    const char *text = pme__text_at(u->units[i].machine, "text");
    if (strcmp(text, last) != 0) {
      fputs("<p>Machine: <code>", stream);
      pme__page_text(text, stream);
      fputs("</code></p>\n", stream);
    }
    last = text;
  }
}

static void put_summary(const pme__units *u, FILE *stream) {
  fprintf(stream, "<p>%d units, %d parallel loops: %d with numbers, %d as functions of a size, %d refused.",
          u->unit_count, u->loop_count, u->kind_counts[PME__LOOP_NUMBERS], u->kind_counts[PME__LOOP_BY_SIZE],
          u->kind_counts[PME__LOOP_REFUSED]);
  if (u->kind_counts[PME__LOOP_NOT_RUN])
    fprintf(stream, " The run did not come to %d.", u->kind_counts[PME__LOOP_NOT_RUN]);
  if (u->repeated_count)
    fprintf(stream, " Left out: %d functions that another unit has, too.", u->repeated_count);
  fputs("</p>\n", stream);
  put_machine(u, stream);
  fputs("<p><a href=\"#totals\">Totals</a> · <a href=\"#ranking\">Ranking</a> · <a href=\"#refused\">Not modelled</a> "
        "· <a href=\"#loops\">Loops</a> · "
        "<a href=\"#sources\">Sources</a></p>\n",
        stream);
}

/* ---- ranking ---- */

static void put_cost(const pme__unit_loop *loop, double total, FILE *stream) {
  char text[PME__LAW_BYTES], share[24] = "";
  if (loop->kind == PME__LOOP_NUMBERS) {
    pme__write_cost(loop, pme__loop_cost(loop), text, sizeof text);
    pme_format_share(pme__loop_cost(loop), total, share, sizeof share);
  } else if (loop->kind == PME__LOOP_BY_SIZE) {
    pme__write_law(&loop->law, text, sizeof text);
  } else {
    snprintf(text, sizeof text, loop->kind == PME__LOOP_NOT_RUN ? "not run" : "not modelled");
  }
  double percent = loop->kind == PME__LOOP_NUMBERS && total > 0 ? 100 * pme__loop_cost(loop) / total : 0;
  fprintf(stream, "<td class=\"t bar\" style=\"--w:%.1f%%\">", percent);
  pme__page_text(text, stream);
  fprintf(stream, "</td><td>%s</td>", share);
}

static void put_row(const pme__units *u, int index, double total, FILE *stream) {
  const pme__unit_loop *loop = &u->loops[index];
  char place[PME__PLACE_BYTES];
  pme__write_place(loop, place, sizeof place);
  fprintf(stream, "<tr><td>%d</td><td class=t><a href=\"#L%d\"><code>", index + 1, index + 1);
  pme__page_text(place, stream);
  fputs("</code></a></td><td class=t>", stream);
  pme__page_text(loop->name, stream);
  fputs("</td>", stream);
  put_cost(loop, total, stream);
  fputs("<td class=t>", stream);
  /* Another order mostly saves more than a schedule. */
  const pme__saving *best = loop->order.ratio < loop->saving.ratio ? &loop->order : &loop->saving;
  pme__page_text(best->change, stream);
  fputs("</td>", stream);
  if (best->change[0])
    fprintf(stream, "<td>%.0f%%</td></tr>\n", 100 * (1 - best->ratio));
  else
    fputs("<td></td></tr>\n", stream);
}

/* Shares are of the loops whose costs are of the same kind. */
static double total_like(const pme__units *u, const pme__unit_loop *loop) {
  double total = 0;
  for (int i = 0; i < u->kind_counts[PME__LOOP_NUMBERS]; i++)
    if ((u->loops[i].cycles >= 0) == (loop->cycles >= 0))
      total += pme__loop_cost(&u->loops[i]);
  return total;
}

static void put_rows(const pme__units *u, int from, int to, FILE *stream) {
  double total = 0;
  for (int i = from; i < to; i++) {
    if (i == from || (u->loops[i].cycles >= 0) != (u->loops[i - 1].cycles >= 0))
      total = total_like(u, &u->loops[i]);
    put_row(u, i, total, stream);
  }
}

static void put_ranking(const pme__units *u, FILE *stream) {
  fputs("<h2 id=ranking>Ranking</h2>\n", stream);
  if (u->weighted_count)
    fputs("<p>Times and misses of all calls of the function in the run.</p>\n", stream);
  else
    fputs("<p>Times and misses of one call of the function; how often it is called, a compile does not know.</p>\n",
          stream);
  fputs("<table><tr><th>#<th class=t>loop<th class=t>function<th class=t>cost<th>share<th class=t>"
        "advice<th>saves</tr>\n",
        stream);
  int numbers = u->kind_counts[PME__LOOP_NUMBERS], sizes = numbers + u->kind_counts[PME__LOOP_BY_SIZE];
  if (pme__sizes_come_first(u)) {
    put_rows(u, numbers, sizes, stream);
    put_rows(u, 0, numbers, stream);
    put_rows(u, sizes, u->loop_count, stream);
  } else {
    put_rows(u, 0, u->loop_count, stream);
  }
  fputs("</table>\n", stream);
}

/* ---- what was refused ---- */

static void put_refusals(const pme__units *u, FILE *stream) {
  fputs("<h2 id=refused>Not modelled, or only in part</h2>\n", stream);
  if (!u->refusal_count)
    fputs("<p>Nothing.</p>\n", stream);
  else
    fputs("<table><tr><th>loops<th class=t>reason<th class=t>what to do<th class=t>first</tr>\n", stream);
  for (int i = 0; i < u->refusal_count; i++) {
    const pme__refusal *refusal = &u->refusals[i];
    pme_reason_code code = pme_reason_from_name(refusal->code);
    int index = (int)(refusal->first - u->loops);
    fprintf(stream, "<tr><td>%d</td><td class=t>", refusal->loop_count);
    pme__page_text(code < PME_REASON_COUNT ? pme_reason_text(code) : refusal->code, stream);
    fputs("</td><td class=t>", stream);
    pme__page_text(code < PME_REASON_COUNT ? pme_reason_hint(code) : "", stream);
    fprintf(stream, "</td><td class=t><a href=\"#L%d\">loop %d</a></td></tr>\n", index + 1, index + 1);
  }
  if (u->refusal_count)
    fputs("</table>\n", stream);
}

pme_status pme__page_write(const pme__units *units, FILE *stream) {
  put_head(stream);
  put_summary(units, stream);
  pme__page_totals(units, stream);
  put_ranking(units, stream);
  put_refusals(units, stream);
  fputs("<h2 id=loops>Loops</h2>\n", stream);
  for (int i = 0; i < units->loop_count; i++)
    pme__page_loop(units, i, stream);
  fputs("<h2 id=sources>Sources: misses of the outermost level by line</h2>\n", stream);
  pme_status status = pme__page_sources(units, stream);
  fputs("</body></html>\n", stream);
  return status;
}
