import type { ArtifactFacts, DeviceFacts } from '../../../../shared/platforms/extract-facts.ts'
import { type CurrentFacts, type FactValues, currentFacts, sameFacts } from '../../inventory/facts/record-facts.ts'

/** A stored version of a device, with the facts in its text; null without facts. */
export interface VersionFacts {
  artifactId: string
  jobId: string
  capturedAt: Date
  lastSeenAt: Date
  facts: ArtifactFacts | null
}

/** The facts of a device over a period; `lastSeenAt` is null for the current ones. */
export interface FactPeriod {
  values: FactValues
  firstSeenAt: Date
  lastSeenAt: Date | null
}

export interface FactHistory {
  periods: FactPeriod[]
  /** The last facts by lineage. */
  lineages: ReadonlyMap<string, ArtifactFacts>
  /** Null if no version contains facts. */
  current: CurrentFacts | null
}

/**
 * Returns the history of a device's facts from its versions, which are given in the order of their dates. The versions of
 * a run count together.
 */
export function buildHistory(deviceId: string, versions: readonly VersionFacts[]): FactHistory {
  const lineages = new Map<string, ArtifactFacts>()
  const before = new Map<string, Date>()
  const periods: FactPeriod[] = []
  let current: CurrentFacts | null = null
  for (const run of Map.groupBy(versions, ({ jobId }) => jobId).values()) {
    const replaced: Date[] = []
    let firstSeenAt: Date | undefined
    for (const { artifactId, capturedAt, lastSeenAt, facts } of run) {
      const seen = before.get(artifactId)
      before.set(artifactId, lastSeenAt)
      if (!facts) continue
      if (seen) replaced.push(seen)
      firstSeenAt ??= capturedAt
      // a later version of a lineage replaces its facts, and precedes other lineages of its rank
      lineages.delete(artifactId)
      lineages.set(artifactId, facts)
    }
    if (!firstSeenAt) continue
    current = currentFacts(deviceId, firstSeenAt, byPrecedence(lineages))
    const last = periods.at(-1)
    if (last && sameFacts(last.values, current.values)) continue
    if (last) last.lastSeenAt = findLatest([last.firstSeenAt, ...replaced])
    periods.push({ values: current.values, firstSeenAt, lastSeenAt: null })
  }
  return { periods, lineages, current }
}

function findLatest(dates: readonly Date[]): Date {
  return new Date(Math.max(...dates.map((date) => date.getTime())))
}

function byPrecedence(lineages: ReadonlyMap<string, ArtifactFacts>): DeviceFacts[] {
  return [...lineages.values()]
    .reverse()
    .sort((one, other) => one.rank - other.rank)
    .map(({ values }) => values)
}
