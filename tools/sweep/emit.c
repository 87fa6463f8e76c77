#include "emit.h"

#include <stdbool.h>
#include <string.h>

#include "tools/message.h"

/* In a file of ninja a dollar and, in paths, blanks and colons are escaped. */
static void put_ninja(const char *text, bool is_path, FILE *out) {
  for (; *text; text++) {
    if (*text == '$' || (is_path && (*text == ' ' || *text == ':')))
      fputc('$', out);
    fputc(*text, out);
  }
}

/* ---- one job ---- */

static void put_option(const sweep_axis *axis, const char *value, FILE *out) {
  static const char *const options[] = {"machine", "threads", "schedule"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(axis->name, options[i])) {
      fprintf(out, " --%s ", axis->name);
      print_word(value, out);
      return;
    }
  char symbol[512];
  snprintf(symbol, sizeof symbol, "%s=%s", axis->name, value);
  fputs(" --param ", out);
  print_word(symbol, out);
}

/* Written beside and renamed: a job that is stopped leaves no half of a result. Status 1, no answer, is a result, too. */
static void put_job(const sweep_jobs *jobs, int number, FILE *out) {
  const sweep *s = jobs->sweep;
  int values[SWEEP_MOST_AXES];
  char digest[DIGEST_BYTES], file[64];
  sweep_point(s, number, values);
  sweep_digest(s, values, digest);
  snprintf(file, sizeof file, "%s.json", digest);
  fputs("cd ", out);
  print_word(jobs->folder, out);
  fprintf(out, " && { test -s %s || { ", file);
  print_word(jobs->command, out);
  fputs(" predict ", out);
  print_word(s->program, out);
  for (int i = 0; i < s->axis_count; i++)
    put_option(&s->axes[i], s->axes[i].values[values[i]], out);
  fprintf(out, " --json >%s.part; test $? -le 1 && mv %s.part %s; }; }", file, file, file);
}

/* ---- all ---- */

static void emit_lines(const sweep_jobs *jobs, FILE *out) {
  for (int i = 0; i < sweep_point_count(jobs->sweep); i++) {
    put_job(jobs, i, out);
    fputc('\n', out);
  }
}

static void emit_slurm(const sweep_jobs *jobs, FILE *out) {
  fprintf(out, "#!/bin/sh\n#SBATCH --job-name=pmecache-sweep\n#SBATCH --array=1-%d\n#SBATCH --ntasks=1\n",
          sweep_point_count(jobs->sweep));
  fputs("sed -n \"${SLURM_ARRAY_TASK_ID:?}p\" <<'PMECACHE_JOBS' | sh\n", out);
  emit_lines(jobs, out);
  fputs("PMECACHE_JOBS\n", out);
}

static void emit_ninja(const sweep_jobs *jobs, FILE *out) {
  const sweep *s = jobs->sweep;
  char *job = NULL;
  size_t bytes = 0;
  fputs("ninja_required_version = 1.5\nrule predict\n  command = $job\n  description = $point\n", out);
  for (int i = 0; i < sweep_point_count(s); i++) {
    int values[SWEEP_MOST_AXES];
    char digest[DIGEST_BYTES];
    FILE *text = open_memstream(&job, &bytes);
    if (text)
      put_job(jobs, i, text), fclose(text);
    sweep_point(s, i, values);
    sweep_digest(s, values, digest);
    fputs("build ", out);
    put_ninja(jobs->folder, true, out);
    fprintf(out, "/%s.json: predict ", digest);
    put_ninja(s->program, true, out);
    fputs("\n  job = ", out);
    put_ninja(job ? job : "false", false, out);
    fputs("\n  point =", out);
    for (int a = 0; a < s->axis_count; a++) {
      fprintf(out, " %s=", s->axes[a].name);
      put_ninja(s->axes[a].values[values[a]], false, out);
    }
    fputc('\n', out);
    pme_reallocate(job, 0);
    job = NULL;
  }
}

void emit_jobs(const sweep_jobs *jobs, sweep_form form, FILE *out) {
  if (form == SWEEP_NINJA)
    emit_ninja(jobs, out);
  else if (form == SWEEP_SLURM)
    emit_slurm(jobs, out);
  else
    emit_lines(jobs, out);
}
