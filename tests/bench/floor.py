"""The speed of the machine, measured beside every result, to compare results from other machines or times."""

import time
from hashlib import blake2b


def python_loops(seconds: float = 0.5) -> float:
    """Small hash computations per CPU second on one core."""
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for number in range(1000):
            blake2b(number.to_bytes(8, "big"), digest_size=8).digest()
        count += 1000
    return count / (time.process_time() - began)


def commits(seconds: float = 2.0) -> float:
    """One-row updates per second through the same driver, each synced in its own transaction."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_floor (id int PRIMARY KEY, n int)")
        cursor.execute("INSERT INTO bench_floor VALUES (1, 0) ON CONFLICT DO NOTHING")
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            cursor.execute("UPDATE bench_floor SET n = n + 1 WHERE id = 1")
            count += 1
        cursor.execute("DROP TABLE bench_floor")
    return count / (time.perf_counter() - began)
