import type { Job } from '../../store/models/job.ts'

/** Returns the whole seconds in which a commit can still be confirmed, at least 0; null if no commit is pending. */
export function remainingSeconds({ confirmUntil }: Pick<Job, 'confirmUntil'>, now: Date): number | null {
  return confirmUntil && Math.max(0, Math.floor((confirmUntil.getTime() - now.getTime()) / 1_000))
}
