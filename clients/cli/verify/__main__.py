"""`python -m clients.cli.verify FILE`: the verifier alone."""

from __future__ import annotations

import argparse
import os
import sys

from clients.cli.surroundings import LANGUAGES, language_of, output_for
from clients.cli.verify.program import Code, Teller, code_of, judge_all, tell_json, verify
from clients.cli.verify.receipts import typed_receipt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m clients.cli.verify")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--lang", choices=LANGUAGES, default=language_of(os.environ))
    parser.add_argument(
        "--receipt", action="append", type=typed_receipt, default=[], metavar="VERSION:DIGEST"
    )
    asked = parser.parse_args()
    output = output_for(sys.stdout, os.environ, "never")
    try:
        report = verify(asked.file)
    except OSError as error:
        print(f"{asked.file}: {error.strerror}", file=sys.stderr)
        return Code.CANNOT_READ
    receipts = judge_all(report, asked.receipt)
    if asked.json:
        tell_json(output, report, receipts)
    else:
        Teller(output, asked.lang).tell(report, receipts)
    return code_of(report, receipts)


if __name__ == "__main__":
    sys.exit(main())
