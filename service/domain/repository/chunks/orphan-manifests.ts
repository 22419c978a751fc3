import type { ScopedTransaction } from '../../../store/scope.ts'

interface ActionContext {
  trx: ScopedTransaction
  tenantId: string
  now: Date
}

/**
 * Records that manifests are, or are about to be, in the store without a version: before one is written, and with the
 * removal of its version. Only such ones are swept; any other was committed in a database that knew more than this one.
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

/** With the version's row, or when the object is gone. */
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
