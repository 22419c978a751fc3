import type { components } from '../../shared/contract/api-types.ts'
import type { VirtualTime } from './virtual-time.ts'

type Found = components['schemas']['RestoreResult']

/** What restores came to on a device: the truth that the service’s rows are held against. */
export type Truth = 'never committed' | 'committing' | 'pending' | 'confirmed' | 'going back' | 'rolled back'

/** A device that takes configurations, and goes back by itself from what nobody confirms. Each of it takes a while. */
export interface ModelledJunos {
  /** Whether a commit is under way or pending, or it goes back: an agent leaves it alone then. */
  isBusy(): boolean
  /** It is done after `takesMs`, whoever waits for it still. @param told when it was committed */
  commit(restoreId: string, how: { minutes: number; takesMs: number }, told: () => void): void
  /** The same of a confirmation, which may come too late. */
  confirm(restoreId: string, takesMs: number, told: (found: Found) => void): void
  look(restoreId: string): Found
  truthOf(restoreId: string): Truth
}

/**
 * @param tells whether it says that a commit waits for its confirmation
 * @param backMs how long it takes to go back
 * @param violated told in words what must never happen
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

/**
 * What a restore that has ended with this status must have come to once its device is at rest; of an `unknown` one nobody
 * says anything.
 */
export const truthsOf: Record<string, Truth[]> = {
  succeeded: ['confirmed'],
  reverted: ['rolled back'],
  failed: ['never committed'],
  cancelled: ['never committed'],
  unknown: over,
}
