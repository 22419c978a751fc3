import type { ReadingObserver, ReadingOutcome } from '../collect/device-collector.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import { dryRunLimits } from '../../shared/agent-protocol/dry-run.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { MemoryBudget } from '../repository/memory-budget.ts'

type RecorderMemory = Pick<MemoryBudget, 'tryAcquire' | 'release'>

/** The login with all that precedes the first artifact, or one command, request or file. */
export interface Exchange {
  reading: number
  transport: Transport
  artifact: string | null
  command: string | null
  /** The beginning of what the device sent, as latin1. */
  raw: string
  /** Whether the device sent more than is recorded. */
  isCut: boolean
  /** Of all that it sent. */
  sizeBytes: number
  durationMs: number
  /** Null for a login that succeeded. */
  outcome: ReadingOutcome | { kind: 'broken'; failure: DeviceFailure } | null
}

/** Characters of an answer that are recorded. More than a transcript has: secrets are masked before it is cut. */
const rawLimit = 1024 * 1024

/** Records what a device sends, and what becomes of each artifact, as far as the agent has memory for it. */
export class ReadingRecorder implements ReadingObserver {
  readonly #memory: RecorderMemory
  #heldBytes = 0
  /** 1 or 2. */
  reading = 1
  readonly exchanges: Exchange[] = []
  #open: { exchange: Exchange; startedAt: number } | undefined

  constructor(memory: RecorderMemory) {
    this.#memory = memory
  }

  /** Begins the record of a login. */
  connect(transport: Transport): void {
    this.#begin(transport, null, null)
  }

  requested(artifact: string, command: string, transport: Transport): void {
    this.#begin(transport, artifact, command)
  }

  received(text: string): void {
    const exchange = this.#open?.exchange
    if (!exchange) return
    exchange.sizeBytes += text.length
    if (exchange.isCut) return
    const isLast = exchange.raw.length + text.length > rawLimit
    const kept = isLast ? text.slice(0, rawLimit - exchange.raw.length) : text
    const isHeld = this.exchanges.length <= dryRunLimits.exchanges && this.#hold(kept.length)
    exchange.isCut = isLast || !isHeld
    if (isHeld) exchange.raw += kept
  }

  /** If there is no memory for a text, only its size is recorded. */
  decided(outcome: ReadingOutcome): void {
    if (outcome.kind !== 'text' || outcome.text.kind !== 'text' || this.#hold(outcome.text.raw.length))
      return this.#end(outcome)
    const { raw, ...text } = outcome.text
    const stored = { content: { size: raw.length, chunks: [] }, fingerprint: '', normalisedFingerprint: '' }
    this.#end({ kind: 'text', text: { ...text, ...stored, kind: 'long-text' } })
  }

  /** Ends the exchange during which the session broke, if there is one. */
  broke(failure: DeviceFailure): void {
    this.#end({ kind: 'broken', failure })
  }

  /** Releases the memory. The records must not be used afterwards. */
  release(): void {
    this.#memory.release(this.#heldBytes)
    this.#heldBytes = 0
    this.exchanges.length = 0
  }

  /** Returns the last exchange of each artifact in a reading, in order. */
  lastOfEach(reading: number): Map<string, Exchange> {
    const ofReading = this.exchanges.filter((one) => one.reading === reading)
    return new Map(ofReading.flatMap((one) => (one.artifact === null ? [] : [[one.artifact, one]])))
  }

  #hold(bytes: number): boolean {
    if (!this.#memory.tryAcquire(bytes)) return false
    this.#heldBytes += bytes
    return true
  }

  #begin(transport: Transport, artifact: string | null, command: string | null): void {
    this.#end(null)
    const { reading } = this
    const nothing = { raw: '', isCut: false, sizeBytes: 0, durationMs: 0, outcome: null }
    const exchange: Exchange = { reading, transport, artifact, command, ...nothing }
    this.exchanges.push(exchange)
    this.#open = { exchange, startedAt: performance.now() }
  }

  #end(outcome: Exchange['outcome']): void {
    if (!this.#open) return
    const { exchange, startedAt } = this.#open
    exchange.outcome = outcome
    exchange.durationMs = Math.round(performance.now() - startedAt)
    this.#open = undefined
  }
}

/** Returns the text that a backup would store; undefined without one, and for one that is not held in memory. */
export function heldText({ outcome }: Exchange): Buffer | undefined {
  return outcome?.kind === 'text' && outcome.text.kind === 'text' ? outcome.text.raw : undefined
}
