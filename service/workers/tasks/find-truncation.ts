import { findMissingClosing } from '../../../shared/platforms/truncation-evidence.ts'
import type { Suspicion } from '../../../shared/platforms/suspicion-rules.ts'
import { resolvePlatform, type PlatformSource } from '../../../shared/platforms/stored-platform.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TextToCheck {
  platform: PlatformSource
  /** Artifact key. */
  key: string
  text: Uint8Array
  /** Whether no version precedes it. */
  isFirst: boolean
  /** Another artifact of the same run; null if none can be compared. */
  companion: { key: string; text: Uint8Array } | null
}

/** Returns why a new text without an end mark of its own may be cut, as far as its own run shows it. */
export const findTruncation: Task<TextToCheck, Suspicion[]> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },
  run({ platform, key, text, isFirst, companion }) {
    const evidence = resolvePlatform(platform)?.cutEvidence?.[key]
    if (!evidence) return []
    const found = isFirst ? findMissingClosing(evidence, latin1(text)) : []
    const compared = evidence.companions.find((one) => one.key === companion?.key)
    const lack = companion && compared?.compare(latin1(text), latin1(companion.text))
    return lack ? [...found, lack] : found
  },
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
