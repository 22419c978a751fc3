import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { checkKeys } from './check-keys.ts'
import { checkManifests } from './check-manifests.ts'
import type { KeyedTenant } from '../../kernel/maintenance-tasks/run-for-tenants.ts'
import { checkPacks } from './check-packs.ts'
import { findAffectedVersions } from './find-affected-versions.ts'
import type { IntegrityCounts, IntegrityDependencies } from './integrity-dependencies.ts'
import { stopReason } from './stop-reason.ts'
import { acquireNightlyLease } from '../../kernel/nightly-lease.ts'

/**
 * Runs tonight's check of one tenant: keys, tonight's packs and manifests, then the versions affected by the damage
 * found. Results are stored as they are found, so an interrupted check is continued and not repeated.
 */
export async function checkTenant(
  dependencies: IntegrityDependencies,
  customer: KeyedTenant,
): Promise<MaintenanceResult> {
  const lease = await acquireNightlyLease(dependencies, customer.tenantId)
  if (!lease) {
    return { outcome: 'nothing', reason: message('check_done_elsewhere') }
  }
  const counts: IntegrityCounts = { packs: 0, bytes: 0, manifests: 0, damaged: 0, healed: 0, versions_hurt: 0 }
  let isDone = false
  try {
    await checkKeys(dependencies, customer, counts)
    await checkPacks(dependencies, lease, customer, counts)
    await checkManifests(dependencies, lease, customer, counts)
    counts.versions_hurt = await findAffectedVersions(dependencies, customer.tenantId)
    isDone = true
    if (counts.packs + counts.manifests > 0) return { outcome: 'done', counts }
    return { outcome: 'nothing', reason: message('nothing_to_check'), counts }
  } catch (error) {
    const reason = stopReason(error)
    if (!reason) throw error
    return { outcome: 'stopped', reason, counts }
  } finally {
    await lease.release(isDone)
  }
}
