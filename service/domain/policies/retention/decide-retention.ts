import type { Retention } from './guards.ts'

/** The fields of a version that retention needs. */
export interface RetainedVersion {
  id: string
  capturedAt: Date
  /** When the device was last seen with this content: the version's age counts from here. */
  lastSeenAt: Date
  /** Whether it is the current version of the lineage, by the lineage's row. */
  isLatest: boolean
  /** Whether it is suspicious and not reviewed, or damaged. */
  isDoubtful: boolean
  /** Whether it is pinned, or was unpinned less than the cooling-off ago. */
  isPinned?: boolean
  /** Whether a running restore reads it. */
  isBeingRestored?: boolean
}

/** Why a version is kept, strongest reason first. */
export type KeepReason = 'latest' | 'pinned' | 'being_restored' | 'last_good' | 'keep_last' | 'keep_days'

export interface RetentionSplit<V> {
  keep: { version: V; why: KeepReason }[]
  /** Oldest first: any prefix of the list can be deleted alone. */
  remove: V[]
}

const dayMs = 24 * 3_600_000

/**
 * Decides which versions of one lineage are kept and why, and which are deleted. Always kept: the latest, pinned
 * versions, versions being restored, and the newest one that is not doubtful. While the latest version is suspicious or
 * unreadable, the good one before it may be needed. Of the rest, the `keepLast` newest of the lineage and those seen
 * within `keepDays` are kept.
 * @param versions all versions of the lineage, in any order
 */
export function decideRetention<V extends RetainedVersion>(
  versions: readonly V[],
  { keepDays, keepLast }: Retention,
  now: Date,
): RetentionSplit<V> {
  const newestFirst = versions.toSorted(
    (a, b) => b.capturedAt.getTime() - a.capturedAt.getTime() || compare(b.id, a.id),
  )
  const lastGood = newestFirst.find(({ isDoubtful }) => !isDoubtful)
  const seenSince = now.getTime() - keepDays * dayMs
  const split: RetentionSplit<V> = { keep: [], remove: [] }
  for (const [at, version] of newestFirst.entries()) {
    const why = reasonToKeep(version, { isLastGood: version === lastGood, isAmongLast: at < keepLast, seenSince })
    if (why) split.keep.push({ version, why })
    else split.remove.unshift(version)
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
