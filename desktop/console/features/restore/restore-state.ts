import type { components } from '../../../../shared/contract/api-types.ts'

export type Run = components['schemas']['Run']

/** Where a restore stands: three steps, of which one is the present one, and how it ended. */
export interface Progress {
  step: 'asked' | 'given' | 'confirmed'
  /** Of that step: it goes on, it waits for a person, or nothing more comes. */
  how: 'working' | 'waiting' | 'good' | 'bad'
}

/** What the status of a restore means for a person who looks at it. */
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

/** Whether it may still become something else. */
export function isOpen({ status, restore }: Pick<Run, 'status' | 'restore'>): boolean {
  if (['queued', 'retrying', 'running', 'awaiting_confirmation', 'unknown'].includes(status)) return true
  return status === 'reverted' && restore?.verified_at === null
}

/** What is left to confirm in, by the service's clock when it was read and the time that has gone since; in seconds. */
export function secondsLeft(restore: Run['restore'], readMs: number, nowMs: number): number | undefined {
  const left = restore?.remaining_seconds
  if (left === undefined || left === null) return undefined
  return Math.max(0, Math.round(left - (nowMs - readMs) / 1000))
}

/** `9:05` */
export function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
