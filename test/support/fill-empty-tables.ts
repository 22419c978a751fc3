import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { inScope } from '../../service/store/scope.ts'

/** Values that an inexact conversion to text would change. */
const odd = {
  text: `quotes ' " \\ \\n, newline \n, tab \t, é 日本 🔒, \\x00 as words, ]}`,
  instant: '2026-01-02T03:04:05.123456Z', // a Date has no microseconds
  json: { nested: [1, 1.5, 9007199254740993n.toString(), null, { 'odd "key"': '\u2028' }], empty: {} },
}

/**
 * Adds a row to each of these tables that is empty, for a tenant with one object of each other kind.
 * @throws Error naming a table without a row defined here: add one with each new table
 */
export async function fillEmptyTables(knex: Knex, tenantId: string, tables: string[]): Promise<void> {
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    const ofTenant = (table: string) => trx(table).where({ tenant_id: tenantId }).first()
    const [device, job, agent, version, fleet, document] = [
      await ofTenant('devices'),
      await ofTenant('jobs'),
      await ofTenant('agents'),
      await ofTenant('versions'),
      await ofTenant('fleets'),
      await ofTenant('platform_documents'),
    ]
    const at = odd.instant
    const id = randomUUID()
    const tenant_id = tenantId
    const rows: Record<string, object> = {
      settings: { key: odd.text, value: JSON.stringify(odd.json), updated_at: at },
      idempotency_keys: {
        id,
        tenant_id,
        actor_id: id,
        key: id,
        request_hash: Buffer.from([0, 255, 10, 92]),
        answer: JSON.stringify(odd.json),
        created_at: at,
      },
      revocations: { kind: 'token', subject_id: id, tenant_id, state: JSON.stringify(odd.json), recorded_at: at },
      pin_holds: { tenant_id, version_id: version.id, held_until: at },
      destructions: {
        id,
        tenant_id,
        kind: 'keys',
        slug: odd.text,
        name: odd.text,
        state: 'withdrawn',
        requested_by: odd.text,
        requested_at: at,
        due_at: at,
        inventory: JSON.stringify(odd.json),
      },
      device_agents: { tenant_id, device_id: device.id, agent_id: agent.id },
      handed_secrets: {
        tenant_id,
        agent_id: agent.id,
        device_id: device.id,
        credential_id: id,
        credential_name: odd.text,
        first_at: at,
        last_at: at,
      },
      device_leases: { tenant_id, device_id: device.id, job_id: job.id, lease_id: id },
      dry_runs: {
        tenant_id,
        job_id: job.id,
        document_id: document?.id,
        version: 1,
        readings: 2,
        interval_seconds: 30,
        passed: true,
      },
      occurrences: {
        tenant_id,
        device_id: device.id,
        occurrence_at: at,
        outcome: 'missed',
        reason: odd.text,
        last_occurrence_at: at,
        count: 1,
        recorded_at: at,
      },
      daily_reports: {
        id,
        tenant_id,
        day: '2026-02-28',
        computed_at: at,
        summary: JSON.stringify(odd.json),
        exceptions: Buffer.alloc(0),
      },
      storage_samples: { id, tenant_id: null, sampled_at: at, stored: '9007199254740993' },
      sweeps: { tenant_id, round: id, touched_at: at },
      swept_manifests: { tenant_id, version_id: id, swept_at: at },
      unnamed_manifests: { tenant_id, version_id: id, noted_at: at },
      retention_policies: { id, tenant_id: null, keep_days: 400, updated_at: at },
      policy_runs: {
        id,
        tenant_id,
        kind: 'sweep',
        started_at: at,
        outcome: 'nothing',
        reason: JSON.stringify(odd.json),
      },
      object_lock_turns: { tenant_id, finished_at: 'infinity' },
      object_locks: { tenant_id, kind: 'pack', object_id: id, store_version: odd.text, locked_until: at },
      integrity_checks: { tenant_id, keys_checked_at: 'infinity', keys_damage: JSON.stringify([odd.json]) },
      open_searches: { id, tenant_id, record: JSON.stringify(odd.json), devices: [id, tenant_id], touched_at: at },
      fleet_items: {
        tenant_id,
        fleet_id: fleet?.id,
        key: odd.text,
        name: odd.text,
        organisation_id: odd.text,
        organisation: odd.text,
        product_types: [odd.text, ''],
        is_seen: true,
        device_id: device.id,
      },
      blackouts: {
        id,
        tenant_id: null,
        position: 0,
        name: odd.text,
        days: ['mon', 'sun'],
        from_time: '22:00',
        to_time: '06:00',
        updated_at: at,
      },
      pins: {
        tenant_id,
        artifact_id: version.artifact_id,
        device_id: version.device_id,
        version_id: version.id,
        pinned_at: at,
        pinned_by: odd.text,
        drifted: true,
      },
      webhooks: {
        id,
        tenant_id,
        name: odd.text,
        url: Buffer.from([0, 255]),
        host: odd.text,
        secret: Buffer.alloc(0),
        role: 'tenant_admin',
        events: [odd.text],
        min_severity: 'info',
        sites: [],
        tags: [odd.text, ''],
        platforms: [],
        digest_minutes: 0,
        enabled: true,
        created_at: at,
        updated_at: at,
      },
      device_facts: {
        ...{ id, tenant_id, device_id: device?.id, hostname: odd.text, vendor: '', model: odd.text, serial: '' },
        ...{ os_version: '', first_seen_at: at, last_seen_at: at },
      },
      fact_scans: { tenant_id, after_id: id },
      text_conversions: { tenant_id, table_name: 'jobs', after_id: id },
      damaged_versions: { tenant_id, version_id: version.id, found_at: at },
    }
    for (const table of tables) {
      if (await trx(table).first(trx.raw('1'))) continue
      const row = rows[table]
      if (!row) throw new Error(`${table} is empty, and test/support/fill-empty-tables.ts knows no row of it`)
      await trx(table).insert(row)
    }
  })
}
