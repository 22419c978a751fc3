import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * The device and the artifact that an audit record is about, stored with it: a version that retention has deleted no longer
 * says whose it was. Earlier records get both as far as their object still exists.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table audit add column device_id uuid, add column artifact_key text;
    grant update on audit to coffer_platform;
  `)
  await withAllRows(trx, () =>
    trx.raw(`
      update audit set device_id = object_id where object = 'device' and object_id is not null;
      update audit set device_id = jobs.device_id from jobs where object = 'run' and jobs.id = object_id;
      update audit set device_id = fingerprints.device_id from fingerprints
        where object = 'fingerprint' and fingerprints.id = object_id;
      update audit set device_id = artifacts.device_id, artifact_key = artifacts.key from artifacts
        where object = 'artifact' and artifacts.id = object_id;
      update audit set device_id = artifacts.device_id, artifact_key = artifacts.key from versions
        join artifacts on artifacts.id = versions.artifact_id where object = 'version' and versions.id = object_id;
      update audit set device_id = artifacts.device_id, artifact_key = artifacts.key from snapshots
        join artifacts on artifacts.id = snapshots.artifact_id where object = 'snapshot' and snapshots.id = object_id;
    `),
  )
  await trx.raw(`
    revoke update on audit from coffer_platform;
    create index audit_device_ts on audit (device_id, ts desc, id desc) where device_id is not null;
  `)
}
