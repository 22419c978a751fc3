import type { Job } from '../../store/models/job.ts'

/** Whole seconds in which a commit can be confirmed still, not below 0; null while none waits. */
export function remainingSeconds({ confirmUntil }: Pick<Job, 'confirmUntil'>, now: Date): number | null {
  return confirmUntil && Math.max(0, Math.floor((confirmUntil.getTime() - now.getTime()) / 1_000))
}
