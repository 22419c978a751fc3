import type { components } from '../../shared/contract/api-types.ts'
import type { VirtualTime } from './virtual-time.ts'

type Found = components['schemas']['RestoreResult']

/** The actual outcome of restores on a device, with which the service’s rows are compared. */
export type Truth = 'never committed' | 'committing' | 'pending' | 'confirmed' | 'going back' | 'rolled back'

/** A device that accepts configurations, and rolls back those that are not confirmed. Each action takes some time. */
export interface ModelledJunos {
  /** Whether a commit is running or pending, or a rollback is running: agents do not contact the device then. */
  isBusy(): boolean
  /** Completes after `takesMs`, even if the caller is gone. @param told called when it was committed */
  commit(restoreId: string, how: { minutes: number; takesMs: number }, told: () => void): void
  /** As `commit`, for a confirmation, which may come too late. */
  confirm(restoreId: string, takesMs: number, told: (found: Found) => void): void
  look(restoreId: string): Found
  truthOf(restoreId: string): Truth
}

/**
 * @param tells whether it reports that a commit waits for its confirmation
 * @param backMs duration of a rollback
 * @param violated called with a description of a violation
 */
export function modelledJunos(
  time: VirtualTime,
  { tells, backMs }: { tells: boolean; backMs: number },
  violated: (words: string) => void,
): ModelledJunos {
  const entries = new Map<string, { truth: Truth; until: number }>()
  const isBusy = () => [...entries.values()].some(({ truth }) => !over.includes(truth))

  const junos: ModelledJunos = {
    isBusy,
    commit(restoreId, { minutes, takesMs }, told) {
      if (entries.has(restoreId)) violated(`restore ${restoreId} was executed twice`)
      if (isBusy()) violated(`restore ${restoreId} was committed while another was pending`)
      const until = time.now + takesMs + minutes * 60_000
      const entry = { truth: 'committing' as Truth, until }
      entries.set(restoreId, entry)
      time.after(takesMs, () => {
        entry.truth = 'pending'
        told()
      })
      time.after(until - time.now, () => {
        if (entry.truth !== 'pending') return
        entry.truth = 'going back'
        time.after(backMs, () => void (entry.truth = 'rolled back'))
      })
    },
    confirm(restoreId, takesMs, told) {
      const entry = entries.get(restoreId)
      if (!entry || entry.truth === 'committing') return told(junos.look(restoreId))
      time.after(takesMs, () => {
        if (entry.truth === 'pending') entry.truth = 'confirmed'
        told({ state: entry.truth === 'confirmed' ? 'confirmed' : 'rolled_back' })
      })
    },
    look(restoreId) {
      const { truth, until } = entries.get(restoreId) ?? { truth: 'never committed', until: 0 }
      switch (truth) {
        case 'never committed':
          return { state: 'not_committed' }
        case 'committing':
          return { state: 'not_committed', may_change: true }
        case 'rolled back':
          return { state: 'rolled_back' }
        case 'pending':
          if (tells) return { state: 'pending', minutes_left: Math.ceil((until - time.now) / 60_000) }
          return { state: 'in_force', may_change: true }
        case 'confirmed':
        case 'going back':
          return { state: 'in_force', may_change: true }
      }
    },
    truthOf: (restoreId) => entries.get(restoreId)?.truth ?? 'never committed',
  }
  return junos
}

const over: Truth[] = ['never committed', 'confirmed', 'rolled back']

/** The outcomes that a restore with this status may have once its device is idle. An `unknown` one may have any. */
export const truthsOf: Record<string, Truth[]> = {
  succeeded: ['confirmed'],
  reverted: ['rolled back'],
  failed: ['never committed'],
  cancelled: ['never committed'],
  unknown: over,
}
