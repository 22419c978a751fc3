import { inScope } from '../../../store/scope.ts'
import { recordNoCustomers } from '../../kernel/policy-runs/record-no-tenants.ts'
import { runRecorded } from '../../kernel/policy-runs/run-recorded.ts'
import { checkCustomer } from './check-tenant.ts'
import type { CheckedCustomer } from './check-packs.ts'
import type { IntegrityParts } from './integrity-dependencies.ts'

/**
 * Checks every customer whose keys are there, the one that was finished the longest ago first, so that no night always
 * ends before the same ones. Each leaves a run of its own; one that fails does not keep the others.
 * @returns how many customers, and of which the check did not come to its end
 */
export async function checkIntegrity(parts: IntegrityParts): Promise<{ customers: number; unfinished: number }> {
  const customers = await findCustomers(parts)
  const ended = { customers: customers.length, unfinished: 0 }
  for (const customer of customers) {
    const { tenantId } = customer
    const inMoment: Parameters<typeof runRecorded>[0] = (step) =>
      inScope(parts.knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: parts.now() }))
    try {
      const { outcome } = await runRecorded(inMoment, { tenantId, kind: 'integrity' }, () =>
        checkCustomer(parts, customer),
      )
      if (outcome === 'stopped') ended.unfinished++
    } catch (error) {
      ended.unfinished++
      parts.alarm(`a check failed: ${error instanceof Error ? error.message : error}`, { tenantId })
    }
    if (parts.signal?.aborted) break
  }
  return ended
}

function findCustomers({ knex, now }: IntegrityParts): Promise<CheckedCustomer[]> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select t.id as "tenantId", t.prefix from tenants t
       join tenant_keys k on k.tenant_id = t.id and k.destroyed_at is null
       left join integrity_checks i on i.tenant_id = t.id
       order by i.finished_at nulls first, t.id`,
    )
    if (rows.length === 0) await recordNoCustomers({ trx, now: now() }, 'integrity')
    return rows
  })
}
