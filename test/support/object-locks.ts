import type { LockMode, ObjectLocks } from '../../service/objects/object-locks.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/**
 * Makes the service report a bucket with object lock, so that nothing can be backed up. Nothing is locked.
 * @returns a function that ends it
 */
export function pretendToLock({ dependencies: { store } }: TestService, mode: LockMode = 'compliance'): () => void {
  store.locks = { mode, days: 30 } as ObjectLocks
  return () => void delete store.locks
}

export interface LockFields {
  object_id?: string
  locked_until?: Date
  store_version?: string | null
}

/** Adds a lock row for the tenant's only pack or manifest; the lock ends in seven days. */
export async function hasLock(
  { dependencies: { knex, now } }: TestService,
  { id: tenantId }: { id: string },
  kind: 'pack' | 'manifest',
  fields: LockFields = {},
): Promise<void> {
  const locked_until = new Date(now().getTime() + 7 * 86_400_000)
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    const [stored] = await trx(kind === 'pack' ? 'packs' : 'versions')
      .where({ tenant_id: tenantId })
      .select('id')
    const row = { tenant_id: tenantId, kind, object_id: stored.id, store_version: '1', locked_until, ...fields }
    await trx('object_locks').insert(row).onConflict(['tenant_id', 'kind', 'object_id']).merge()
  })
}
