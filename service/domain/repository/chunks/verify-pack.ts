import type { Knex } from 'knex'
import { chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import type { VerifiedPack } from '../../../workers/tasks/verify-pack.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { lockVerified, readCurrent } from '../stored-objects/lock-stored.ts'
import type { ByteBudget } from './byte-budget.ts'
import { sealPackKey } from './pack-key.ts'
import { prefixOf } from './prefix-of.ts'
import type { PackState } from './repository.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/** Chunks that are written by one statement. */
const batchSize = 10_000

/**
 * Reads an announced pack back from the store, checks it in a worker, and lets its chunks count.
 * @param known its row, where the caller has just read it
 * @throws StoreUnreachable
 * @throws DomainError 503 when the workers have too much to do
 */
export async function verifyPack(
  parts: RepositoryDependencies,
  budget: ByteBudget,
  tenantId: string,
  packId: string,
  known?: Pack,
): Promise<PackState> {
  const { knex, keys, store, now } = parts
  const scope = { kind: 'tenant', tenantId } as const
  const pack = known ?? (await inScope(knex, scope, (trx) => Pack.query(trx).findById(packId)))
  if (!pack) return { id: packId, state: 'missing', reason: 'no such pack was announced' }
  if (pack.status === 'verified') return { id: packId, state: 'verified' }
  if (pack.status === 'doomed') return { id: packId, state: 'missing', reason: expired }

  const release = await budget.take(pack.size)
  try {
    const object = packObject(await prefixOf(knex, tenantId), packId)
    const found = await store.head(object)
    if (!found) return { id: packId, state: 'missing', reason: 'nothing was sent' }
    if (found.size !== pack.size) return wrong(packId, `${found.size} bytes long, ${pack.size} were announced`)
    const tenantKeys = await keys.of(tenantId)
    const { bytes, versionId } = await readCurrent(store, object)
    const verified = await check(parts, pack, tenantKeys, bytes)
    if (verified.wrong !== null) return wrong(packId, verified.wrong)
    const register = (trx: Knex.Transaction) => registerPack(trx, pack, tenantKeys, verified, now())
    const counts = await inScope(knex, scope, register, { repeats: true })
    if (counts) await lockVerified(parts, { tenantId, kind: 'pack', id: packId, key: object }, versionId)
    return counts ? { id: packId, state: 'verified' } : { id: packId, state: 'missing', reason: expired }
  } catch (error) {
    if (error instanceof ObjectNotFound) return { id: packId, state: 'missing', reason: 'nothing was sent' }
    if (error instanceof ObjectDamaged) return wrong(packId, error.message)
    throw error
  } finally {
    release()
  }
}

const expired = 'it was sent so long after it was announced that nobody waits for it any more'

/** Hands the bytes over to the worker: the caller cannot read them afterwards. */
async function check(
  { workers }: RepositoryDependencies,
  pack: Pack,
  keys: TenantKeys,
  bytes: Buffer,
): Promise<VerifiedPack> {
  const { tenantId, sha256, md5 } = pack
  const { repositoryPrivateKey, chunkIdKey } = keys
  try {
    const input = { bytes, sha256, md5, tenantId, repositoryPrivateKey, chunkIdKey }
    const isAlone = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
    return await workers.run('verifyPack', input, isAlone ? [bytes.buffer as ArrayBuffer] : [])
  } catch (error) {
    if (!(error instanceof TaskStopped)) throw error
    if (error.reason === 'queue_full' || error.reason === 'closed') throw serviceBusy()
    return { wrong: `it could not be checked: ${error.message}` }
  }
}

/**
 * Lets the chunks of an announced pack count. A chunk that is there already stays where it is, and is promised anew; one
 * that was damaged there stands here from now on, and whatever refers to it reads again.
 * @returns whether the pack counts
 */
export async function registerPack(
  trx: Knex.Transaction,
  { id: packId, tenantId }: Pick<Pack, 'id' | 'tenantId'>,
  keys: TenantKeys,
  { contentKey, ids, places }: Extract<VerifiedPack, { wrong: null }>,
  now: Date,
): Promise<boolean> {
  const locked = await Pack.query(trx).findById(packId).forUpdate()
  if (locked?.status !== 'announced') return locked?.status === 'verified'
  const sealedKey = sealPackKey(keys, packId, Buffer.from(contentKey))
  const rawBytes = places.reduce((sum, place, i) => (i % 4 === 3 ? sum + place : sum), 0)
  await Pack.query(trx).findById(packId).patch({ status: 'verified', sealedKey, rawBytes, verifiedAt: now })
  const order = orderOf(ids)
  for (let from = 0; from < order.length; from += batchSize) {
    const batch = order.slice(from, from + batchSize)
    const column = (which: number) => batch.map((i) => places[i * 4 + which]!)
    await trx.raw(
      `insert into chunks
         (tenant_id, id, pack_id, block_offset, block_length, chunk_offset, length, last_promised_at)
       select ?, id, ?, block_offset, block_length, chunk_offset, length, ?
       from unnest(?::bytea[], ?::int[], ?::int[], ?::int[], ?::int[])
         chunk (id, block_offset, block_length, chunk_offset, length)
       on conflict (tenant_id, id) do update set
         last_promised_at = greatest(chunks.last_promised_at, excluded.last_promised_at),
         pack_id = case when chunks.damaged_at is null then chunks.pack_id else excluded.pack_id end,
         block_offset = case when chunks.damaged_at is null then chunks.block_offset else excluded.block_offset end,
         block_length = case when chunks.damaged_at is null then chunks.block_length else excluded.block_length end,
         chunk_offset = case when chunks.damaged_at is null then chunks.chunk_offset else excluded.chunk_offset end,
         damaged_at = null
       where chunks.last_promised_at < excluded.last_promised_at or chunks.damaged_at is not null`,
      [tenantId, packId, now, batch.map((i) => idAt(ids, i)), column(0), column(1), column(2), column(3)],
    )
  }
  return true
}

/** Two packs with the same chunks are written in one order, so that neither waits for the other in a circle. */
function orderOf(ids: Uint8Array): number[] {
  return Array.from({ length: ids.length / chunkIdBytes }, (_, i) => i).sort((a, b) =>
    Buffer.compare(idAt(ids, a), idAt(ids, b)),
  )
}

function idAt(ids: Uint8Array, index: number): Buffer {
  return Buffer.from(ids.buffer, ids.byteOffset + index * chunkIdBytes, chunkIdBytes)
}

function wrong(id: string, reason: string): PackState {
  return { id, state: 'wrong', reason }
}
