#!/bin/sh
# Restart all processes one after the other, without downtime. Run this after an upgrade or a change of settings.
set -eu
waits_for() {
    for _ in $(seq 150); do
        if python3 - "$1" <<'END'
import sys, urllib.request
try:
    urllib.request.urlopen(sys.argv[1], timeout=2)
except OSError:
    sys.exit(1)
END
        then return 0; fi
        sleep 0.2
    done
    echo "$1 is not ready, so the other processes were not restarted. See: journalctl -u 'playpost-*'" >&2
    exit 1
}
# Workers first: new workers know the tasks of both versions. They serve metrics once they are ready.
systemctl restart playpost-worker@celery playpost-worker@clocks playpost-worker@notices playpost-beat
for port in 9101 9102 9103; do
    waits_for "http://127.0.0.1:$port/metrics"
done
for unit in $(systemctl list-units --plain --no-legend 'playpost-web@*' | awk '{ print $1 }'); do
    port=${unit#playpost-web@}
    systemctl restart "$unit"
    waits_for "http://127.0.0.1:${port%.service}/health/ready"
done
