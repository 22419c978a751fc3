import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'
import type { LeaseTable } from '../nightly-lease.ts'
import type { NightlyKind } from './nightly-kinds.ts'
import { recordNoTenants } from './record-no-tenants.ts'
import type { MaintenanceResult } from './record-run.ts'
import { runRecorded } from './run-recorded.ts'

/** A tenant that has keys, and its prefix in the store. */
export interface KeyedTenant {
  tenantId: string
  prefix: string
}

export interface TenantsTask {
  kind: NightlyKind
  /** The table with the last end of each tenant's task. */
  leases: LeaseTable
  work: (tenant: KeyedTenant) => Promise<MaintenanceResult>
}

interface TenantsTaskDependencies {
  knex: Knex
  now: () => Date
  signal?: AbortSignal
  /** Receives text that needs an administrator's attention. */
  alarm: (line: string, facts: Record<string, unknown>) => void
}

/**
 * Runs a nightly task for all tenants that have keys, the least recently finished first, so that an interrupted night does
 * not always skip the same ones. Each records its own run; a failure for one does not affect the others.
 * @returns the number of tenants, and those whose task did not finish
 */
export async function runForTenants(
  dependencies: TenantsTaskDependencies,
  { kind, leases, work }: TenantsTask,
): Promise<{ customers: number; unfinished: number }> {
  const { knex, now, signal, alarm } = dependencies
  const customers = await findTenants(dependencies, kind, leases)
  const ended = { customers: customers.length, unfinished: 0 }
  for (const customer of customers) {
    const { tenantId } = customer
    const runInTenant: Parameters<typeof runRecorded>[0] = (step) =>
      inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() }))
    try {
      const { outcome } = await runRecorded(runInTenant, { tenantId, kind }, () => work(customer))
      if (outcome === 'stopped') ended.unfinished++
    } catch (error) {
      ended.unfinished++
      alarm('nightly task failed', { tenantId, kind, error: error instanceof Error ? error.message : String(error) })
    }
    if (signal?.aborted) break
  }
  return ended
}

function findTenants(
  { knex, now }: TenantsTaskDependencies,
  kind: NightlyKind,
  leases: LeaseTable,
): Promise<KeyedTenant[]> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select t.id as "tenantId", t.prefix from tenants t
       join tenant_keys k on k.tenant_id = t.id and k.destroyed_at is null
       left join ?? l on l.tenant_id = t.id
       order by l.finished_at nulls first, t.id`,
      [leases],
    )
    if (rows.length === 0) await recordNoTenants({ trx, now: now() }, kind)
    return rows
  })
}
