# SPDX-License-Identifier: Apache-2.0
"""look_up(document, "causes[id=input-starvation].time_lost.low"): one value of a JSON document, None if absent.

A step is a key, a number in brackets for a list's element, or [key=value] for the first element whose key
has that value.
"""
import re

STEP = re.compile(r"([^.\[\]]+)|\[([^\]=]+)=([^\]]*)\]|\[(-?\d+)\]")


def look_up(document, path):
    at = document
    for key, name, value, index in STEP.findall(path):
        if key:
            at = at.get(key) if isinstance(at, dict) else None
        elif index:
            at = at[int(index)] if isinstance(at, list) and -len(at) <= int(index) < len(at) else None
        else:
            matching = [e for e in at or [] if isinstance(e, dict) and str(e.get(name)) == value]
            at = matching[0] if matching else None
        if at is None:
            return None
    return at
