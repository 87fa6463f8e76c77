"""region_by_number.py FILE.json: of the region in `deal`, whether it was measured, its accesses, and misses of L3."""
import json
import sys

function = next(f for f in json.load(open(sys.argv[1]))["functions"] if "deal" in f["name"])
region = next(loop for loop in function["loops"] if loop["parallel"])
print(f"region: {'measured' if 'measured' in region else 'not measured'}, {region['levels'][0]['accesses']:.0f} accesses,",
      f"L3 {region['levels'][2]['misses']:.0f}")
