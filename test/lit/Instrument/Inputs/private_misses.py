"""Prints accesses and misses of the levels that belong to one core: JSON of a prediction on standard input."""
import json
import sys

levels = json.load(sys.stdin)["functions"][0]["levels"]
for level in levels:
    if level["name"] in ("L1", "L2"):
        print(level["name"], level["accesses"], level["misses"])
