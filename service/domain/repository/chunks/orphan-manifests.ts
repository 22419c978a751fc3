import type { ScopedTransaction } from '../../../store/scope.ts'

interface ActionContext {
  trx: ScopedTransaction
  tenantId: string
  now: Date
}

/**
 * Records manifests that have no version in the database: before one is written, and with the deletion of its version.
 * Only these are swept; any other was committed in a newer database than this one.
 */
export async function recordOrphanManifests(
  { trx, tenantId, now }: ActionContext,
  versionIds: string[],
): Promise<void> {
  if (versionIds.length === 0) return
  await trx.raw(
    `insert into unnamed_manifests (tenant_id, version_id, noted_at)
     select :tenantId, id, :now from unnest(cast(:versionIds as uuid[])) noted (id)
     on conflict do nothing`,
    { tenantId, now, versionIds },
  )
}

/** Called with the insertion of the version's row, or after the object is deleted. */
export async function forgetOrphanManifests(
  { trx, tenantId }: Omit<ActionContext, 'now'>,
  versionIds: string[],
): Promise<void> {
  if (versionIds.length === 0) return
  await trx.raw('delete from unnamed_manifests where tenant_id = ? and version_id = any(?::uuid[])', [
    tenantId,
    versionIds,
  ])
}
