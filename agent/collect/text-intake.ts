import { ArtifactUnavailable, type TextChecks, type TextInspector } from '../../shared/platforms/requests.ts'
import type { TextStore } from './device-collector.ts'
import { createTextCheck } from './text-check.ts'
import { createTextKeeper, type KeptText } from './text-keeper.ts'

/** One text on its way from a device to where it is kept: checked and looked at as it comes. */
export interface TextIntake {
  /**
   * Waits while there is no room for more.
   * @throws NoText as soon as the text turns out to be none; what follows may be pushed all the same, and is not kept
   */
  push(piece: Buffer): Promise<void>
  /**
   * @throws NoText for a text that is not whole, or not the one that was wanted; after `output_truncated` more may be
   *   pushed, and the end asked again
   */
  end(): Promise<{ kept: KeptText; metadata: Record<string, unknown>; warnings: string[] }>
  readonly bytes: number
}

/** @param store for a text that is long; without it each is held */
export function createTextIntake(
  { checks = {}, inspector }: { checks?: TextChecks; inspector?: TextInspector },
  store?: () => TextStore,
): TextIntake {
  const check = createTextCheck(checks)
  const keeper = createTextKeeper(store)
  let refusal: ArtifactUnavailable | undefined
  let bytes = 0
  return {
    async push(piece) {
      if (piece.length === 0) return
      bytes += piece.length
      check.push(piece)
      if (refusal) return
      refusal = refusalIn(() => inspector?.push(piece))
      if (refusal) throw refusal
      await keeper.push(piece)
    },
    async end() {
      const checked = check.end()
      if (checked.lacks) throw new ArtifactUnavailable(checked.lacks)
      if (refusal) throw refusal
      const seen = inspector?.end() ?? { metadata: {}, warnings: [] }
      const metadata = { ...checked.metadata, ...seen.metadata }
      return { kept: await keeper.end(), metadata, warnings: seen.warnings }
    },
    get bytes() {
      return bytes
    },
  }
}

/** What `look` says of a text that is none. */
export function refusalIn(look: () => void): ArtifactUnavailable | undefined {
  try {
    look()
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return error
    throw error
  }
  return undefined
}
