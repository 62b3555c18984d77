# SPDX-License-Identifier: Apache-2.0
"""tools/check-folders misses nothing that a cause or derivation owes."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAUSE = "src/causes/input_starvation"


class CheckFolders(unittest.TestCase):
    """Each test takes something away from a copy of a whole cause."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / CAUSE, self.root / CAUSE)

    def said(self):
        command = [sys.executable, ROOT / "tools/check-folders", self.root]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, "")
        self.assertEqual(run.returncode, 1 if run.stdout else 0)
        return run.stdout

    def test_a_whole_folder_is_left_alone(self):
        self.assertEqual(self.said(), "")

    def test_no_folder_at_all(self):
        shutil.rmtree(self.root / CAUSE)
        self.assertIn("at all", self.said())

    def test_a_missing_file(self):
        for file in ("input_starvation.cpp", "input_starvation_test.cpp", "input_starvation.md"):
            path = self.root / CAUSE / file
            path.rename(path.with_suffix(".away"))
            self.assertIn(f"{CAUSE}/{file}: is missing", self.said())
            path.with_suffix(".away").rename(path)

    def test_a_page_without_its_thresholds(self):
        page = self.root / CAUSE / "input_starvation.md"
        page.write_text(page.read_text().replace("## Thresholds", "## Numbers"))
        self.assertIn("lacks the sections ['Thresholds']", self.said())

    def test_a_page_of_another_cause(self):
        page = self.root / CAUSE / "input_starvation.md"
        page.write_text(page.read_text().replace("# input-starvation", "# small-batch", 1))
        self.assertIn("begins with", self.said())

    def test_a_case_without_its_expectation(self):
        case = sorted((self.root / CAUSE / "cases").glob("*.expected.json"))[0]
        case.unlink()
        self.assertIn(f"{case.name}: is missing", self.said())

    def test_no_case(self):
        shutil.rmtree(self.root / CAUSE / "cases")
        self.assertIn("has no case", self.said())

    def test_a_derivation_without_a_test(self):
        folder = self.root / "src/derive/host_lead"
        folder.mkdir(parents=True)
        (folder / "host_lead.cpp").write_text("namespace underfed::host_lead {}\n")
        self.assertEqual(self.said(), "src/derive/host_lead/host_lead_test.cpp: is missing\n")


if __name__ == "__main__":
    unittest.main()
