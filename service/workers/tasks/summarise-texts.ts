import { type Comparison, compareLines } from '../../../shared/diff/compare-lines.ts'
import { type Magnitude, magnitudeOf } from '../../../shared/diff/magnitude.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { type PlatformSource, resolvePlatform } from '../../../shared/platforms/stored-platform.ts'
import { type ChangeSummary, countChange, summariseChange } from '../../../shared/platforms/summarise-change.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'

export interface SummarisedChange {
  /** Quotes the configuration, without its secrets. */
  message: ReceivedMessage
  /** Keyed hash that equal changes of a tenant share; null for a change that is too large to summarise. */
  fingerprint: string | null
}

export interface ComparedTexts {
  platform: PlatformSource
  /** Artifact key. */
  key: string
  /** The tenant's key for fingerprints. */
  chunkIdKey: Uint8Array
  /** Normalised by the platform's rules, as the text after it. */
  before: Uint8Array
  after: Uint8Array
}

/**
 * Returns the size of a change and its summary. Secrets, and texts of unknown platforms, have no summary. An error of the summary leaves
 * the counts of lines: it must not prevent a backup from being stored.
 */
export function measureAndSummarise(
  texts: ComparedTexts,
  summarise = summariseChange,
): Magnitude & { summary: SummarisedChange | null } {
  const comparison = compareLines(texts.before, texts.after)
  const platform = resolvePlatform(texts.platform)
  const magnitude = magnitudeOf(comparison)
  if (!platform || platform.artifacts[texts.key]?.secret) return { ...magnitude, summary: null }
  const { message, identity } = summariseSafely(platform, comparison, summarise)
  const fingerprint = identity === null ? null : fingerprintOf(texts.chunkIdKey, Buffer.from(`change\n${identity}`))
  return { ...magnitude, summary: { message, fingerprint } }
}

function summariseSafely(platform: Platform, comparison: Comparison, summarise: typeof summariseChange): ChangeSummary {
  try {
    return summarise(platform, comparison)
  } catch {
    return countChange(magnitudeOf(comparison))
  }
}
