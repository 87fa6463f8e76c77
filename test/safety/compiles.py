"""Compiles that are compared: what they print, make and cost."""
import hashlib
import os
import re
import subprocess
import tempfile

REMARKS = ["-Rpass=cache", "-Rpass-missed=cache", "-Rpass-analysis=cache"]
LONGEST = 120  # seconds of processor time
OURS = re.compile(r"remark: .*\[-Rpass(-missed|-analysis)?=pmecache\]$")
SOURCE_LINE = re.compile(r"^ +\d+ \||^ +\|")  # what clang quotes below a remark
INCLUDED = re.compile(r"^In file included from |^ +from ")  # and says above it


class Compile:
    """One run of the compiler: its exit code, output, object, processor time (s) and memory (KiB)."""

    def __init__(self, command, output, environment):
        output.unlink(missing_ok=True)
        with tempfile.TemporaryFile("w+", errors="replace") as printed:
            limited = ["prlimit", f"--cpu={LONGEST}", *command, "-o", output]
            process = subprocess.Popen(limited, stdout=printed, stderr=subprocess.STDOUT,
                                       env={**os.environ, **environment}, cwd=output.parent)
            _, self.code, used = os.wait4(process.pid, 0)
            process.returncode = self.code
            printed.seek(0)
            self.lines = printed.read().splitlines()
        self.seconds, self.memory = used.ru_utime + used.ru_stime, used.ru_maxrss
        self.object = hashlib.sha256(output.read_bytes()).hexdigest() if output.exists() else None

    def own_lines(self):
        """Without our remarks, and what clang quotes of the source, which it does once for remarks of one place."""
        return [line for line in self.lines
                if not any(form.search(line) for form in (OURS, SOURCE_LINE, INCLUDED)) and not line.startswith("pmecache: ")]
