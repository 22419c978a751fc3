import { createHash, randomUUID } from 'node:crypto'
import type { components } from '../../shared/contract/api-types.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import { openPack, readBlock, readChunk } from '../../shared/repository/pack.ts'

/** Packs on the service's side: announced, received, verified and opened. */
export function createFakePacks(opener: Parameters<typeof openPack>[1], chunkIdKey: Buffer) {
  const announced = new Map<string, { bytes?: Buffer; sha256: string }>()
  const chunks = new Map<ChunkId, Buffer>()
  const verified: Buffer[] = []

  async function store(bytes: Buffer) {
    const pack = await openPack(bytes, opener)
    verified.push(bytes)
    for (const chunk of pack.chunks) {
      const sealed = bytes.subarray(chunk.blockOffset, chunk.blockOffset + chunk.blockLength)
      chunks.set(chunk.id, readChunk(readBlock(pack.contentKey, sealed, chunk), chunk, chunkIdKey))
    }
  }

  async function confirmOne(id: string) {
    const { bytes, sha256 } = announced.get(id) ?? {}
    if (!bytes) return { id, state: 'missing' }
    if (createHash('sha256').update(bytes).digest('base64') !== sha256) return { id, state: 'wrong' }
    await store(bytes)
    return { id, state: 'verified' }
  }

  return {
    /** Contents of all verified packs. */
    chunks,
    verified,
    announce({ sha256 }: components['schemas']['NewPacks']['packs'][number]) {
      const id = randomUUID()
      announced.set(id, { sha256 })
      const relay = `/api/agent/packs/${id}?expires=1&signature=x`
      return { id, url: relay, headers: {}, relay }
    },
    receive(id: string, bytes: Buffer) {
      const pack = announced.get(id)
      if (pack) pack.bytes = bytes
    },
    confirm: (ids: string[]) => Promise.all(ids.map(confirmOne)),
  }
}
