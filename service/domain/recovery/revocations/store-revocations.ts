import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { Revocation } from '../../inventory/revocations/record-revocations.ts'
import { revocationObject, sealRevocation, subjectPrefix } from '../../inventory/revocations/revocation-objects.ts'

export interface RevocationDependencies {
  /** Runs in the platform scope. */
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
 * Copies pending records to the object store, oldest first, and removes those they replace. It can be interrupted and
 * run by several replicas at the same time.
 * @returns how many were copied
 * @throws StoreUnreachable; the rest stays pending
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
      // A record made meanwhile stays pending.
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

/** Returns how many records are pending, and since when. The transaction has the platform scope. */
export async function countWaiting(trx: ScopedTransaction): Promise<{ count: number; since: Date | null }> {
  const [row] = await waiting(trx).select(trx.raw('count(*)::int as count, min(recorded_at) as since'))
  return row as unknown as { count: number; since: Date | null }
}

function waiting(trx: ScopedTransaction) {
  return trx<RevocationRow>('revocations').whereNull('stored_at')
}
