import type { SystemContext } from '../../kernel/context.ts'
import { subjectPrefix } from '../../inventory/revocations/revocation-objects.ts'
import type { RevocationDependencies, RevocationRow } from './store-revocations.ts'

/** Added to a token's expiry, for clock differences; in milliseconds. */
const graceMs = 24 * 3_600_000

const batchSize = 100

/**
 * Removes the records of revoked API tokens that have expired, from the object store and then from the database: no
 * older database can make them valid. Records not yet in the object store stay until they are stored. It can be
 * interrupted and run by several replicas at the same time.
 * @returns how many were removed
 * @throws StoreUnreachable; the next night removes the rest
 */
export async function removeExpired({
  runInSystemTransaction,
  store,
  serviceKeys,
}: RevocationDependencies): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await runInSystemTransaction(async (context) =>
      expired(context).orderBy('subject_id').limit(batchSize),
    )
    for (const { kind, subject_id: id } of rows) {
      const keys: string[] = []
      for await (const { key } of store.list(subjectPrefix(serviceKeys, { kind, id }))) keys.push(key)
      for (const key of keys) await store.delete(key)
      await runInSystemTransaction((context) => expired(context).where({ subject_id: id }).delete())
      removed += 1
    }
    if (rows.length < batchSize) return removed
  }
}

function expired({ trx, now }: SystemContext) {
  return trx<RevocationRow>('revocations')
    .where({ kind: 'token' })
    .whereNotNull('stored_at')
    .whereRaw(`(state->>'expiresAt')::timestamptz < ?`, [new Date(now.getTime() - graceMs)])
}
