"""`python -m playpost_verify RECORD.json`: exits with 0 for a true record, 1 for a wrong one, 2 if it can't check."""

import argparse
import sys
from pathlib import Path

from playpost_verify import NoEngine, Untrue, check, engine, schema


def main() -> int:
    parser = argparse.ArgumentParser(prog="playpost_verify", description="Check the record of a match offline.")
    parser.add_argument("record", nargs="?", metavar="RECORD.json", help="the downloaded file; - reads standard input")
    parser.add_argument("--engine", metavar="FOLDER", help="a checkout of Playpost; default: PLAYPOST_ENGINE")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of records")
    given = parser.parse_args()
    if not given.schema and not given.record:
        parser.error("name a record")
    try:
        engine(given.engine)
        sys.stdout.write("\n".join([schema()] if given.schema else check(_read(given.record))) + "\n")
    except Untrue as error:
        return _say(error, 1)
    except (NoEngine, ImportError, OSError) as error:
        return _say(error, 2)
    return 0


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _say(error: Exception, code: int) -> int:
    sys.stderr.write(f"{error}\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
