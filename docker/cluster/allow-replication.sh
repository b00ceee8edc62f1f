#!/bin/bash
# Runs once, when the primary makes its database.
set -euo pipefail
echo "host replication ${POSTGRES_USER} all scram-sha-256" >> "${PGDATA}/pg_hba.conf"
psql --username "${POSTGRES_USER}" --dbname "${POSTGRES_DB}" --set ON_ERROR_STOP=1 <<'SQL'
SELECT pg_create_physical_replication_slot('standby');
-- A standby that stays away must not fill the primary's disk.
ALTER SYSTEM SET max_slot_wal_keep_size = '4GB';
SELECT pg_reload_conf();
SQL
