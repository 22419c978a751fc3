import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../../shared/repository/damaged.ts'
import { type PackBuilder, createPackBuilder } from '../../../../shared/repository/pack-builder.ts'
import { readBlock, readChunk } from '../../../../shared/repository/pack.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { openPackKey } from '../chunks/pack-key.ts'
import { packObject } from '../chunks/object-names.ts'
import { type MovingChunk, storeMerged } from './store-merged.ts'
import type { SweepDependencies } from './sweep-dependencies.ts'
import type { SweepLease } from './sweep-lease.ts'

/** Counts of the merged packs. */
export interface Repacked {
  /** Packs whose chunks were moved, and how many new packs contain them. */
  packs: number
  into: number
  /** Packs that could not be read completely and were left unchanged. */
  unreadable: number
}

/** A pack below this size is small. */
const smallBytes = 1024 * 1024

/** Minimum number of small packs for a merge. */
const smallPacks = 8

/** A pack with a smaller share of live chunks is rewritten. */
const liveShare = 0.5

/** Maximum number of packs considered in a run. */
const maxCandidates = 10_000

/**
 * Merges small packs, packs with few live chunks, and damaged packs whose chunks are all readable, into new ones of up
 * to 16 MiB. Each chunk is read and verified, and the new pack is stored and read back. Only then are the chunks' rows
 * moved, in one transaction: a crash in between leaves an orphan.
 * @param budgetBytes maximum number of bytes to read
 */
export async function repack(
  dependencies: SweepDependencies,
  lease: SweepLease,
  prefix: string,
  budgetBytes: number,
): Promise<Repacked> {
  const { keys, signal } = dependencies
  const sum: Repacked = { packs: 0, into: 0, unreadable: 0 }
  let merged = newPack(await keys.of(lease.tenantId))

  async function finish(): Promise<void> {
    const { builder, chunks } = merged
    const tenantKeys = await keys.of(lease.tenantId) // read again: the keys may have been destroyed
    merged = newPack(tenantKeys)
    if (chunks.length === 0) return
    if (await storeMerged(dependencies, lease, prefix, tenantKeys, await builder.seal(), chunks)) sum.into++
  }

  for (const pack of choose(await readCandidates(dependencies, lease.tenantId), budgetBytes)) {
    signal?.throwIfAborted()
    const chunks = await readLive(dependencies, await keys.of(lease.tenantId), prefix, pack.id)
    if (!chunks) {
      sum.unreadable++
      continue
    }
    for (const { content, ...chunk } of chunks) {
      if (!merged.builder.hasCapacity(content.length)) await finish()
      await merged.builder.add(chunk.id, content)
      merged.chunks.push(chunk)
    }
    sum.packs++
  }
  await finish()
  return sum
}

/** A pack, and the uncompressed bytes of its live chunks. */
export interface RepackCandidate {
  id: string
  size: number
  rawBytes: number | null
  liveBytes: number
  /**
   * Whether the check found it damaged but no chunk of it: its header or index is damaged, which a rebuild of the index
   * needs.
   */
  isAffected: boolean
}

/** Selects packs within the budget: damaged ones, those with few live chunks, and small ones if there are enough. */
export function choose(candidates: RepackCandidate[], budgetBytes: number): RepackCandidate[] {
  const isHollow = ({ rawBytes, liveBytes }: RepackCandidate) => rawBytes !== null && liveBytes < rawBytes * liveShare
  const affected = candidates.filter(({ isAffected }) => isAffected)
  const others = candidates.filter(({ isAffected }) => !isAffected)
  const hollow = others.filter(isHollow)
  const small = others.filter((one) => !isHollow(one) && one.size < smallBytes)
  let left = budgetBytes
  return [...affected, ...hollow, ...(small.length >= smallPacks ? small : [])].filter(
    ({ size }) => (left -= size) >= 0,
  )
}

async function readCandidates({ knex }: SweepDependencies, tenantId: string): Promise<RepackCandidate[]> {
  const { rows } = await inScope(
    knex,
    { kind: 'tenant', tenantId },
    (trx) =>
      trx.raw(
        `select p.id, p.size, p.raw_bytes as "rawBytes", live.bytes as "liveBytes",
           p.damaged_at is not null and live.lost = 0 as "isAffected"
         from packs p
         cross join lateral (
           select sum(c.length) as bytes, count(c.damaged_at) as lost from chunks c where c.tenant_id = p.tenant_id and c.pack_id = p.id
         ) live
         where p.tenant_id = :tenantId and p.status = 'verified' and live.bytes is not null
           and (p.size < :smallBytes or live.bytes < p.raw_bytes * cast(:liveShare as float8)
             or (p.damaged_at is not null and live.lost = 0))
         order by (p.damaged_at is not null and live.lost = 0) desc, p.id limit ${maxCandidates}`,
        { tenantId, smallBytes, liveShare },
      ),
    { statementTimeoutMs: 600_000 },
  )
  return rows
}

function newPack({ tenantId, repositoryPublicKey }: TenantKeys): { builder: PackBuilder; chunks: MovingChunk[] } {
  return { builder: createPackBuilder({ tenantId, repositoryPublicKey }), chunks: [] }
}

interface ChunkRow {
  id: ChunkId
  blockOffset: number
  blockLength: number
  offset: number
  length: number
}

/** Returns all live chunks of a pack, with one request; null if any of them cannot be read. */
async function readLive(
  { knex, store }: SweepDependencies,
  tenantKeys: TenantKeys,
  prefix: string,
  packId: string,
): Promise<(MovingChunk & { content: Buffer })[] | null> {
  const { tenantId, chunkIdKey } = tenantKeys
  const { rows, sealedKey } = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const packs = await trx.raw(`select sealed_key from packs where tenant_id = ? and id = ?`, [tenantId, packId])
    const chunks = await trx.raw(
      `select encode(id, 'hex') as id, block_offset as "blockOffset", block_length as "blockLength",
         chunk_offset as "offset", length
       from chunks where tenant_id = ? and pack_id = ? order by block_offset, chunk_offset`,
      [tenantId, packId],
    )
    return { rows: chunks.rows as ChunkRow[], sealedKey: packs.rows[0]?.sealed_key as Buffer | null }
  })
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || !sealedKey) return []
  const from = first.blockOffset
  try {
    const contentKey = openPackKey(tenantKeys, packId, sealedKey)
    const bytes = await store.get(packObject(prefix, packId), {
      offset: from,
      length: last.blockOffset + last.blockLength - from,
    })
    let block: Buffer = Buffer.alloc(0)
    let opened = -1
    return rows.map((row) => {
      if (row.blockOffset !== opened) {
        const start = row.blockOffset - from
        block = readBlock(contentKey, bytes.subarray(start, start + row.blockLength), row)
        opened = row.blockOffset
      }
      return { id: row.id, from: packId, content: readChunk(block, row, chunkIdKey) }
    })
  } catch (error) {
    const isDamaged = error instanceof PackDamaged || error instanceof ObjectNotFound || error instanceof ObjectDamaged
    if (isDamaged) return null
    throw error
  }
}
