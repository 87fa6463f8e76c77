"""found_lines.py FILE.json: of each function with a region of its own, the share of first touches that the run found there."""
import json
import sys

for function in json.load(open(sys.argv[1]))["functions"]:
    if function["name"] != "main" and "omp" not in function["name"]:
        shares = (f"{level['name']} {level['found'] / level['cold']:.0%}" if "found" in level else f"{level['name']} -"
                  for level in function["levels"])
        print(function.get("source_name", function["name"]).split("(")[0], *shares)
