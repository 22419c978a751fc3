import { TenantKey } from '../../../store/models/tenant-key.ts'
import type { PolicyEnd } from '../../policy-runs/record-run.ts'
import { putTombstone, removeStoredKeys } from '../../tenants/tombstone.ts'
import { deleteDoomed } from './delete-doomed.ts'
import { deleteObjects } from './remove-strays.ts'
import { type SweepCounts, type SweepParts, SweepStopped } from './sweep-parts.ts'
import { type RemovalMoment, type SweepRound, inRound } from './sweep-round.ts'

/** Chunks that one transaction removes. */
const batchSize = 20_000

/** Objects that are listed before they are deleted. */
const listedAtMost = 1_000

/**
 * Removes all packs and manifests of a customer whose keys were destroyed: nobody can read them any more. A person has
 * said so by the customer's name, so there is nothing to ask.
 */
export async function sweepDestroyed(
  parts: SweepParts,
  tenantId: string,
  prefix: string,
  counts: SweepCounts,
  round: SweepRound | null,
): Promise<PolicyEnd> {
  if (!round) return { outcome: 'nothing', reason: 'would remove all packs: the customer’s keys were destroyed' }
  const { generation, destroyedAt } = await inRound(parts, round, ({ trx }) =>
    TenantKey.query(trx).findById(tenantId).throwIfNotFound().execute(),
  )
  await putTombstone(parts.store, { id: tenantId, prefix }, destroyedAt ?? parts.now())
  await removeStoredKeys(parts.store, prefix, generation) // a destruction that was interrupted left them there
  for (let removed = batchSize; removed === batchSize;) {
    removed = await inRound(parts, round, async (moment) => {
      await confirmDestruction(moment)
      const { rowCount } = await moment.trx.raw(
        `delete from chunks where tenant_id = :tenantId and id = any(array(
           select id from chunks where tenant_id = :tenantId order by id limit ${batchSize} for update))`,
        { tenantId },
      )
      return rowCount ?? 0
    })
    counts.chunks += removed
  }
  counts.packs = await inRound(parts, round, async (moment) => {
    await confirmDestruction(moment)
    const { rowCount } = await moment.trx.raw(
      `update packs set status = 'doomed', doomed_at = ? where tenant_id = ? and status <> 'doomed'`,
      [moment.now, tenantId],
    )
    return rowCount ?? 0
  })
  const doomed = await deleteDoomed(parts, round, prefix, { waitMs: 0 })
  counts.objects = doomed.deleted
  counts.failures = doomed.failures
  for (const folder of ['packs', 'manifests']) {
    const { deleted, failures } = await deleteListed(parts, `${prefix}/${folder}/`)
    counts[folder === 'packs' ? 'strays' : 'manifests'] = deleted
    counts.failures += failures
  }
  const isIdle = Object.values(counts).every((count) => count === 0)
  return isIdle
    ? { outcome: 'nothing', reason: 'did nothing because nothing is left of the customer, whose keys were destroyed' }
    : { outcome: 'done', reason: 'the customer’s keys were destroyed' }
}

async function confirmDestruction({ trx, tenantId }: RemovalMoment): Promise<void> {
  const { rows } = await trx.raw('select from tenant_keys where tenant_id = ? and destroyed_at is not null', [tenantId])
  if (rows.length === 0) throw new SweepStopped('the customer has keys')
}

async function deleteListed(parts: SweepParts, prefix: string): Promise<{ deleted: number; failures: number }> {
  const sum = { deleted: 0, failures: 0 }
  for (let after: string | undefined = ''; after !== undefined;) {
    const keys: string[] = []
    for await (const { key } of parts.store.list(prefix, after)) if (keys.push(key) === listedAtMost) break
    const { deleted, failures } = await deleteObjects(parts, keys)
    sum.deleted += deleted.length
    sum.failures += failures
    after = keys.length === listedAtMost && deleted.length > 0 ? keys.at(-1) : undefined
  }
  return sum
}
