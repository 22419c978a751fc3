import type { Knex } from 'knex'

/**
 * Agents that a server of the installation runs itself, at most one of each tenant. `local_server_id` is the id in that
 * server's data directory; null: an operator installed the agent. A revoked agent no longer runs.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table agents add column local_server_id uuid;
    create unique index agents_local on agents (tenant_id) where local_server_id is not null and revoked_at is null;
  `)
}
