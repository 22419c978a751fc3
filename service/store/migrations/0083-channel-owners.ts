import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * Channels record the user whose role they act with; that of earlier versions is taken from the audit log. The user may be deleted
 * later, so the column references no row. An escalation is kept until the event is acknowledged, so that its users find it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table notification_channels add owner_id uuid, add owner_email text;
    create index notification_channels_owner on notification_channels (owner_id);
    alter table notification_escalations add escalated_at timestamptz;
    drop index notification_escalations_due;
    create index notification_escalations_due on notification_escalations (due_at) where escalated_at is null;
    create policy limited on notification_escalations for select to coffer_limited
      using (tenant_id = nullif(current_setting('coffer.tenant', true), '')::uuid
        and exists (select from events where events.id = notification_escalations.event_id));
  `)
  await withAllRows(trx, () =>
    trx.raw(`
      update notification_channels c set owner_id = a.actor_id, owner_email = a.actor
      from (select distinct on (object_id) object_id, actor_id, actor from audit
            where action in ('webhook.create', 'webhook.update', 'notification_channel.create', 'notification_channel.update')
              and outcome = 'done' and actor_id is not null
            order by object_id, ts desc) a
      where a.object_id = c.id`),
  )
}
