# SPDX-License-Identifier: Apache-2.0
"""Writes a wheel that holds one program: fixed times, sorted, so that equal input gives equal bytes."""

import argparse
import base64
import hashlib
import pathlib
import zipfile

# The earliest time that a zip file can hold.
EPOCH = (1980, 1, 1, 0, 0, 0)

METADATA = """\
Metadata-Version: 2.1
Name: underfed
Version: {version}
Summary: Says why a GPU is underfed while it trains, proves it, and says what to change
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Environment :: GPU
Classifier: Topic :: System :: Monitoring
Requires-Python: >=3.6
Description-Content-Type: text/markdown

{description}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: underfed tools/wheel
Root-Is-Purelib: false
{tags}"""


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def add(archive, name, data, mode):
    info = zipfile.ZipInfo(name, EPOCH)
    info.create_system = 3  # Unix: the mode counts
    info.external_attr = (0o100000 | mode) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data, compresslevel=9)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("program", "version", "tags", "readme", "licence", "out"):
        parser.add_argument(f"--{option}", required=True)
    args = parser.parse_args()

    stem = f"underfed-{args.version}"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in args.tags.split("."))
    description = pathlib.Path(args.readme).read_text(encoding="utf-8")
    files = {
        f"{stem}.data/scripts/underfed": (pathlib.Path(args.program).read_bytes(), 0o755),
        f"{stem}.dist-info/LICENSE": (pathlib.Path(args.licence).read_bytes(), 0o644),
        f"{stem}.dist-info/METADATA": (
            METADATA.format(version=args.version, description=description).encode(),
            0o644,
        ),
        f"{stem}.dist-info/WHEEL": (WHEEL.format(tags=tags).encode(), 0o644),
    }
    record = f"{stem}.dist-info/RECORD"
    lines = [record_line(name, data) for name, (data, _) in sorted(files.items())]
    files[record] = ("".join(f"{line}\n" for line in [*lines, f"{record},,"]).encode(), 0o644)

    path = pathlib.Path(args.out) / f"{stem}-py3-none-{args.tags}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files, key=lambda name: (name == record, name)):
            add(archive, name, *files[name])
    print(path)


main()
