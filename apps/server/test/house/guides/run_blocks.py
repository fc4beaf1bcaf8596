"""Runs blocks of a guide one after the other: each line of the input is {"code", "mark"} as JSON."""
import json
import sys
import traceback

names = {}
for line in sys.stdin:
    block = json.loads(line)
    status = 0
    try:
        exec(compile(block['code'], 'block', 'exec'), names)
    except Exception:
        traceback.print_exc()
        status = 1
    print(f'\n{block["mark"]} {status}')
