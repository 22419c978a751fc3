import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * Webhooks become notification channels of the kind `webhook`: a channel sends events by any means, under a list of
 * rules. The filters of a webhook become its only rule. Settings that are no secrets are JSON, others are sealed in
 * `secrets`; a webhook keeps its own sealed columns.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table webhooks rename to notification_channels;
    alter table webhook_deliveries rename to notification_deliveries;
    alter table notification_deliveries rename column webhook_id to channel_id;
    alter table notification_channels rename column host to destination;
  `)
  await renameParts(trx)
  await trx.raw(`
    alter table notification_channels
      alter url drop not null,
      alter secret drop not null,
      add kind text not null default 'webhook',
      add settings jsonb not null default '{}',
      add secrets bytea,
      add rules jsonb,
      add language text not null default 'en' check (language in ('en', 'fr')),
      add include_summaries boolean not null default false,
      add quiet_hours jsonb,
      add escalation_minutes integer check (escalation_minutes between 1 and 1440),
      add escalation_channel_id uuid references notification_channels (id),
      add escalation_severity text check (escalation_severity in ('info', 'warning', 'critical')),
      add check (num_nulls(escalation_minutes, escalation_channel_id, escalation_severity) in (0, 3)),
      add check (kind <> 'webhook' or (url is not null and secret is not null))
  `)
  await withAllRows(trx, () =>
    trx.raw(`update notification_channels set rules = jsonb_build_array(jsonb_build_object(
      'events', events, 'min_severity', min_severity, 'customers', '[]'::jsonb, 'sites', sites, 'tags', tags,
      'platforms', platforms))`),
  )
  await trx.raw(`
    alter table notification_channels
      alter kind drop default,
      alter rules set not null,
      drop events, drop min_severity, drop sites, drop tags, drop platforms;
    create index notification_channels_escalation on notification_channels (escalation_channel_id)
      where escalation_channel_id is not null;

    -- a receiver that is down gets its waiting deliveries merged; the former ones name the delivery that has their events
    alter table notification_deliveries
      drop constraint notification_deliveries_kind_check,
      drop constraint notification_deliveries_status_check,
      add check (kind in ('event', 'digest', 'escalation', 'test')),
      add check (status in ('waiting', 'delivered', 'failed', 'merged')),
      add merged_into uuid;
  `)
}

/** Names the indexes and constraints after the tables. */
async function renameParts(trx: Knex.Transaction): Promise<void> {
  const { rows: constraints } = await trx.raw(`select conrelid::regclass::text as table, conname as name
    from pg_constraint where conname like 'webhook%' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of constraints as { table: string; name: string }[]) {
    await trx.raw('alter table ?? rename constraint ?? to ??', [table, name, renamed(name)])
  }
  const { rows: indexes } = await trx.raw(`select relname as name from pg_class
    where relkind = 'i' and relname like 'webhook%' and relnamespace = 'public'::regnamespace`)
  for (const { name } of indexes as { name: string }[]) {
    await trx.raw('alter index ?? rename to ??', [name, renamed(name)])
  }
}

function renamed(name: string): string {
  return name
    .replace('webhook_deliveries_webhook', 'webhook_deliveries_channel')
    .replace('webhook_deliveries', 'notification_deliveries')
    .replace('webhooks', 'notification_channels')
}
