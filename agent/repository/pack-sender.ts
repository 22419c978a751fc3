import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import {
  createPackBuilder,
  type PackBuilder,
  type SealedPack,
  sharedBlockBytes,
} from '../../shared/repository/pack-builder.ts'
import { reusePackMemory } from '../../shared/repository/pack-memory.ts'
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
  /** Resolves when the service has confirmed the pack. Its bytes are valid until then: a later pack uses their memory. */
  storePack(pack: SealedPack): Promise<void>
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

/** Fills packs one after the other, and seals and stores a full one while the next one is filled. */
export class PackSender {
  readonly #to: RepositoryTarget
  readonly #port: PackPort
  readonly #memory: MemoryBudget
  readonly #limits: WriterLimits
  readonly #uploads = new Set<Promise<void>>()
  #builder: PackBuilder
  #held = 0
  #failure: { error: unknown } | undefined

  constructor(to: RepositoryTarget, port: PackPort, memory: MemoryBudget, limits: WriterLimits) {
    this.#to = to
    this.#port = port
    this.#memory = memory
    this.#limits = limits
    this.#builder = createPackBuilder(to)
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Records the first failure, which every later `check` throws. */
  fail(error: unknown): void {
    this.#failure ??= { error }
  }

  check(): void {
    if (this.#failure) throw this.#failure.error
  }

  /**
   * Adds a chunk whose bytes the memory budget counts, and waits while enough blocks are being compressed.
   * @param onCopied called when the memory of `content` is free, unless a block of its own keeps it
   */
  async add(id: ChunkId, content: Buffer, onCopied: () => void): Promise<void> {
    const { packBytes } = this.#limits
    if (this.#builder.sealedBytes >= packBytes || !this.#builder.hasCapacity(content.length)) await this.send()
    const capacity = this.#builder.add(id, content)
    if (content.length < sharedBlockBytes) onCopied()
    const before = this.#held + content.length
    this.#held = this.#builder.sealedBytes
    this.#settle(before, this.#held)
    await capacity
  }

  /** Sends the pack that is being filled, if it has chunks. Waits while too many packs are sent. */
  async send(): Promise<void> {
    if (this.#builder.count === 0) return
    const { builder: full, held } = this.#replace()
    while (this.#uploads.size >= this.#limits.uploads) await Promise.race(this.#uploads)
    const upload: Promise<void> = this.#store(full, held)
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.#uploads.delete(upload))
    this.#uploads.add(upload)
  }

  /** Resolves when all packs that were sent are stored or have failed. */
  async sent(): Promise<void> {
    await Promise.all(this.#uploads)
  }

  /** Releases what was added and not sent. */
  async drop(): Promise<void> {
    const { builder, held } = this.#replace()
    this.#memory.release(held)
    await builder.drop()
    await this.sent()
  }

  #replace(): { builder: PackBuilder; held: number } {
    const replaced = { builder: this.#builder, held: this.#held }
    this.#builder = createPackBuilder(this.#to)
    this.#held = 0
    return replaced
  }

  async #store(full: PackBuilder, held: number): Promise<void> {
    let holding = held
    try {
      const sealed = await full.seal()
      this.#settle(holding, sealed.bytes.length)
      holding = sealed.bytes.length
      await this.#port.storePack(sealed)
      reusePackMemory(sealed.bytes)
    } finally {
      this.#memory.release(holding)
    }
  }

  #settle(held: number, needed: number): void {
    if (held > needed) this.#memory.release(held - needed)
    else if (needed > held) this.#memory.force(needed - held)
  }
}
