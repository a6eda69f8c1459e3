#!/bin/sh
# pin.sh: writes beside each image of the Containerfile and of compose.yaml the digest that its tag has today, so that
# nobody can change what you run. Run it again, in a checkout, to renew the digests; `git diff deploy` shows what changed.
set -eu
cd "$(dirname "$0")"
engine=$(command -v docker || command -v podman) || { echo "Neither docker nor podman is installed." >&2; exit 1; }

images=$(sed -nE 's/^(FROM| +image:) +(docker\.io\/[^@ ]+).*/\2/p' Containerfile compose.yaml | sort -u)
for image in $images; do
    "$engine" pull --quiet "$image" >/dev/null
    digest=$("$engine" image inspect --format '{{index .RepoDigests 0}}' "$image" | sed 's/.*@//')
    sed -i -E "s#(^FROM| image:) +$image(@[^ ]+)?#\1 $image@$digest#" Containerfile compose.yaml
    echo "$image@$digest"
done
