import { createSecretKey, type KeyObject } from 'node:crypto'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import type { SealedPack } from '../../shared/repository/pack-builder.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { PackSender } from './pack-sender.ts'
import { Slabs } from './slabs.ts'

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
  /** Resolves when the service has confirmed the pack. Its bytes are valid until then: a later pack uses their memory. */
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
 * Names chunks, leaves out those that are stored, and sends the others in packs while more is put. Each job has its own
 * writer; all share the memory budget. After a failure, every call throws it.
 */
export function createChunkWriter(
  to: RepositoryTarget,
  port: PackPort,
  memory: MemoryBudget,
  signal: AbortSignal,
  limits: WriterLimits = writerLimits,
): PackingWriter {
  return new BatchedWriter(new PackSender(to, port, memory, limits), { to, port, memory, signal, limits })
}

interface Chunk {
  id: ChunkId
  content: Buffer
}

interface WriterDependencies {
  to: RepositoryTarget
  port: PackPort
  memory: MemoryBudget
  signal: AbortSignal
  limits: WriterLimits
}

/** Collects chunks in batches. Batches follow one another: a pack is filled by one of them at a time. */
class BatchedWriter implements PackingWriter {
  readonly #packs: PackSender
  readonly #dependencies: Omit<WriterDependencies, 'to'>
  readonly #chunkIdKey: KeyObject
  readonly #recent = createRecentIds()
  readonly #slabs = new Slabs()
  #waiting: Chunk[] = []
  #waitingBytes = 0
  #work = Promise.resolve()

  constructor(packs: PackSender, { to, ...dependencies }: WriterDependencies) {
    this.#packs = packs
    this.#dependencies = dependencies
    this.#chunkIdKey = createSecretKey(to.chunkIdKey)
  }

  allocate(length: number): Buffer {
    return this.#slabs.allocate(length)
  }

  async put(content: Buffer): Promise<ChunkId> {
    this.#packs.check()
    const id = chunkIdOf(this.#chunkIdKey, content)
    if (this.#recent.has(id)) {
      this.#slabs.free(content)
      return id
    }
    this.#recent.add(id)
    await this.#acquire(content.length)
    this.#waiting.push({ id, content })
    this.#waitingBytes += content.length
    const { batchChunks, batchBytes } = this.#dependencies.limits
    if (this.#waiting.length >= batchChunks || this.#waitingBytes >= batchBytes) {
      const before = this.#work
      this.#handOver()
      await before // a device that is faster than the store must not use the memory of all jobs
    }
    return id
  }

  async flush(): Promise<void> {
    this.#handOver()
    this.#enqueue(() => this.#packs.send())
    await this.#work
    await this.#packs.sent()
    this.#packs.check()
  }

  async discard(): Promise<void> {
    for (const { content } of this.#waiting.splice(0)) this.#release(content)
    this.#waitingBytes = 0
    await this.#work
    await this.#packs.drop()
  }

  async #acquire(bytes: number): Promise<void> {
    const { memory, limits, signal } = this.#dependencies
    while (!(memory.tryAcquire(bytes) || (await memory.take(bytes, limits.waitLimitMs, signal)))) {
      await this.flush() // all writers that wait send what they hold, so that memory becomes free
    }
  }

  #handOver(): void {
    const { port, limits } = this.#dependencies
    const batch = this.#waiting.reverse() // taken from its end, so that a pack has the chunks in the order of putting
    const bytes = this.#waitingBytes
    this.#waiting = []
    this.#waitingBytes = 0
    if (batch.length === 0) return
    this.#enqueue(async () => {
      const missing = bytes < limits.askFromBytes ? undefined : await port.missingChunks(batch.map(({ id }) => id))
      for (let chunk = batch.at(-1); chunk; chunk = batch.at(-1)) {
        if (missing && !missing.has(chunk.id)) this.#release(chunk.content)
        else {
          const { id, content } = chunk
          await this.#packs.add(id, content, () => this.#slabs.free(content))
        }
        batch.pop()
      }
    }, batch)
  }

  /** @param batch the memory of the chunks that are left in it after the step is released */
  #enqueue(step: () => Promise<void>, batch: Chunk[] = []): void {
    this.#work = this.#work.then(async () => {
      try {
        if (this.#packs.hasFailed) return
        this.#dependencies.signal.throwIfAborted()
        await step()
      } catch (error) {
        this.#packs.fail(error)
      } finally {
        for (const { content } of batch) this.#release(content)
      }
    })
  }

  #release(content: Buffer): void {
    this.#dependencies.memory.give(content.length)
    this.#slabs.free(content)
  }
}

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
