import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { StartupError } from '../../../store/startup-error.ts'
import { inScope } from '../../../store/scope.ts'
import { markRebuilt } from '../../kernel/installation/restore-marker.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { addPins } from './add-pins.ts'
import { attachTenant } from './attach-tenant.ts'
import { attachManifests } from './attach-manifests.ts'
import { attachPacks } from './attach-packs.ts'
import { findTenants } from './find-tenants.ts'
import { markAbsentPacks } from './mark-missing-packs.ts'
import { type OpenTenant, type RebuildCounts, type RebuildDependencies, noCounts } from './rebuild-dependencies.ts'

/**
 * Attaches all objects of the store that the database does not contain, tenant by tenant: everything after the loss of
 * the database, or later backups after a restored dump. Existing rows stay unchanged. Damaged objects are reported and
 * skipped. If anything was attached or is damaged, maintenance deletes nothing until an administrator confirms: the
 * store may list less than it contains, and later decisions of users are unknown. This never clears an existing mark.
 * It can be interrupted and repeated.
 * @throws StoreUnreachable if a listing or read failed: a partial result is never reported as complete
 * @throws StartupError if the master key unwraps no tenant's keys
 */
export async function rebuildIndex(dependencies: RebuildDependencies): Promise<RebuildCounts> {
  const { knex, now, dryRun } = dependencies
  const counts = noCounts()
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  await runRecorded(runInSystemTransaction, { tenantId: null, kind: 'rebuild', dryRun }, async () => {
    const unopened: string[] = []
    for await (const stored of findTenants(dependencies, counts)) {
      counts.customers++
      const [damagedBefore, customer] = [counts.damaged, await attachTenant(dependencies, stored, counts)]
      if (customer) await attach(dependencies, customer, counts)
      else if (counts.damaged > damagedBefore) unopened.push(stored.tenantId)
    }
    if (unopened.length > 0 && unopened.length === counts.customers - counts.destroyed - counts.undecided) {
      throw new StartupError('master_key_opens_none', { customers: unopened.length })
    }
    if (!dryRun && counts.damaged > 0) await runInSystemTransaction(markRebuilt) // they may reference anything
    const attached = counts.packs_attached + counts.versions_attached + counts.customers_added
    if (attached > 0) return { outcome: 'done', counts }
    return { outcome: 'nothing', reason: message('index_complete'), counts }
  })
  return counts
}

async function attach(dependencies: RebuildDependencies, customer: OpenTenant, counts: RebuildCounts): Promise<void> {
  if (!dependencies.dryRun) await markAbsentPacks(dependencies, customer)
  const packs = await attachPacks(dependencies, customer, counts)
  const manifests = await attachManifests(dependencies, customer, counts)
  if (!dependencies.dryRun) await addPins(dependencies, customer, counts)
  if (packs === 0 && manifests > 0) {
    throw new StoreUnreachable(message('store_packs_not_listed', { prefix: customer.prefix }))
  }
}
