import { createSecretKey } from 'node:crypto'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { createPackBuilder, type PackBuilder, type SealedPack } from '../../shared/repository/pack.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** Whose repository is written. */
export interface RepositoryTarget {
  tenantId: string
  repositoryPublicKey: Uint8Array
  chunkIdKey: Uint8Array
}

/** Where packs go, and what is asked before. Both repeat by themselves; what they throw ends the writing. */
export interface PackPort {
  /** Those of the ids that are not stored yet. At most 10,000 are asked for at a time. */
  missingChunks(ids: ChunkId[]): Promise<Set<ChunkId>>
  /** Resolves when the service has confirmed the pack. */
  storePack(pack: SealedPack): Promise<void>
}

export interface PackingWriter extends ChunkWriter {
  /** Forgets what was put and not sent, and gives its memory back. For a run that turned out to bring nothing new. */
  discard(): Promise<void>
}

export interface WriterLimits {
  /** Chunks that are asked for at a time. */
  batchChunks: number
  /** Bytes of chunks that wait to be asked for. */
  batchBytes: number
  /** A batch of fewer bytes is sent without asking: the question would cost more than it may save. */
  askFromBytes: number
  /** A pack of so many bytes is sent. */
  packBytes: number
  /** Packs under way at a time. */
  uploads: number
  /** How long `put` waits for memory that others hold, before it sends what it holds itself. */
  waitLimitMs: number
}

export const writerLimits: WriterLimits = {
  batchChunks: 10_000,
  batchBytes: 4 * 1024 * 1024,
  askFromBytes: 0,
  packBytes: 8 * 1024 * 1024,
  uploads: 2,
  waitLimitMs: 250,
}

/**
 * Names chunks, leaves out those that are stored, and sends the others in packs while more is put. One job's; the
 * memory is everybody's. After a failure everything throws it.
 */
export function createChunkWriter(
  to: RepositoryTarget,
  port: PackPort,
  memory: MemoryBudget,
  signal: AbortSignal,
  limits: WriterLimits = writerLimits,
): PackingWriter {
  const chunkIdKey = createSecretKey(to.chunkIdKey)
  const recent = createRecentIds()
  const uploads = new Set<Promise<void>>()
  let waiting: Chunk[] = []
  let waitingBytes = 0
  let builder = createPackBuilder(to)
  let builderHeld = 0
  let work = Promise.resolve()
  let failure: { error: unknown } | undefined

  /** Batches follow one another: a pack is filled by one of them at a time. */
  function handOver() {
    const batch = waiting.reverse() // taken from its end, so that in a pack the chunks are in the order of putting
    const bytes = waitingBytes
    waiting = []
    waitingBytes = 0
    if (batch.length === 0) return
    enqueue(async () => {
      const missing = bytes < limits.askFromBytes ? undefined : await port.missingChunks(batch.map(({ id }) => id))
      for (let chunk = batch.at(-1); chunk; chunk = batch.at(-1)) {
        if (missing && !missing.has(chunk.id)) memory.give(chunk.content.length)
        else await pack(chunk)
        batch.pop()
      }
    }, batch)
  }

  function enqueue(step: () => Promise<void>, batch: Chunk[] = []) {
    work = work.then(async () => {
      try {
        if (failure) return
        signal.throwIfAborted()
        await step()
      } catch (error) {
        failure ??= { error }
      } finally {
        for (const { content } of batch) memory.give(content.length)
      }
    })
  }

  async function pack({ id, content }: Chunk) {
    if (builder.sealedBytes >= limits.packBytes || !builder.hasCapacity(content.length)) await send()
    const hasCapacity = builder.add(id, content)
    const before = builderHeld + content.length
    builderHeld = builder.sealedBytes
    settle(before, builderHeld)
    await hasCapacity
  }

  async function send() {
    if (builder.count === 0) return
    const full = builder
    const held = builderHeld
    builder = createPackBuilder(to)
    builderHeld = 0
    while (uploads.size >= limits.uploads) await Promise.race(uploads)
    const upload: Promise<void> = store(full, held)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => uploads.delete(upload))
    uploads.add(upload)
  }

  /** Seals and stores a pack while the next one is filled. */
  async function store(full: PackBuilder, held: number) {
    let holding = held
    try {
      const sealed = await full.seal()
      settle(holding, sealed.bytes.length)
      holding = sealed.bytes.length
      await port.storePack(sealed)
    } finally {
      memory.give(holding)
    }
  }

  function settle(held: number, needed: number) {
    if (held > needed) memory.give(held - needed)
    else if (needed > held) memory.force(needed - held)
  }

  function check() {
    if (failure) throw failure.error
  }

  const writer: PackingWriter = {
    allocate: createSlabs(),
    async put(content) {
      check()
      const id = chunkIdOf(chunkIdKey, content)
      if (recent.has(id)) return id
      recent.add(id)
      while (!(memory.tryAcquire(content.length) || (await memory.take(content.length, limits.waitLimitMs, signal)))) {
        await writer.flush() // all who wait send what they hold, so that in the end there is room
      }
      waiting.push({ id, content })
      waitingBytes += content.length
      if (waiting.length >= limits.batchChunks || waitingBytes >= limits.batchBytes) {
        const before = work
        handOver()
        await before // a device that is faster than the store must not fill the memory of all jobs with one
      }
      return id
    },
    async flush() {
      handOver()
      enqueue(send)
      await work
      await Promise.all(uploads)
      check()
    },
    async discard() {
      for (const { content } of waiting.splice(0)) memory.give(content.length)
      waitingBytes = 0
      await work
      memory.give(builderHeld)
      builder = createPackBuilder(to)
      builderHeld = 0
      await Promise.all(uploads)
    },
  }
  return writer
}

interface Chunk {
  id: ChunkId
  content: Buffer
}

/**
 * Small contents that are put one after the other lie in one slab, because an ArrayBuffer of its own costs each as much
 * as hashing it. They are packed in the same order, so that a slab is free soon after the last of them.
 */
function createSlabs(): (length: number) => Buffer {
  let slab = Buffer.alloc(0)
  let used = 0
  let bytes = slabBytes.first
  return (length) => {
    if (length > slabBytes.most / 4) return Buffer.allocUnsafeSlow(length)
    if (used + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(bytes, length))
      bytes = Math.min(bytes * 2, slabBytes.most)
      used = 0
    }
    used += length
    return slab.subarray(used - length, used)
  }
}

/** Slabs grow, because most jobs put a few kilobytes. */
const slabBytes = { first: 16 * 1024, most: 256 * 1024 }

/** Ids seen lately, so that a chunk put often is handled once; a million files must not mean a million ids kept. */
function createRecentIds(generation = 50_000): { has(id: ChunkId): boolean; add(id: ChunkId): void } {
  let young = new Set<ChunkId>()
  let old = new Set<ChunkId>()
  return {
    has: (id) => young.has(id) || old.has(id),
    add(id) {
      if (young.size >= generation) {
        old = young
        young = new Set()
      }
      young.add(id)
    },
  }
}
