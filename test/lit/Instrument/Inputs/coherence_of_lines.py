"""How many of the accesses of parallel loops are misses by lines that other threads took: coherence_of_lines.py DOCUMENT
SOURCE; loops are marked by `// NAME` at their line."""
import json
import re
import sys

marks = {number: found.group(1) for number, line in enumerate(open(sys.argv[2]), 1)
         if (found := re.search(r"^#.* // ([A-Z]+)$", line))}
for function in json.load(open(sys.argv[1]))["functions"]:
    for loop in function["loops"]:
        level = loop["levels"][0]
        print(f"{marks[loop['line']]}: {100 * level['coherence'] / level['accesses']:.0f}% of {level['accesses']:.0f}")
