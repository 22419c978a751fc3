import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** Alerts that have not ended: an event is raised once, on however many replicas the condition is seen. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table open_alerts (
      key text primary key,
      raised_at timestamptz not null,
      detail jsonb not null
    );
    create index open_alerts_raised on open_alerts (raised_at);
  `)
  await isolate(trx, 'open_alerts', { platformOnly: true })
}
