# SPDX-License-Identifier: Apache-2.0
"""check_report.py REPORT.json: the report shows the added cause, decided by the added derivation."""

import json
import sys


def objects(value):
    """Every object within a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


def main():
    with open(sys.argv[1], encoding="utf-8") as stream:
        report = json.load(stream)
    causes = [one for one in objects(report) if "example-cause" in one.values()]
    if not any(str(one.get("outcome", "")).replace("_", " ") == "ruled out" for one in causes):
        sys.exit(f"the report does not rule out example-cause: {causes}")
    text = json.dumps(report)
    for word in ("example.spare", "example-derivation"):
        if word not in text:
            sys.exit(f"the report does not name {word}")


main()
