import { type ChunkId, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/** Missing chunks that are named at most: enough to send them again. */
const maxNamed = 10_000

/** Ids of one query. */
const batchSize = 10_000

/**
 * Which of these chunks are not stored, or are known to be damaged; empty when a version may refer to all of them. Until the call's transaction ends
 * nobody removes chunks of this customer.
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
 * Returns those of these versions whose manifest was removed, or is about to be: it was written so long ago that a sweep
 * took it for left over. Such a version must not be committed; with a new id and a new manifest it may. For a call that
 * holds the repository since `recheckChunks`.
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
 * Orders commits and removals of one customer until the transaction ends: any number `keep` chunks at once, one alone
 * may `remove` them, and only after it has looked again, under this lock, at what refers to them.
 */
export async function lockRepository(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  purpose: 'keep' | 'remove',
): Promise<void> {
  const lock = purpose === 'keep' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await trx.raw(`select ${lock}(hashtextextended(?, 0))`, [`coffer repository ${tenantId}`])
}

/** Raw ids side by side, as a list of them. */
export function splitIds(chunks: Buffer): Buffer[] {
  return Array.from({ length: chunks.length / chunkIdBytes }, (_, i) =>
    chunks.subarray(i * chunkIdBytes, (i + 1) * chunkIdBytes),
  )
}
