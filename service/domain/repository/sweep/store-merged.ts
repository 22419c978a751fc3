import { message } from '../../../../shared/messages/message.ts'
import { hash, randomUUIDv7 } from 'node:crypto'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../../shared/repository/damaged.ts'
import type { SealedPack } from '../../../../shared/repository/pack-builder.ts'
import { verifyPack } from '../../../../shared/repository/pack.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { lockVerified, readCurrent } from '../stored-objects/lock-stored.ts'
import { packAddressMs } from '../chunks/pack-address.ts'
import { sealPackKey } from '../chunks/pack-key.ts'
import { packObject } from '../chunks/object-names.ts'
import { markPendingDeletion } from './remove-chunks.ts'
import { type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'
import { type RemovalContext, type SweepLease, withSweepLease } from './sweep-lease.ts'

/** A chunk to move to another pack. */
export interface MovingChunk {
  id: ChunkId
  /** The pack that contained it when it was read. */
  from: string
}

/**
 * Stores a pack of existing chunks, verifies it by reading it back, and moves the chunks' rows; packs left without
 * chunks become pending deletion. A chunk that was deleted or moved meanwhile stays unchanged.
 * @returns false if no chunk could be moved
 */
export async function storeMerged(
  dependencies: SweepDependencies,
  lease: SweepLease,
  prefix: string,
  tenantKeys: TenantKeys,
  { bytes, sha256 }: SealedPack,
  chunks: MovingChunk[],
): Promise<boolean> {
  const { knex, store, now } = dependencies
  const { tenantId } = lease
  const id = randomUUIDv7()
  const announcedAt = now()
  const expiresAt = new Date(announcedAt.getTime() + packAddressMs)
  const size = bytes.length
  const md5 = store.takesUploads ? hash('md5', bytes, 'buffer') : null // by which locks verify a pack without reading it
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    Pack.query(trx).insert({ id, tenantId, status: 'announced', size, sha256, md5, announcedAt, expiresAt }),
  )
  await store.put(packObject(prefix, id), bytes)
  const { packed, contentKey, versionId } = await readBack(dependencies, packObject(prefix, id), tenantKeys)
  const places = new Map(packed.map((place) => [place.id, place]))
  const moving = chunks.map((chunk) => ({ ...chunk, ...places.get(chunk.id)! }))
  const moved = await withSweepLease(dependencies, lease, async (context) => {
    const pack = await Pack.query(context.trx).findById(id).forUpdate()
    if (pack?.status !== 'announced' || (await move(context, id, moving)) === 0) return false
    const rawBytes = packed.reduce((sum, { length }) => sum + length, 0)
    const sealedKey = sealPackKey(tenantKeys, id, contentKey)
    await Pack.query(context.trx)
      .findById(id)
      .patch({ status: 'verified', sealedKey, rawBytes, verifiedAt: context.now })
    await markPendingDeletion(context, [...new Set(chunks.map(({ from }) => from))])
    return true
  })
  if (moved) await lockVerified(dependencies, { tenantId, kind: 'pack', id, key: packObject(prefix, id) }, versionId)
  return moved
}

/** Chunks are moved only to a pack that was read back. */
async function readBack({ store }: SweepDependencies, key: string, tenantKeys: TenantKeys) {
  try {
    const { bytes: stored, versionId } = await readCurrent(store, key)
    const { chunks: packed, contentKey } = await verifyPack(stored, tenantKeys)
    return { packed, contentKey, versionId }
  } catch (error) {
    const isDamaged = error instanceof PackDamaged || error instanceof ObjectNotFound || error instanceof ObjectDamaged
    if (!isDamaged) throw error
    throw new SweepStopped(message('merged_pack_differs', { detail: error.message }))
  }
}

type MovedChunk = MovingChunk & { blockOffset: number; blockLength: number; offset: number; length: number }

/** Locks in the order of ids, like promises. */
async function move({ trx, tenantId }: RemovalContext, packId: string, chunks: MovedChunk[]): Promise<number> {
  const { rowCount } = await trx.raw(
    `with wanted as (
       select * from unnest(cast(:ids as bytea[]), cast(:from as uuid[]), cast(:blockOffsets as int[]), cast(:blockLengths as int[]), cast(:offsets as int[]))
         w (id, pack_id, block_offset, block_length, chunk_offset)
     ), there as (
       select c.id from chunks c join wanted w on w.id = c.id and w.pack_id = c.pack_id
       where c.tenant_id = :tenantId order by c.id for update of c
     )
     update chunks set pack_id = :packId, block_offset = w.block_offset, block_length = w.block_length,
       chunk_offset = w.chunk_offset, damaged_at = null
     from wanted w join there t on t.id = w.id
     where chunks.tenant_id = :tenantId and chunks.id = w.id and chunks.pack_id = w.pack_id`,
    {
      tenantId,
      packId,
      ids: chunks.map(({ id }) => Buffer.from(id, 'hex')),
      from: chunks.map(({ from }) => from),
      blockOffsets: chunks.map(({ blockOffset }) => blockOffset),
      blockLengths: chunks.map(({ blockLength }) => blockLength),
      offsets: chunks.map(({ offset }) => offset),
    },
  )
  return rowCount ?? 0
}
