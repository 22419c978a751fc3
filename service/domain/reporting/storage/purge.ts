import type { Logger } from 'pino'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { unmarkRestored } from '../../kernel/installation/restore-marker.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { applyPurge } from '../../recovery/purge/apply-purge.ts'
import { readPlatformPolicies } from '../../policies/platform/platform-policies.ts'
import type { PolicyDependencies } from '../../policies/policy-dependencies.ts'
import { applyRetention } from '../../repository/retention/apply-retention.ts'
import { checkClock } from '../../kernel/maintenance-tasks/check-clock.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { sweepTenant } from '../../repository/sweep/sweep-tenant.ts'
import type { SweepDependencies } from '../../repository/sweep/sweep-dependencies.ts'

export interface PurgeDependencies extends PolicyDependencies {
  /** Runs in the caller's scope. */
  inTransaction<T>(work: (context: TenantContext) => Promise<T>): Promise<T>
  /** Runs in the platform's scope, with the caller as actor. */
  inPlatformCall<T>(work: (context: ActionContext) => Promise<T>): Promise<T>
  sweep: SweepDependencies
  log: Pick<Logger, 'error'>
  /** Returns PostgreSQL's clock, to compare with the service's. */
  readDatabaseClock?: () => Promise<Date>
}

export interface PurgeRequest {
  /** The tenant's slug, typed by the user. */
  confirm: string
  dryRun: boolean
  /** Whether the user confirms that a restored database lacks nothing newer, for all tenants. */
  acceptRestored: boolean
}

/** A purge that continues in the background, or the result of a dry run. */
export type Purge = { policyRunId: string; isMarkCleared: boolean } | { end: MaintenanceResult }

/**
 * Deletes, on a user's confirmation, what a sweep does not delete automatically: applies due purges and retention of a
 * tenant, then deletes all unreferenced content, whatever its amount. It continues in the background, can be
 * interrupted, and is recorded in policy runs. A dry run only counts what a sweep would delete now, and is awaited.
 * @throws DomainError not_found, session_required and confirmation_required (except for a dry run), validation_failed
 *   if `confirm` is not the slug, clock_differs while the clocks of the service and PostgreSQL differ
 */
export async function purgeStorage(dependencies: PurgeDependencies, request: PurgeRequest): Promise<Purge> {
  const { dryRun, acceptRestored } = request
  const now = dependencies.sweep.now()
  const databaseNow = (await dependencies.readDatabaseClock?.()) ?? now
  const doubt = checkClock({ now, databaseNow, lastRunAt: null, nightsPutOff: 0 }) // the user's confirmation covers a gap
  if (doubt) {
    const clocks = { service_time: now.toISOString(), database_time: databaseNow.toISOString() }
    throw new DomainError('clock_differs', clocks)
  }
  const tenantId = await dependencies.inTransaction(async (context) => {
    if (!dryRun) requireConfirmation(context)
    const tenant = await Tenant.query(context.trx).findById(context.tenantId)
    if (!tenant) throw notFound()
    if (request.confirm !== tenant.slug) throw invalidField('confirm', 'must_be_slug_of_customer')
    if (dryRun && acceptRestored) throw invalidField('accept_restored', 'not_in_dry_run')
    if (!dryRun) await requireApproval(context, 'purge')
    const detail = { dry_run: dryRun, accept_restored: acceptRestored }
    await recordAudit(context, 'storage.purge', { kind: 'tenant', id: tenant.id, detail })
    return tenant.id
  })
  if (dryRun) return { end: await sweepTenant(dependencies.sweep, tenantId, { confirmed: true, dryRun }) }
  const isMarkCleared = acceptRestored && (await dependencies.inPlatformCall(acceptRestoredDatabase))
  const { promise: policyRunId, resolve, reject } = Promise.withResolvers<string>()
  runRecorded(dependencies.runInSystemTransaction, { tenantId, kind: 'storage_purge' }, async ({ id }) => {
    resolve(id)
    return purgeAll(dependencies, tenantId)
  }).catch((error: unknown) => {
    reject(error) // has an effect only before the run has started
    dependencies.log.error({ err: error, tenantId }, 'a purge of the storage failed')
  })
  return { policyRunId: await policyRunId, isMarkCleared }
}

/** Each part records its own run; this one records the overall result. */
async function purgeAll(dependencies: PurgeDependencies, tenantId: string): Promise<MaintenanceResult> {
  const { retention } = await dependencies.runInSystemTransaction(({ trx }) => readPlatformPolicies(trx))
  const [failed] = await applyPurge(dependencies, tenantId)
  if (failed) throw failed.error
  await applyRetention(dependencies, tenantId, retention)
  return sweepTenant(dependencies.sweep, tenantId, { confirmed: true })
}

/**
 * The mark belongs to the whole installation, so its removal is audited there.
 * @returns whether the mark was present
 */
async function acceptRestoredDatabase(context: ActionContext): Promise<boolean> {
  if (!(await unmarkRestored(context.trx))) return false
  await recordAudit({ ...context, tenantId: null }, 'storage.accept_restored', { kind: 'database' })
  return true
}
