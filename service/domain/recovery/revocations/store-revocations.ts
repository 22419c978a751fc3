import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { Revocation } from '../../inventory/revocations/record-revocations.ts'
import { revocationObject, sealRevocation, subjectPrefix } from '../../inventory/revocations/revocation-objects.ts'

export interface RevocationDependencies {
  /** In the platform's scope. */
  runInSystemTransaction: RunInSystemTransaction
  store: ObjectStore
  serviceKeys: Pick<ServiceKeys, 'settingsKey'>
}

/** A row of `revocations`. */
export interface RevocationRow {
  kind: Revocation['kind']
  subject_id: string
  tenant_id: string | null
  state: Revocation['state']
  recorded_at: Date
  stored_at: Date | null
}

const batchSize = 100

/**
 * Copies the records that wait into the object store, the oldest first, and removes what they replace. It may be stopped
 * anywhere and run by several replicas at the same time.
 * @returns how many were copied
 * @throws StoreUnreachable: the rest waits
 */
export async function storeRevocations({
  runInSystemTransaction,
  store,
  serviceKeys,
}: RevocationDependencies): Promise<number> {
  let stored = 0
  for (;;) {
    const rows = await runInSystemTransaction(async ({ trx }) => waiting(trx).orderBy('recorded_at').limit(batchSize))
    for (const row of rows) {
      const subject = { kind: row.kind, id: row.subject_id }
      const key = revocationObject(serviceKeys, subject, row.recorded_at)
      await store.put(key, sealRevocation(serviceKeys, key, { tenantId: row.tenant_id, state: row.state }))
      await removeOlder(store, subjectPrefix(serviceKeys, subject), key)
      // One that was recorded meanwhile still waits.
      await runInSystemTransaction(({ trx, now }) =>
        trx('revocations')
          .where({ kind: row.kind, subject_id: row.subject_id, recorded_at: row.recorded_at })
          .update({ stored_at: now }),
      )
      stored += 1
    }
    if (rows.length < batchSize) return stored
  }
}

async function removeOlder(store: ObjectStore, prefix: string, newest: string): Promise<void> {
  const older: string[] = []
  for await (const { key } of store.list(prefix)) if (key < newest) older.push(key)
  for (const key of older) await store.delete(key)
}

/** How many records wait for the object store, and since when. The transaction is of the platform. */
export async function countWaiting(trx: ScopedTransaction): Promise<{ count: number; since: Date | null }> {
  const [row] = await waiting(trx).select(trx.raw('count(*)::int as count, min(recorded_at) as since'))
  return row as unknown as { count: number; since: Date | null }
}

function waiting(trx: ScopedTransaction) {
  return trx<RevocationRow>('revocations').whereNull('stored_at')
}
