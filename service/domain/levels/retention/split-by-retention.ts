import type { Retention } from './guards.ts'

/** What retention has to know of a version. */
export interface RetainedVersion {
  id: string
  capturedAt: Date
  /** When the device was last seen to say the same: its age counts from here. */
  lastSeenAt: Date
  /** What the lineage says now, by the lineage's own row. */
  isLatest: boolean
  /** Suspicious, and nobody has looked at it yet; or found damaged. */
  isDoubtful: boolean
  /** Pinned, or unpinned less than the cooling-off ago. */
  isPinned?: boolean
  /** A live restore reads it. */
  isBeingRestored?: boolean
}

/** Why a version stays, the strongest reason first. */
export type KeepReason = 'latest' | 'pinned' | 'being_restored' | 'last_good' | 'keep_last' | 'keep_days'

export interface RetentionSplit<V> {
  keep: { version: V; why: KeepReason }[]
  /** The oldest first, so that any part of it from the beginning may go alone. */
  go: V[]
}

const dayMs = 24 * 3_600_000

/**
 * Says which versions of one lineage stay and why, and which go. The latest never goes, nor one that is pinned or being
 * restored, nor the newest that is not in doubt: while the latest looks suspicious or cannot be read, the good one before
 * it may be what somebody needs. Of the rest the `keepLast` newest of the lineage stay, and what was seen within `keepDays`.
 * @param versions all versions of the lineage, in any order
 */
export function splitByRetention<V extends RetainedVersion>(
  versions: readonly V[],
  { keepDays, keepLast }: Retention,
  now: Date,
): RetentionSplit<V> {
  const newestFirst = versions.toSorted(
    (a, b) => b.capturedAt.getTime() - a.capturedAt.getTime() || compare(b.id, a.id),
  )
  const lastGood = newestFirst.find(({ isDoubtful }) => !isDoubtful)
  const seenSince = now.getTime() - keepDays * dayMs
  const split: RetentionSplit<V> = { keep: [], go: [] }
  for (const [at, version] of newestFirst.entries()) {
    const why = reasonToKeep(version, { isLastGood: version === lastGood, isAmongLast: at < keepLast, seenSince })
    if (why) split.keep.push({ version, why })
    else split.go.unshift(version)
  }
  return split
}

function reasonToKeep(
  version: RetainedVersion,
  { isLastGood, isAmongLast, seenSince }: { isLastGood: boolean; isAmongLast: boolean; seenSince: number },
): KeepReason | null {
  if (version.isLatest) return 'latest'
  if (version.isPinned) return 'pinned'
  if (version.isBeingRestored) return 'being_restored'
  if (isLastGood) return 'last_good'
  if (isAmongLast) return 'keep_last'
  return version.lastSeenAt.getTime() >= seenSince ? 'keep_days' : null
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
