# SPDX-License-Identifier: Apache-2.0
"""tools/check-layers finds each kind of wrong include in a planted tree, and nothing in a right one."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "// SPDX-License-Identifier: Apache-2.0\n"


class CheckLayers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("docs/architecture.md", (ROOT / "docs/architecture.md").read_text())
        self.write("CMakeLists.txt", "# SPDX-License-Identifier: Apache-2.0\n")
        for header in ("base/text.h", "core/cause.h", "signals/gpu.h", "cli/world.h", "causes/shared.h",
                       "causes/one/one.h", "probes/trace/probe.h", "formats/yaml.h"):
            self.write(f"src/{header}", HEAD + "#pragma once\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def said(self):
        command = [sys.executable, ROOT / "tools/check-layers", self.root]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, "")
        self.assertEqual(run.returncode, 1 if run.stdout else 0)
        return run.stdout.splitlines()

    def including(self, file, *lines):
        self.write(f"src/{file}", HEAD + "".join(f"#include {line}\n" for line in lines))
        return self.said()

    def test_a_right_tree_is_left_alone(self):
        said = self.including("causes/two/two.cpp", '"core/cause.h"', '"signals/gpu.h"',
                              '"base/text.h"', '"causes/shared.h"', "<vector>")
        self.assertEqual(said, [])

    def test_an_include_against_the_direction(self):
        said = self.including("core/cause.cpp", '"core/cause.h"', '"signals/gpu.h"')
        self.assertEqual(said, ["src/core/cause.cpp:3: core may not include signals"])

    def test_nobody_includes_cli(self):
        said = self.including("engine/rank.cpp", '"cli/world.h"')
        self.assertEqual(said, ["src/engine/rank.cpp:2: engine may not include cli"])

    def test_cli_includes_everything(self):
        said = self.including("cli/main.cpp", '"probes/trace/probe.h"', '"formats/yaml.h"')
        self.assertEqual(said, [])

    def test_a_cause_that_includes_another(self):
        said = self.including("causes/two/two.cpp", '"causes/one/one.h"')
        self.assertEqual(said, ["src/causes/two/two.cpp:2: causes/two may not include causes/one"])

    def test_a_header_that_is_not_there(self):
        said = self.including("core/cause.cpp", '"cause.h"', '"../base/text.h"')
        self.assertEqual(len(said), 2, said)

    def test_a_library_outside_its_folder(self):
        said = self.including("engine/rank.cpp", "<simdjson.h>")
        self.assertEqual(said, ["src/engine/rank.cpp:2: <simdjson.h> belongs into formats"])

    def test_a_library_in_a_header(self):
        self.write("src/formats/yaml.h", HEAD + "#pragma once\n#include <yaml.h>\n")
        self.assertEqual(self.said(),
                         ["src/formats/yaml.h:3: <yaml.h> belongs into a .cpp file"])

    def test_a_header_that_may_come_twice(self):
        self.write("src/core/signal.h", HEAD)
        self.assertEqual(self.said(), ["src/core/signal.h:1: no #pragma once"])

    def test_a_file_without_its_licence(self):
        self.write("src/core/signal.cpp", "int x;\n")
        self.assertEqual(len(self.said()), 1)

    def test_a_folder_that_the_table_lacks(self):
        said = self.including("extras/x.cpp", "<vector>")
        self.assertEqual(said, ["src/extras/x.cpp:1: docs/architecture.md does not say what extras may include"])


if __name__ == "__main__":
    unittest.main()
