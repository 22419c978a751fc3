import type { Logger } from 'pino'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { unmarkRestored } from '../../kernel/installation/restore-marker.ts'
import { requireConfirmation } from '../../inventory/users/confirm.ts'
import { applyPurge } from '../../recovery/purge/apply-purge.ts'
import { readPlatformPolicies } from '../../inventory/settings/platform-policies.ts'
import type { PolicyDependencies } from '../../levels/policy-dependencies.ts'
import { applyRetention } from '../../repository/retention/apply-retention.ts'
import { checkClock } from '../../kernel/policy-runs/check-clock.ts'
import type { PolicyEnd } from '../../kernel/policy-runs/record-run.ts'
import { runRecorded } from '../../kernel/policy-runs/run-recorded.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { sweepTenant } from '../../repository/sweep/sweep-tenant.ts'
import type { SweepDependencies } from '../../repository/sweep/sweep-dependencies.ts'

export interface PurgeDependencies extends PolicyDependencies {
  /** In the scope of the person who asks. */
  inTransaction<T>(work: (context: TenantContext) => Promise<T>): Promise<T>
  /** In the platform's scope, in that person's name. */
  inPlatformCall<T>(work: (context: ActionContext) => Promise<T>): Promise<T>
  sweep: SweepDependencies
  log: Pick<Logger, 'error'>
  /** Another clock than the service's own, to compare it with. */
  readDatabaseClock?: () => Promise<Date>
}

export interface PurgeWish {
  /** The customer's slug, typed by the person who asks. */
  confirm: string
  dryRun: boolean
  /** The database was put back, and that person says that nothing newer is missing in it: of every customer. */
  acceptRestored: boolean
}

/** A purge that goes on after its answer, or what one would do. */
export type Purge = { policyRunId: string; isMarkCleared: boolean } | { end: PolicyEnd }

/**
 * A person's yes to what a sweep does not remove unasked: applies what is due of a customer, retention too, then removes
 * all that nothing refers to, however much it is. It goes on in the background and may be stopped anywhere; the policy
 * runs tell what it does. A dry run only counts what a sweep would remove now, and is waited for.
 * @throws DomainError 403 `session` or `confirmation`, but for a dry run; 422 for another word than the customer's slug, 409 while the clocks of the service and PostgreSQL differ
 */
export async function purgeStorage(parts: PurgeDependencies, wish: PurgeWish): Promise<Purge> {
  const { dryRun, acceptRestored } = wish
  const now = parts.sweep.now()
  const databaseNow = (await parts.readDatabaseClock?.()) ?? now
  const doubt = checkClock({ now, databaseNow, lastRunAt: null, nightsPutOff: 0 }) // a gap is what the person says yes to
  if (doubt) {
    const clocks = { service_time: now.toISOString(), database_time: databaseNow.toISOString() }
    throw new DomainError('clock_differs', clocks)
  }
  const tenantId = await parts.inTransaction(async (context) => {
    if (!dryRun) requireConfirmation(context)
    const tenant = await Tenant.query(context.trx).findById(context.tenantId)
    if (!tenant) throw notFound()
    if (wish.confirm !== tenant.slug) throw invalidField('confirm', 'must_be_slug_of_customer')
    if (dryRun && acceptRestored) throw invalidField('accept_restored', 'not_in_dry_run')
    const detail = { dry_run: dryRun, accept_restored: acceptRestored }
    await recordAudit(context, 'storage.purge', { kind: 'tenant', id: tenant.id, detail })
    return tenant.id
  })
  if (dryRun) return { end: await sweepTenant(parts.sweep, tenantId, { confirmed: true, dryRun }) }
  const isMarkCleared = acceptRestored && (await parts.inPlatformCall(acceptRestoredDatabase))
  const { promise: policyRunId, resolve, reject } = Promise.withResolvers<string>()
  runRecorded(parts.runInSystemTransaction, { tenantId, kind: 'storage_purge' }, async ({ id }) => {
    resolve(id)
    return purgeAll(parts, tenantId)
  }).catch((error: unknown) => {
    reject(error) // heard only by who still waits for the beginning
    parts.log.error({ err: error, tenantId }, 'a purge of the storage failed')
  })
  return { policyRunId: await policyRunId, isMarkCleared }
}

/** Each part leaves a record of its own; this one says how it ended as a whole. */
async function purgeAll(parts: PurgeDependencies, tenantId: string): Promise<PolicyEnd> {
  const { retention } = await parts.runInSystemTransaction(({ trx }) => readPlatformPolicies(trx))
  const [failed] = await applyPurge(parts, tenantId)
  if (failed) throw failed.error
  await applyRetention(parts, tenantId, retention)
  return sweepTenant(parts.sweep, tenantId, { confirmed: true })
}

/** The mark is of the whole installation, so that it goes is told there. @returns whether it stood */
async function acceptRestoredDatabase(context: ActionContext): Promise<boolean> {
  if (!(await unmarkRestored(context.trx))) return false
  await recordAudit({ ...context, tenantId: null }, 'storage.accept_restored', { kind: 'database' })
  return true
}
