"""How many times as long one worksharing loop takes as another: their pragmas are marked by comments in the source.

    times_of_lines.py DOCUMENT SOURCE MARK MARK
"""
import json
import sys

document, source, *marks = sys.argv[1:]
lines = [next(number for number, line in enumerate(open(source), 1) if line.rstrip().endswith(f"// {mark}")) for mark in marks]
cycles = dict.fromkeys(lines, 0.0)
for function in json.load(open(document))["functions"]:
    for loop in function["loops"]:
        if loop["line"] in cycles and "time_now" in loop:
            cycles[loop["line"]] += loop["time_now"]["cycles"]
print(f"{cycles[lines[0]] / cycles[lines[1]]:.1f} times")
