import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type ScopedTransaction, inScope } from '../../service/store/scope.ts'

const at = '2026-01-02T03:04:05.123456Z' // a Date has no microseconds

/** Values that an inexact conversion to text would change. */
const text = `quotes ' " \\ \\n, newline \n, tab \t, é 日本 🔒, \\x00 as words, ]}`
const json = JSON.stringify({
  nested: [1, 1.5, 9007199254740993n.toString(), null, { 'odd "key"': '\u2028' }],
  empty: {},
})

/** A value of each type of column. */
const values: Record<string, unknown> = {
  ...{ text, json, jsonb: json, timestamptz: at, date: '2026-02-28', time: '22:00', bool: true },
  ...{ bytea: Buffer.from([0, 255, 10, 92]), int2: 1, int4: 1, int8: '9007199254740993', _text: [text, ''] },
}

/** Values of columns that accept only some, and values of columns that may be null. */
const chosen: Record<string, object> = {
  approvals: { tenant_id: null, used_at: null },
  blackouts: { tenant_id: null, position: 0, days: ['mon', 'sun'], from_time: '22:00', to_time: '06:00' },
  break_glass_copies: { expires_after_days: 7 },
  daily_reports: { exceptions: Buffer.alloc(0) },
  end_of_life: { tenant_id: null },
  device_pairs: { state: 'unknown', reason: json },
  destructions: { kind: 'keys', state: 'withdrawn', inventory: json },
  golden_configurations: { declared_differences: '[]' },
  identity_providers: { kind: 'oidc' },
  idempotency_keys: { answer: json },
  integrity_checks: { keys_checked_at: 'infinity', keys_damage: JSON.stringify([JSON.parse(json)]) },
  notification_channels: { role: 'tenant_admin', kind: 'slack', rules: '[]', digest_minutes: 0 },
  object_lock_turns: { finished_at: 'infinity' },
  object_locks: { kind: 'pack', store_version: text },
  occurrences: { outcome: 'missed', reason: text },
  period_reports: { period: 'daily' },
  policy_runs: { kind: 'sweep', outcome: 'nothing', reason: json },
  report_deliveries: { status: 'failed' },
  report_schedules: { period: 'daily', language: 'en', role: 'tenant_admin', role_id: null },
  restore_checks: { outcome: 'damaged', failure: JSON.stringify({ code: 'expected_text', params: {} }) },
  retention_policies: { tenant_id: null, keep_days: 400 },
  revocations: { kind: 'token' },
  second_factors: { kind: 'totp', sealed_secret: Buffer.from([1]) },
  sent_reports: { language: 'en' },
  storage_samples: { tenant_id: null },
  tenant_logos: { type: 'image/png' },
  text_conversions: { table_name: 'jobs' },
}

/** Adds a row to each of these tables that is empty, for a tenant with one object of each other kind. */
export async function fillEmptyTables(knex: Knex, tenantId: string, tables: string[]): Promise<void> {
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    const id = randomUUID()
    const objects = await objectsOf(trx, tenantId)
    const pair = { first_device_id: objects['device_id'], second_device_id: objects['device_id'] }
    const provider = await trx('identity_providers').where({ tenant_id: tenantId }).first('id')
    const known: Record<string, unknown> = { ...objects, ...pair, tenant_id: tenantId, provider_id: provider?.id ?? id }
    for (const table of tables) {
      if (await trx(table).first(trx.raw('1'))) continue
      known['channel_id'] = (await trx('notification_channels').where({ tenant_id: tenantId }).first('id'))?.id
      known['report_id'] = (await trx('period_reports').where({ tenant_id: tenantId }).first('id'))?.id
      known['sent_report_id'] = (await trx('sent_reports').where({ tenant_id: tenantId }).first('id'))?.id
      known['event_id'] = (await trx('events').where({ tenant_id: tenantId }).first('id'))?.id
      const columns: { name: string; type: string }[] = await trx('information_schema.columns')
        .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER', is_identity: 'NO' })
        .whereRaw(`(is_nullable = 'NO' or column_name = 'tenant_id')`)
        .select('column_name as name', 'udt_name as type')
      const row = columns.map(({ name, type }) => [name, known[name] ?? values[type] ?? (type === '_uuid' ? [id] : id)])
      await trx(table).insert({ ...Object.fromEntries(row), ...chosen[table] })
    }
  })
}

/** Returns the tenant's objects by the name of columns that refer to them. */
async function objectsOf(trx: ScopedTransaction, tenantId: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of ['devices', 'jobs', 'agents', 'versions', 'fleets', 'platform_documents', 'artifacts', 'users']) {
    const row = await trx(table).where({ tenant_id: tenantId }).first('id')
    found[`${table.replace('platform_', '').slice(0, -1)}_id`] = row?.id
  }
  return found
}
