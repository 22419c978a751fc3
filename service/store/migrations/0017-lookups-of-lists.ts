import type { Knex } from 'knex'

/**
 * Lists that were asked for later: each is found in the order in which it is shown. Databases of some days have the first
 * three already.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index if not exists audit_object_ts on audit (object_id, ts desc, id desc) where object_id is not null;
    create index if not exists audit_tenant_unlike_ts on audit (tenant_id, ts desc, id desc) where outcome <> 'done';
    create index if not exists audit_unlike_ts on audit (ts desc, id desc) where outcome <> 'done';
    create index audit_tenant_kind_ts on audit (tenant_id, object, ts desc, id desc);
    create index audit_kind_ts on audit (object, ts desc, id desc);
    create index audit_tenant_readings_ts on audit (tenant_id, ts desc, id desc) where action in (${readings});
    create index audit_readings_ts on audit (ts desc, id desc) where action in (${readings});

    create index jobs_agent on jobs (agent_id, queued_at desc, id desc) where agent_id is not null;

    create index fingerprints_recent on fingerprints (first_seen_at desc, id desc);
    create index fingerprints_tenant_recent on fingerprints (tenant_id, first_seen_at desc, id desc);
    create index fingerprints_status on fingerprints (status, first_seen_at desc, id desc);
    create index fingerprints_tenant_status on fingerprints (tenant_id, status, first_seen_at desc, id desc);
    create index fingerprints_compared on fingerprints (compared, first_seen_at desc, id desc);
    create index fingerprints_tenant_compared on fingerprints (tenant_id, compared, first_seen_at desc, id desc);

    -- sums without a look at the rows
    drop index versions_lineage;
    create index versions_lineage on versions (tenant_id, artifact_id, captured_at desc, id desc) include (size_bytes);
    drop index packs_stored;
    create index packs_stored on packs (tenant_id, verified_at) include (size, raw_bytes) where status <> 'announced';

    create index storage_samples_of_all on storage_samples (sampled_at desc) where tenant_id is null;
  `)
}

/** Who has read of a configuration. The list of today may have fewer, and needs a new index when it has more. */
const readings = `'config.read', 'config.download', 'config.diff', 'config.search', 'snapshot.list', 'snapshot.browse',
  'snapshot.file', 'snapshot.diff', 'artifact.list', 'artifact.divergence', 'version.list', 'version.read', 'change.list'`
