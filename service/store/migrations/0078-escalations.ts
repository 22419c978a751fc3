import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Acknowledgements of events, and events that a channel escalates at `due_at` unless they are acknowledged. A later
 * event that ends the alert deletes the row. An escalation belongs to the tenant of its channel.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table events
      add acknowledged_at timestamptz,
      add acknowledged_by text,
      add acknowledgement_note text;
    grant update (acknowledged_at, acknowledged_by, acknowledgement_note) on events to coffer_limited;
    create policy limited_acknowledge on events for update to coffer_limited
      using (tenant_id = nullif(current_setting('coffer.tenant', true), '')::uuid
        and exists (select from devices where devices.id = (events.device ->> 'id')::uuid));

    create table notification_escalations (
      channel_id uuid not null references notification_channels (id) on delete cascade,
      event_id uuid not null references events (id) on delete cascade,
      tenant_id uuid references tenants (id),
      due_at timestamptz not null,
      alert_key text,
      primary key (channel_id, event_id)
    );
    create index notification_escalations_due on notification_escalations (due_at);
    create index notification_escalations_event on notification_escalations (event_id);
    create index notification_escalations_tenant on notification_escalations (tenant_id);
    create index notification_escalations_alert on notification_escalations (alert_key) where alert_key is not null;
  `)
  await isolate(trx, 'notification_escalations')
}
