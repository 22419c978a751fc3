import type { StoredCopy } from './stored-copy.ts'

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000

/** Returns the present time, never earlier than a time at which the copy was used: the clock may have been set back. */
export function effectiveNow({ latestSeenAt }: Pick<StoredCopy, 'latestSeenAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(latestSeenAt)))
}

/** Returns when the copy is deleted if it has no contact until then. */
export function expiryOf({ contactedAt, expiresAfterDays }: StoredCopy): Date {
  return new Date(Date.parse(contactedAt) + expiresAfterDays * dayMs)
}

/** Whether the schedule requires a refresh. A failed one is repeated after an hour. */
export function isRefreshDue({ everyHours, refreshedAt, attemptedAt }: StoredCopy, at: Date): boolean {
  if (everyHours === null) return false
  const hasFailed = attemptedAt !== null && attemptedAt !== refreshedAt
  if (hasFailed && at.getTime() < Date.parse(attemptedAt) + hourMs) return false
  return refreshedAt === null || at.getTime() >= Date.parse(refreshedAt) + everyHours * hourMs
}
