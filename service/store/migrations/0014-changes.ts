import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * What people look at every morning: changes across devices, and lineages that are held against a version that somebody
 * pinned. A pin refers to its version, so that nothing removes one that is pinned.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index versions_changes on versions (tenant_id, captured_at desc, id desc) where not is_first;
    create index versions_all_changes on versions (captured_at desc, id desc) where not is_first;
    create index versions_unreviewed on versions (tenant_id, captured_at desc, id desc)
      where reviewed_at is null and not is_first;
    create index versions_all_unreviewed on versions (captured_at desc, id desc)
      where reviewed_at is null and not is_first;
    create index versions_reviewed on versions (tenant_id, captured_at desc, id desc)
      where reviewed_at is not null and not is_first;
    create index versions_all_reviewed on versions (captured_at desc, id desc)
      where reviewed_at is not null and not is_first;
    create index versions_suspicious_changes on versions (tenant_id, captured_at desc, id desc)
      where suspicious is not null and not is_first;
    create index versions_all_suspicious_changes on versions (captured_at desc, id desc)
      where suspicious is not null and not is_first;
    create index artifacts_changed on artifacts (tenant_id, key) where has_changes;

    create table pins (
      tenant_id uuid not null,
      artifact_id uuid not null,
      device_id uuid not null,
      version_id uuid not null,
      pinned_at timestamptz not null,
      pinned_by text not null,
      drifted boolean not null,
      primary key (tenant_id, artifact_id),
      foreign key (tenant_id, artifact_id) references artifacts (tenant_id, id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id),
      foreign key (tenant_id, version_id) references versions (tenant_id, id)
    );
    create index pins_version on pins (tenant_id, version_id);
    create index pins_device on pins (tenant_id, device_id);
    create index pins_drifted on pins (tenant_id, device_id) where drifted;
  `)
  await isolate(trx, 'pins')
}
