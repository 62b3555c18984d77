#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What underfed says of real traces: check_verdicts.py BINARY CORPUS_FOLDER

verdicts.json lists, per trace (by a part of its file name), what the JSON report must hold (path -> value; a list
[low, high] is a range for a number, {"any": [...]} allows several values, {"text": ...} a part of a text), further
arguments, or {"exit": code}. Every other trace of the corpus must be read without a crash.
Exits with 77, a skip, where there is no corpus.
"""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from json_path import look_up  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXITS = (0, 65)


def agrees(found, expected):
    if isinstance(expected, dict):
        if "any" in expected:
            return found in expected["any"]
        return expected["text"] in str(found)
    if isinstance(expected, list) and len(expected) == 2:
        return isinstance(found, (int, float)) and expected[0] <= found <= expected[1]
    return found == expected


def run(binary, trace, arguments):
    return subprocess.run([binary, trace.name, "--format", "json", *arguments], cwd=trace.parent,
                          capture_output=True, timeout=300)


def problems_of(binary, trace, rule):
    done = run(binary, trace, rule.get("arguments", []))
    if done.returncode != rule.get("exit", 0):
        return [f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[:200]}"]
    if rule.get("exit", 0) != 0:
        return []
    report = json.loads(done.stdout)
    problems = []
    for path, expected in rule["json"].items():
        found = look_up(report, path)
        if not agrees(found, expected):
            problems.append(f"{path} is {found!r}, expected {expected!r}")
    return problems


def main():
    binary, corpus = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    if not corpus:
        print("skipped: UNDERFED_CORPUS is not set")
        return 77
    traces = sorted(pathlib.Path(corpus, "traces").iterdir())
    rules = json.loads((HERE / "verdicts.json").read_text())
    failed, judged = 0, set()
    for rule in rules:
        matching = [t for t in traces if rule["trace"] in t.name]
        if not matching:
            failed += 1
            print(f"FAIL {rule['trace']}: no such trace")
        for trace in matching:
            judged.add(trace)
            for problem in problems_of(binary, trace, rule):
                failed += 1
                print(f"FAIL {trace.name}: {problem}")
    for trace in traces:
        if trace in judged:
            continue
        done = run(binary, trace, [])
        if done.returncode not in EXITS:
            failed += 1
            print(f"FAIL {trace.name}: exit code {done.returncode}: {done.stderr.decode(errors='replace')[:200]}")
    print(f"{len(traces)} traces read, {len(judged)} of them judged by {len(rules)} rules, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
