#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one end-to-end case on the built program: run_case.py BINARY CASE_FOLDER

A case folder holds
  command         the arguments, one line as a shell splits it; files of the folder are named bare, and
                  {root} stands for the repository
  expected.json   any of: "exit" (0 if left out), "stdout" and "stderr" (texts that must occur),
                  "not_stdout" (texts that must not), "json" (path -> value of the report on stdout),
                  "files" (name -> text that must occur in a file the program wrote)
  stdin           what it reads, where it reads standard input
Each case runs in a copy of its folder; the copy of a failed case is kept and named.
"""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from json_path import look_up  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(binary, case, work):
    arguments = shlex.split((case / "command").read_text().replace("{root}", str(ROOT)))
    given = (case / "stdin").read_bytes() if (case / "stdin").exists() else b""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LC_ALL", "LANG", "COLUMNS")}
    environment["LC_ALL"] = "C.UTF-8"
    return subprocess.run([str(binary), *arguments], cwd=work, input=given, env=environment,
                          capture_output=True, timeout=120)


def problems_of(done, expected, work):
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    problems = []
    if done.returncode != expected.get("exit", 0):
        problems.append(f"exit code {done.returncode}, expected {expected.get('exit', 0)}")
    problems += [f"stdout lacks {t!r}" for t in expected.get("stdout", []) if t not in out]
    problems += [f"stderr lacks {t!r}" for t in expected.get("stderr", []) if t not in err]
    problems += [f"stdout has {t!r}" for t in expected.get("not_stdout", []) if t in out]
    for path, value in expected.get("json", {}).items():
        found = look_up(json.loads(out), path)
        if found != value:
            problems.append(f"{path} is {found!r}, expected {value!r}")
    for name, text in expected.get("files", {}).items():
        written = work / name
        if not written.exists() or text not in written.read_text(errors="replace"):
            problems.append(f"file {name} lacks {text!r}")
    return problems, out, err


def main():
    binary, case = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    expected = json.loads((case / "expected.json").read_text())
    work = pathlib.Path(tempfile.mkdtemp(prefix=f"underfed-e2e-{case.name}-"))
    shutil.copytree(case, work, dirs_exist_ok=True)
    done = run(binary, case, work)
    problems, out, err = problems_of(done, expected, work)
    if not problems:
        shutil.rmtree(work)
        return 0
    print("\n".join(problems))
    print(f"--- stdout\n{out}--- stderr\n{err}--- kept in {work}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
