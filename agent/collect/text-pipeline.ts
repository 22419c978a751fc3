import { ArtifactUnavailable, type TextChecks, type TextInspector } from '../../shared/platforms/requests.ts'
import type { StoredText } from './captured.ts'
import type { TextStore } from './device-collector.ts'
import { TextCheck } from './text-check.ts'

/** Up to so many bytes a text is held until it is known whether it is new. */
export const heldTextBytes = 8 * 1024 * 1024

export type CollectedText = { kind: 'text'; raw: Buffer } | ({ kind: 'long-text' } & StoredText)

export interface TextOptions {
  /** What a whole text contains; a text whose lines were checked before has none. */
  checks?: TextChecks
  inspector?: TextInspector
  /** Takes a text that is longer than `limitBytes`; without it each text is held. */
  store?: () => TextStore
  limitBytes?: number
}

/** One text on its way from a device: checked and inspected as it comes, unchanged, then held or stored. */
export class TextPipeline {
  /** Bytes that have come. */
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
   * Waits while there is no room for more.
   * @throws ArtifactUnavailable as soon as the inspector refuses the text; more may be pushed, and is not kept
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
   * @throws ArtifactUnavailable for a text that is not whole, or not the one that was requested; after
   *   `output_truncated` more may be pushed, and the end asked for again
   */
  async end(): Promise<{ text: CollectedText; metadata: Record<string, unknown>; warnings: string[] }> {
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

/** Returns the refusal that `work` throws, or undefined. */
export function refusalIn(work: () => void): ArtifactUnavailable | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return error
    throw error
  }
  return undefined
}
