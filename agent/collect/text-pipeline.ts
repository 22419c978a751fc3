import {
  ArtifactUnavailable,
  type CaptureWarning,
  type TextChecks,
  type TextInspector,
} from '../../shared/platforms/requests.ts'
import type { StoredText } from './captured.ts'
import type { TextStore } from './device-collector.ts'
import { TextCheck } from '../../shared/platforms/text-check.ts'

/** A text up to this size is held in memory until it is known to be new. */
export const heldTextBytes = 8 * 1024 * 1024

export type CollectedText = { kind: 'text'; raw: Buffer } | ({ kind: 'long-text' } & StoredText)

export interface TextOptions {
  /** What a complete text contains; absent if its lines were checked before. */
  checks?: TextChecks
  inspector?: TextInspector
  /** Takes a text longer than `limitBytes`; if absent, every text is held. */
  store?: () => TextStore
  limitBytes?: number
}

/** One text being collected: checked and inspected as it arrives, unchanged, then held or stored. */
export class TextPipeline {
  /** Bytes received. */
  bytes = 0
  readonly #options: TextOptions
  readonly #check: TextCheck | undefined
  #held: Buffer[] = []
  #stored: TextStore | undefined
  #refusal: ArtifactUnavailable | undefined

  constructor(options: TextOptions) {
    this.#options = options
    this.#check = options.checks && new TextCheck(options.checks)
  }

  /**
   * Waits while the buffer is full.
   * @throws ArtifactUnavailable as soon as the inspector rejects the text; bytes pushed later are discarded
   */
  async push(piece: Buffer): Promise<void> {
    if (piece.length === 0) return
    this.bytes += piece.length
    this.#check?.push(piece)
    if (this.#refusal) return
    this.#refusal = refusalIn(() => this.#options.inspector?.push(piece))
    if (this.#refusal) throw this.#refusal
    if (this.#stored) return this.#stored.push(piece)
    this.#held.push(piece)
    const { store, limitBytes = heldTextBytes } = this.#options
    if (!store || this.bytes <= limitBytes) return
    this.#stored = store()
    for (const early of this.#held.splice(0)) await this.#stored.push(early)
  }

  /**
   * @throws ArtifactUnavailable for an incomplete text or one other than requested; after `output_truncated` more may
   *   be pushed and `end` called again
   */
  async end(): Promise<{ text: CollectedText; metadata: Record<string, unknown>; warnings: CaptureWarning[] }> {
    const checked = this.#check?.end() ?? { lacks: undefined, metadata: {} }
    if (checked.lacks) throw new ArtifactUnavailable(checked.lacks)
    if (this.#refusal) throw this.#refusal
    const seen = this.#options.inspector?.end() ?? { metadata: {}, warnings: [] }
    return { text: await this.#text(), metadata: { ...checked.metadata, ...seen.metadata }, warnings: seen.warnings }
  }

  async #text(): Promise<CollectedText> {
    if (this.#stored) return { kind: 'long-text', ...(await this.#stored.end()) }
    const raw = Buffer.concat(this.#held)
    this.#held = []
    return { kind: 'text', raw }
  }
}

/** Returns the rejection that `work` throws, or undefined. */
export function refusalIn(work: () => void): ArtifactUnavailable | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return error
    throw error
  }
  return undefined
}
