import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { serviceActor } from '../../kernel/service-actor.ts'

/** Rows deleted per transaction. */
const batchSize = 10_000

/**
 * Tables with a tenant's rows, referencing tables first; a test checks that the list is complete. Chunks are absent:
 * they are partitioned, and the sweep has removed them.
 */
export const tablesInOrder = [
  ...[
    'text_conversions',
    'fact_scans',
    'device_facts',
    'report_deliveries',
    'sent_reports',
    'period_report_parts',
    'period_reports',
    'report_schedules',
    'tenant_logos',
    'notification_escalations',
    'notification_deliveries',
    'notification_channels',
    'open_searches',
    'search_turns',
    'search_texts',
    'search_segments',
  ],
  ...[
    'damaged_versions',
    'restore_checks',
    'restore_check_leases',
    'integrity_checks',
    'object_locks',
    'object_lock_turns',
    'object_lock_counts',
    'sweeps',
    'swept_manifests',
    'unnamed_manifests',
    'pins',
    'pin_holds',
    'golden_configurations',
    'snapshots',
  ],
  ...['versions', 'unmarked_versions', 'artifacts', 'chunks', 'packs', 'storage_lineages', 'storage_figures'],
  ...['occurrences', 'device_leases', 'job_results'],
  ...[
    'job_log',
    'job_attempts',
    'dry_run_results',
    'dry_runs',
    'jobs',
    'fleet_items',
    'fleets',
    'fingerprints',
    'handed_secrets',
    'blackouts',
    'retention_policies',
  ],
  ...['platform_document_tests', 'extra_commands', 'device_pairs', 'break_glass_copies', 'approvals'],
  ...[
    'change_requests',
    'device_agents',
    'device_grams',
    'devices',
    'credentials',
    'agent_exchanges',
    'agent_sessions',
  ],
  ...['platform_document_versions', 'platform_documents'],
  ...['enrollment_tokens', 'agents', 'daily_reports', 'storage_samples', 'policy_runs', 'events', 'idempotency_keys'],
  ...[
    'revocations',
    'api_tokens',
    'second_factors',
    'recovery_codes',
    'login_challenges',
    'sso_flows',
    'login_codes',
    'scim_group_members',
    'scim_groups',
    'scim_users',
    'spent_logout_tokens',
    'sessions',
    'users',
    'roles',
    'identity_provider_domains',
    'identity_providers',
    'audit',
    'tenant_keys',
    'tenants',
  ],
] as const

/** Deleted last: the sweep and all replicas read them, and concurrent inserts reference them. */
const last = ['tenant_keys', 'tenants'] as const

/**
 * Deletes all rows of a tenant in small transactions. The last one deletes the tenant itself and records this for the
 * platform. It can be interrupted and run twice at once.
 * @returns whether nothing is left
 */
export async function deleteRows(
  runInSystemTransaction: RunInSystemTransaction,
  { id: destructionId, tenantId }: { id: string; tenantId: string },
  stopping?: AbortSignal,
): Promise<boolean> {
  await runInSystemTransaction(({ trx }) => deleteTraces(trx, tenantId))
  for (const table of tablesInOrder) {
    if ((last as readonly string[]).includes(table)) continue
    for (let deleted = batchSize; deleted === batchSize;) {
      if (stopping?.aborted) return false
      deleted = await runInSystemTransaction(async ({ trx }) => deleteSome(trx, table, tenantId))
    }
  }
  await runInSystemTransaction(async ({ trx, now }) => {
    const locked = await trx('tenants').where({ id: tenantId }).forUpdate().select('id') // blocks new references
    for (const table of tablesInOrder) {
      await trx(table)
        .where({ [table === 'tenants' ? 'id' : 'tenant_id']: tenantId })
        .delete()
    }
    if (locked.length === 0) return
    const detail = { destruction_id: destructionId }
    await recordAudit({ ...serviceActor, tenantId: null, trx, now }, 'tenant.deleted', {
      kind: 'tenant',
      id: tenantId,
      detail,
    })
  })
  return true
}

type Transaction = Parameters<Parameters<RunInSystemTransaction>[0]>[0]['trx']

async function deleteSome(trx: Transaction, table: string, tenantId: string): Promise<number> {
  if (table === 'chunks') return trx(table).where({ tenant_id: tenantId }).delete()
  const { rowCount } = await trx.raw(
    `delete from ?? where ctid = any(array(select ctid from ?? where tenant_id = ? limit ${batchSize}))`,
    [table, table, tenantId],
  )
  return rowCount ?? 0
}

/**
 * Deletes rows without a tenant that contain data of one: failed logins, stored responses of idempotent requests,
 * deliveries of the platform's channels.
 */
async function deleteTraces(trx: Transaction, tenantId: string): Promise<void> {
  await trx.raw(
    `delete from login_attempts
     where account in (select unnest(array[lower(trim(email)), 'user:' || id]) from users where tenant_id = ?)`,
    [tenantId],
  )
  await trx.raw(`delete from idempotency_keys where tenant_id is null and answer ->> 'id' = ?`, [tenantId])
  await trx.raw('delete from notification_deliveries where tenant_id is null and events @> ?::jsonb', [
    JSON.stringify([{ tenant_id: tenantId }]),
  ])
}
