import { type ChunkId, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/** Maximum number of missing chunks returned: the agent uploads these and asks again. */
const maxNamed = 10_000

/** Ids per query. */
const batchSize = 10_000

/**
 * Returns which of these chunks are not stored, or are damaged; empty if a version may reference all of them. Chunks of
 * this tenant are not deleted until the transaction ends.
 * @param chunks raw ids, 32 bytes each, in any order
 * @returns the first 10,000
 */
export async function recheckChunks(context: TenantContext, chunks: Buffer): Promise<ChunkId[]> {
  await lockRepository(context, 'keep')
  const missing: ChunkId[] = []
  for (let at = 0; at < chunks.length && missing.length < maxNamed; at += batchSize * chunkIdBytes) {
    const batch = splitIds(chunks.subarray(at, at + batchSize * chunkIdBytes))
    const { rows } = await context.trx.raw(
      `select distinct encode(wanted.id, 'hex') as id from unnest(?::bytea[]) wanted (id)
       where not exists (select from chunks c where c.tenant_id = ? and c.id = wanted.id and c.damaged_at is null)`,
      [batch, context.tenantId],
    )
    missing.push(...rows.map((row: { id: ChunkId }) => row.id))
  }
  return missing.slice(0, maxNamed)
}

/**
 * Returns those of these versions whose manifest was deleted, or is about to be: a sweep considered it an orphan
 * because of its age. Such a version must not be committed; with a new id and a new manifest it may. The transaction
 * must hold the repository lock of `recheckChunks`.
 */
export async function findSweptManifests(
  { trx, tenantId }: TenantContext,
  versionIds: readonly string[],
): Promise<Set<string>> {
  if (versionIds.length === 0) return new Set()
  const { rows } = await trx.raw<{ rows: { version_id: string }[] }>(
    'select version_id from swept_manifests where tenant_id = ? and version_id = any(?::uuid[])',
    [tenantId, [...versionIds]],
  )
  return new Set(rows.map((row) => row.version_id))
}

/**
 * Serialises commits and deletions of one tenant until the transaction ends. Any number of transactions may `keep`
 * chunks at the same time. Only one may `remove` chunks, after it has checked the references again under this lock.
 */
export async function lockRepository(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  purpose: 'keep' | 'remove',
): Promise<void> {
  const lock = purpose === 'keep' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await trx.raw(`select ${lock}(hashtextextended(?, 0))`, [`coffer repository ${tenantId}`])
}

/** Splits concatenated raw ids. */
export function splitIds(chunks: Buffer): Buffer[] {
  return Array.from({ length: chunks.length / chunkIdBytes }, (_, i) =>
    chunks.subarray(i * chunkIdBytes, (i + 1) * chunkIdBytes),
  )
}
