import type { components } from '../../../../shared/contract/api-types.ts'

export type Run = components['schemas']['Run']

/** Progress of a restore: three steps, the current one, and the result. */
export interface Progress {
  step: 'asked' | 'given' | 'confirmed'
  /** State of that step: running, waiting for a user, or ended. */
  how: 'working' | 'waiting' | 'good' | 'bad'
}

/** Returns the progress for a restore's status. */
export function progressOf({ status }: Pick<Run, 'status'>): Progress {
  switch (status) {
    case 'queued':
    case 'retrying':
      return { step: 'asked', how: 'working' }
    case 'running':
      return { step: 'given', how: 'working' }
    case 'awaiting_confirmation':
      return { step: 'confirmed', how: 'waiting' }
    case 'succeeded':
    case 'unchanged':
      return { step: 'confirmed', how: 'good' }
    case 'reverted':
    case 'unknown':
      return { step: 'confirmed', how: 'bad' }
    case 'cancelled':
    case 'failed':
    case 'blocked':
    case 'partial':
      return { step: 'given', how: 'bad' }
  }
}

/** Returns whether the status may still change. */
export function isOpen({ status, restore }: Pick<Run, 'status' | 'restore'>): boolean {
  if (['queued', 'retrying', 'running', 'awaiting_confirmation', 'unknown'].includes(status)) return true
  return status === 'reverted' && restore?.verified_at === null
}

/** Returns the seconds left to confirm, from the service's clock at the time of reading and the time since. */
export function secondsLeft(restore: Run['restore'], readMs: number, nowMs: number): number | undefined {
  const left = restore?.remaining_seconds
  if (left === undefined || left === null) return undefined
  return Math.max(0, Math.round(left - (nowMs - readMs) / 1000))
}

/** `9:05` */
export function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
