#!/bin/bash
# Copies the primary at the first start, then follows it.
set -euo pipefail
export PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "${PGDATA}/PG_VERSION" ]; then
  rm -rf "${PGDATA}"
  pg_basebackup --pgdata "${PGDATA}" --host primary --username docspine --slot standby --wal-method stream --write-recovery-conf
  chmod 0700 "${PGDATA}"
fi
exec postgres
