import { chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import type { VerifiedPack } from '../../../workers/tasks/verify-pack.ts'
import { type BatchQueue, createBatchQueue } from '../../kernel/limits/batch-queue.ts'
import type { RepositoryDependencies } from './object-names.ts'
import { sealPackKey } from './pack-key.ts'

/** A pack in which every chunk was read back and verified. */
export interface Registration {
  packId: string
  keys: TenantKeys
  verified: Extract<VerifiedPack, { wrong: null }>
}

/** Registers packs of a tenant, by its id. Resolves with whether the pack is registered. */
export type Registrations = BatchQueue<Registration, boolean>

/** Concurrent registrations of a tenant share a transaction. */
export function createRegistrations({ knex, now }: Pick<RepositoryDependencies, 'knex' | 'now'>): Registrations {
  return createBatchQueue({ running: 1, size: 100 }, async (items, tenantId) => {
    const register = (trx: ScopedTransaction) => registerPacks(trx, tenantId, items, now())
    const counting = await inScope(knex, { kind: 'tenant', tenantId }, register, { repeats: true })
    return items.map(({ packId }) => ({ status: 'fulfilled', value: counting.has(packId) }))
  })
}

/** Chunks written by one statement. */
const batchSize = 10_000

/**
 * Registers the chunks of announced packs. An existing chunk keeps its location and is promised again; a damaged one
 * gets the new location, so that its references are readable again.
 * @returns the packs that are registered
 */
export async function registerPacks(
  trx: ScopedTransaction,
  tenantId: string,
  registrations: readonly Registration[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: { id: string; status: string }[] }>(
    'select id, status from packs where tenant_id = ? and id = any(?::uuid[]) order by id for update',
    [tenantId, registrations.map(({ packId }) => packId)],
  )
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const announced = registrations.filter(({ packId }) => statuses.get(packId) === 'announced')
  if (announced.length > 0) {
    await trx.raw(
      `update packs p set status = 'verified', sealed_key = w.sealed_key, raw_bytes = w.raw_bytes, verified_at = :now
       from unnest(:ids::uuid[], :sealedKeys::bytea[], :rawBytes::bigint[]) as w (id, sealed_key, raw_bytes)
       where p.tenant_id = :tenantId and p.id = w.id`,
      {
        tenantId,
        now,
        ids: announced.map(({ packId }) => packId),
        sealedKeys: announced.map(({ packId, keys, verified }) =>
          sealPackKey(keys, packId, Buffer.from(verified.contentKey)),
        ),
        rawBytes: announced.map(({ verified: { places } }) =>
          places.reduce((sum, place, i) => (i % 4 === 3 ? sum + place : sum), 0),
        ),
      },
    )
    await insertChunks(trx, tenantId, chunksOf(announced), now)
  }
  const counts = (status: string | undefined) => status === 'announced' || status === 'verified'
  return new Set(registrations.map(({ packId }) => packId).filter((id) => counts(statuses.get(id))))
}

interface Chunk {
  id: Buffer
  packId: string
  /** Offset and length of the block, offset within its content, and length. */
  place: number[]
}

/**
 * Returns the distinct chunks of all packs in the order of ids: concurrent writers lock them in the same order and do
 * not deadlock.
 */
function chunksOf(registrations: readonly Registration[]): Chunk[] {
  const chunks = registrations.flatMap(({ packId, verified: { ids, places } }) =>
    Array.from({ length: ids.length / chunkIdBytes }, (_, i) => ({
      id: Buffer.from(ids.buffer, ids.byteOffset + i * chunkIdBytes, chunkIdBytes),
      packId,
      place: [...places.slice(i * 4, i * 4 + 4)],
    })),
  )
  chunks.sort((a, b) => Buffer.compare(a.id, b.id))
  return chunks.filter(({ id }, at) => at === 0 || !chunks[at - 1]?.id.equals(id))
}

async function insertChunks(
  trx: ScopedTransaction,
  tenantId: string,
  chunks: readonly Chunk[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < chunks.length; from += batchSize) {
    const batch = chunks.slice(from, from + batchSize)
    const column = (which: number) => batch.map(({ place }) => place[which] as number)
    await trx.raw(
      `insert into chunks
         (tenant_id, id, pack_id, block_offset, block_length, chunk_offset, length, last_promised_at)
       select ?, id, pack_id, block_offset, block_length, chunk_offset, length, ?
       from unnest(?::bytea[], ?::uuid[], ?::int[], ?::int[], ?::int[], ?::int[])
         chunk (id, pack_id, block_offset, block_length, chunk_offset, length)
       on conflict (tenant_id, id) do update set
         last_promised_at = greatest(chunks.last_promised_at, excluded.last_promised_at),
         pack_id = case when chunks.damaged_at is null then chunks.pack_id else excluded.pack_id end,
         block_offset = case when chunks.damaged_at is null then chunks.block_offset else excluded.block_offset end,
         block_length = case when chunks.damaged_at is null then chunks.block_length else excluded.block_length end,
         chunk_offset = case when chunks.damaged_at is null then chunks.chunk_offset else excluded.chunk_offset end,
         damaged_at = null
       where chunks.last_promised_at < excluded.last_promised_at or chunks.damaged_at is not null`,
      [
        tenantId,
        now,
        batch.map(({ id }) => id),
        batch.map(({ packId }) => packId),
        column(0),
        column(1),
        column(2),
        column(3),
      ],
    )
  }
}
