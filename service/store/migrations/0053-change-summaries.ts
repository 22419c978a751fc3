import type { Knex } from 'knex'

/**
 * What changed in a version, sealed because it quotes the configuration, and a keyed hash that equal changes of a tenant
 * share.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table versions add column summary bytea, add column change_fingerprint text;
    create index versions_change_fingerprint on versions (change_fingerprint, captured_at)
      where change_fingerprint is not null;
  `)
}
