import { message } from '../messages/message.ts'
import type { Suspicion } from './suspicion-rules.ts'

/** Percentage of shrinkage from which a version is suspicious. */
const shrinkPercent = 40

/**
 * Returns why a version of `bytes` is suspicious compared with one of `previousBytes`; undefined if its size is
 * plausible.
 */
export function findShrinkage(previousBytes: number, bytes: number): Suspicion | undefined {
  const hasShrunk = bytes * 100 < previousBytes * (100 - shrinkPercent)
  return hasShrunk ? message('capture_shrank', { percent: shrinkPercent }) : undefined
}
