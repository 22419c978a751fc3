import { inScope } from '../../../store/scope.ts'
import { recordNoTenants } from '../../kernel/maintenance-tasks/record-no-tenants.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { checkTenant } from './check-tenant.ts'
import type { CheckedTenant } from './check-packs.ts'
import type { IntegrityDependencies } from './integrity-dependencies.ts'

/**
 * Checks all tenants that have keys, the least recently finished first, so that an interrupted night does not always
 * skip the same ones. Each records its own run; a failure for one does not affect the others.
 * @returns the number of tenants, and those whose check did not finish
 */
export async function checkIntegrity(
  dependencies: IntegrityDependencies,
): Promise<{ customers: number; unfinished: number }> {
  const customers = await findTenants(dependencies)
  const ended = { customers: customers.length, unfinished: 0 }
  for (const customer of customers) {
    const { tenantId } = customer
    const runInSystemTransaction: Parameters<typeof runRecorded>[0] = (step) =>
      inScope(dependencies.knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: dependencies.now() }))
    try {
      const { outcome } = await runRecorded(runInSystemTransaction, { tenantId, kind: 'integrity' }, () =>
        checkTenant(dependencies, customer),
      )
      if (outcome === 'stopped') ended.unfinished++
    } catch (error) {
      ended.unfinished++
      dependencies.alarm(`a check failed: ${error instanceof Error ? error.message : error}`, { tenantId })
    }
    if (dependencies.signal?.aborted) break
  }
  return ended
}

function findTenants({ knex, now }: IntegrityDependencies): Promise<CheckedTenant[]> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select t.id as "tenantId", t.prefix from tenants t
       join tenant_keys k on k.tenant_id = t.id and k.destroyed_at is null
       left join integrity_checks i on i.tenant_id = t.id
       order by i.finished_at nulls first, t.id`,
    )
    if (rows.length === 0) await recordNoTenants({ trx, now: now() }, 'integrity')
    return rows
  })
}
