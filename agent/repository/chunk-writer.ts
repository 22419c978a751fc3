import { createSecretKey, type KeyObject } from 'node:crypto'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { type PackPort, PackSender, type RepositoryTarget, type WriterLimits } from './pack-sender.ts'
import { SlabAllocator } from './slab-allocator.ts'

export interface PackingWriter extends ChunkWriter {
  /** Discards chunks that were added but not sent, and releases their memory. For a run that found nothing new. */
  discard(): Promise<void>
}

export const writerLimits: WriterLimits = {
  batchChunks: 10_000,
  batchBytes: 8 * 1024 * 1024,
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
  readonly #slabs = new SlabAllocator()
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
    while (!(memory.tryAcquire(bytes) || (await memory.acquire(bytes, limits.waitLimitMs, signal)))) {
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
    this.#dependencies.memory.release(content.length)
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
