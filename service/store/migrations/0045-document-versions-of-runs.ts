import type { Knex } from 'knex'

/** The version of a document that a run used, and the format of documents that an agent's process reads; 0: none. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table jobs add column platform_version integer;
    alter table agent_sessions add column document_format integer not null default 0;
  `)
}
