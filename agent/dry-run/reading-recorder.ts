import type { ReadingObserver, ReadingOutcome } from '../collect/device-collector.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { DeviceFailure } from '../device-failure.ts'

/** The login with all that precedes the first artifact, or one command, request or file. */
export interface Exchange {
  reading: number
  transport: Transport
  artifact: string | null
  command: string | null
  /** What the device sent, as latin1, up to `rawLimit`. */
  raw: string
  /** Of all that it sent. */
  sizeBytes: number
  durationMs: number
  /** Null for a login that succeeded. */
  outcome: ReadingOutcome | { is: 'broken'; failure: DeviceFailure } | null
}

/** Characters of an answer that are recorded. More than a transcript has: secrets are masked before it is cut. */
export const rawLimit = 1024 * 1024

/** Records what a device sends, and what becomes of each artifact. */
export class ReadingRecorder implements ReadingObserver {
  /** 1 or 2. */
  reading = 1
  readonly exchanges: Exchange[] = []
  #open: { exchange: Exchange; startedAt: number } | undefined

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
    if (exchange.raw.length < rawLimit) exchange.raw += text.slice(0, rawLimit - exchange.raw.length)
  }

  decided(outcome: ReadingOutcome): void {
    this.#end(outcome)
  }

  /** Ends the exchange during which the session broke, if there is one. */
  broke(failure: DeviceFailure): void {
    this.#end({ is: 'broken', failure })
  }

  /** Returns the last exchange of each artifact in a reading, in order. */
  lastOfEach(reading: number): Map<string, Exchange> {
    const ofReading = this.exchanges.filter((one) => one.reading === reading)
    return new Map(ofReading.flatMap((one) => (one.artifact === null ? [] : [[one.artifact, one]])))
  }

  #begin(transport: Transport, artifact: string | null, command: string | null): void {
    this.#end(null)
    const { reading } = this
    const nothing = { raw: '', sizeBytes: 0, durationMs: 0, outcome: null }
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
  return outcome?.is === 'text' && outcome.text.kind === 'text' ? outcome.text.raw : undefined
}
