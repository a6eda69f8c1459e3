#!/bin/sh
# install.sh NAME: installs Playpost on this Debian or Ubuntu machine, for the host name NAME, with the distribution's
# PostgreSQL, Redis and nginx. Run it as root from a checkout. Run it again to upgrade to a newer checkout; it keeps the
# settings in /etc/playpost/env, the database and your own texts.
set -eu
name=${1:?"Which host name? For example: deploy/install.sh play.example.org"}
from=$(cd "$(dirname "$0")/.." && pwd)
to=/opt/playpost
[ "$(id -u)" -eq 0 ] || { echo "Run this as root." >&2; exit 1; }

cd /  # the accounts used below may have no access to the current directory
umask 022  # on a hardened machine root's own may keep the account playpost from the packages
say() { printf '\n== %s\n' "$*"; }
as_playpost() { runuser -u playpost -- env -C "$to" sh -c "set -a; . /etc/playpost/env; set +a; $1"; }
secret() { python3 -c 'import secrets; print(secrets.token_urlsafe(50))'; }

say "Packages"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3 python3-venv postgresql redis-server nginx rsync >/dev/null

say "Account and directories"
id playpost >/dev/null 2>&1 || useradd --system --home-dir /var/lib/playpost --shell /usr/sbin/nologin playpost
install -d -o playpost -g playpost -m 0755 /var/lib/playpost /var/lib/playpost/static /var/lib/playpost/pages
install -d -o playpost -g playpost -m 0750 /var/lib/playpost/backups
install -d -o root -g playpost -m 0750 /etc/playpost

say "Database"
systemctl enable --quiet --now postgresql redis-server
run_sql() { runuser -u postgres -- psql -qtAX -v ON_ERROR_STOP=1 "$@"; }
[ -n "$(run_sql -c "SELECT 1 FROM pg_roles WHERE rolname = 'playpost'")" ] || run_sql -c "CREATE ROLE playpost LOGIN"
[ -n "$(run_sql -c "SELECT 1 FROM pg_database WHERE datname = 'playpost'")" ] ||
    run_sql -c "CREATE DATABASE playpost OWNER playpost ENCODING 'UTF8' TEMPLATE template0"

say "Redis: when full, evict cached data, never tasks"
redis-cli config set maxmemory-policy volatile-lru >/dev/null
redis-cli config set maxmemory 256mb >/dev/null
redis-cli config rewrite >/dev/null

say "Settings"
if [ ! -f /etc/playpost/env ]; then
    umask 027
    cat > /etc/playpost/env <<END
PLAYPOST_DEBUG=0
PLAYPOST_URL=https://$name
PLAYPOST_PROXIES=1
PLAYPOST_SECRET_KEY=$(secret)
PLAYPOST_METRICS_TOKEN=$(secret)
PLAYPOST_LOG=json
PLAYPOST_VAR=/var/lib/playpost
PLAYPOST_STATIC=/var/lib/playpost/static
PLAYPOST_PAGES=/var/lib/playpost/pages
DATABASE_URL=postgresql:///playpost?host=/var/run/postgresql
REDIS_URL=redis://127.0.0.1:6379
# Email is half of the game: see docs/hosting.md.
PLAYPOST_MAIL_BACKEND=django.core.mail.backends.smtp.EmailBackend
PLAYPOST_MAIL_FROM="Playpost <post@$name>"
END
    chown root:playpost /etc/playpost/env
    umask 022
fi
port=9101
for queue in celery clocks notices; do
    echo "PLAYPOST_METRICS_PORT=$port" > "/etc/playpost/$queue.env"
    port=$((port + 1))
done

say "Program"
# Copied over the old version: a second copy would need all packages twice, and running processes have loaded their code.
# --chmod makes the files readable for the account playpost, whatever the umask of the checkout.
rsync -a --delete --chmod=D755,Fu+rw,Fgo+r,Fgo-w --chown=root:root --exclude .git --exclude .venv --exclude var \
    --exclude __pycache__ "$from/" "$to/"
# Without pip if it is not there yet, or was made for the Python before an upgrade of the system.
"$to/.venv/bin/python" -c 'import pip' 2>/dev/null || python3 -m venv --clear "$to/.venv"
if ! cmp -s "$to/requirements/base.txt" "$to/.venv/base.txt"; then
    "$to/.venv/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$to/requirements/base.txt"
    cp "$to/requirements/base.txt" "$to/.venv/base.txt"
fi
# The processes can't write here. With compiled bytecode they start in half the time.
(cd "$to" && .venv/bin/python -m compileall -q accounts clients config games rulebook)
as_playpost ".venv/bin/python manage.py migrate -v 0"
as_playpost ".venv/bin/python manage.py collectstatic --noinput -v 0"
as_playpost ".venv/bin/python manage.py loadrules"  # manuals contain the hashed names of pictures

say "Processes"
install -m 0644 "$to"/deploy/systemd/* /etc/systemd/system/
systemctl daemon-reload
systemctl enable --quiet playpost.target playpost-web@8001 playpost-web@8002 playpost-worker@celery \
    playpost-worker@clocks playpost-worker@notices playpost-beat
systemctl enable --quiet --now playpost-backup.timer
systemctl start playpost.target
sh "$to/deploy/restart.sh"

say "Proxy"
if [ ! -f /etc/nginx/sites-available/playpost ]; then
    sed "s/PLAYPOST_NAME/$name/" "$to/deploy/nginx.conf" > /etc/nginx/sites-available/playpost
    ln -sf ../sites-available/playpost /etc/nginx/sites-enabled/playpost
fi
nginx -t -q && systemctl reload nginx

say "Checks"
as_playpost ".venv/bin/python manage.py check --deploy --database default" || true
cat <<END

Playpost is running. What to do next:
  HTTPS       apt install certbot python3-certbot-nginx && certbot --nginx -d $name
  Email       /etc/playpost/env, then: sh $to/deploy/restart.sh
  Staff       runuser -u playpost -- env -C $to sh -c 'set -a; . /etc/playpost/env; .venv/bin/python manage.py staff NAME'
  Your texts  /var/lib/playpost/pages/imprint.md, contact.md, …
END
