import { joinReasons } from '../../kernel/maintenance-tasks/join-reasons.ts'
import { message } from '../../../../shared/messages/message.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { describeDeferred, readDeferred } from '../object-lock/read-deferred.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { putTombstone, removeStoredKeys } from '../../inventory/tenants/tombstone.ts'
import { deletePending } from './delete-pending.ts'
import { type Deleted, deleteObjects } from './remove-orphans.ts'
import { type SweepCounts, type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'
import { type RemovalContext, type SweepLease, withSweepLease } from './sweep-lease.ts'

/** Chunks deleted per transaction. */
const batchSize = 20_000

/** Objects listed before they are deleted. */
const maxListed = 1_000

/**
 * Deletes all packs and manifests of a tenant whose keys were destroyed: they can no longer be decrypted. The user
 * confirmed the destruction by the tenant's name, so no further confirmation is needed.
 */
export async function sweepDestroyed(
  dependencies: SweepDependencies,
  tenantId: string,
  prefix: string,
  counts: SweepCounts,
  lease: SweepLease | null,
): Promise<MaintenanceResult> {
  if (!lease) return { outcome: 'nothing', reason: message('purges_destroyed_tenant') }
  const { generation, destroyedAt } = await withSweepLease(dependencies, lease, ({ trx }) =>
    TenantKey.query(trx).findById(tenantId).throwIfNotFound().execute(),
  )
  const tombstoneKeys = await dependencies.keys.tombstoneKeys()
  await putTombstone(dependencies.store, tombstoneKeys, { id: tenantId, prefix }, destroyedAt ?? dependencies.now())
  await removeStoredKeys(dependencies.store, prefix, generation) // an interrupted destruction may have left them
  for (let removed = batchSize; removed === batchSize;) {
    removed = await withSweepLease(dependencies, lease, async (context) => {
      await confirmDestruction(context)
      const { rowCount } = await context.trx.raw(
        `delete from chunks where tenant_id = :tenantId and id = any(array(
           select id from chunks where tenant_id = :tenantId order by id limit ${batchSize} for update))`,
        { tenantId },
      )
      return rowCount ?? 0
    })
    counts.chunks += removed
  }
  counts.packs = await withSweepLease(dependencies, lease, async (context) => {
    await confirmDestruction(context)
    const { rowCount } = await context.trx.raw(
      `update packs set status = 'doomed', doomed_at = ? where tenant_id = ? and status <> 'doomed'`,
      [context.now, tenantId],
    )
    return rowCount ?? 0
  })
  const removed = await deletePending(dependencies, lease, prefix, { waitMs: 0 })
  counts.objects = removed.deleted
  counts.failures = removed.failures
  let { locked } = removed
  for (const folder of ['packs', 'manifests']) {
    const { deleted, failures, ...kept } = await deleteListed(dependencies, tenantId, `${prefix}/${folder}/`)
    counts[folder === 'packs' ? 'strays' : 'manifests'] = deleted
    counts.failures += failures
    if (folder === 'manifests') locked += kept.locked // packs are counted by their rows, and listed again
  }
  const isIdle = Object.values(counts).every((count) => count === 0)
  counts.locked = locked
  const deferred = await withSweepLease(dependencies, lease, ({ trx, now }) => readDeferred(trx, tenantId, now))
  const left = deferred ? [describeDeferred(deferred)] : []
  if (!isIdle) return { outcome: 'done', reason: joinReasons([message('tenant_keys_destroyed'), ...left]) }
  return { outcome: 'nothing', reason: joinReasons([message('tenant_removed'), ...left]) }
}

async function confirmDestruction({ trx, tenantId }: RemovalContext): Promise<void> {
  const { rows } = await trx.raw('select from tenant_keys where tenant_id = ? and destroyed_at is not null', [tenantId])
  if (rows.length === 0) throw new SweepStopped(message('tenant_has_keys'))
}

async function deleteListed(dependencies: SweepDependencies, tenantId: string, prefix: string): Promise<Deleted> {
  const sum: Deleted = { deleted: 0, locked: 0, failures: 0 }
  for (let after: string | undefined = ''; after !== undefined;) {
    const keys: string[] = []
    for await (const { key } of dependencies.store.list(prefix, after)) if (keys.push(key) === maxListed) break
    const { deleted, locked, failures } = await deleteObjects(dependencies, tenantId, keys)
    sum.deleted += deleted.length
    sum.locked += locked
    sum.failures += failures
    after = keys.length === maxListed && deleted.length + locked > 0 ? keys.at(-1) : undefined
  }
  return sum
}
