import type { components } from '../../shared/contract/api-types.ts'
import type { ClaimedAuthor } from '../../shared/platforms/change-messages.ts'

export type ListenerProtocol = components['schemas']['ListenerProtocol']
export type ReportedChange = components['schemas']['ChangeReport']['changes'][number]

/** Time without a further message of the device after which a change is complete, in milliseconds. */
const quietMs = 5_000

/** Longest time that a change is kept back, in milliseconds, however many messages follow. */
const maxMs = 20_000

/**
 * Collects messages by device. People type one command after another, so a change is due when the device has been quiet
 * for a while.
 */
export interface ChangeQueue {
  add(deviceId: string, protocol: ListenerProtocol, author: ClaimedAuthor): void
  /** Removes and returns the changes that are due. */
  takeDue(): ReportedChange[]
  /** Adds changes again that the service did not accept. */
  requeue(changes: readonly ReportedChange[]): void
}

/** @param steadyMs a monotonic clock; `wall`: the time that is reported */
export function createChangeQueue({ steadyMs, wall }: { steadyMs: () => number; wall: () => Date }): ChangeQueue {
  const waiting = new Map<string, { change: ReportedChange; firstAt: number; lastAt: number }>()
  return {
    add(deviceId, protocol, author) {
      const at = steadyMs()
      const known = waiting.get(deviceId)
      if (!known) {
        const change = { device_id: deviceId, protocol, received_at: wall().toISOString(), ...author }
        waiting.set(deviceId, { change, firstAt: at, lastAt: at })
        return
      }
      known.lastAt = at
      if (known.change.user === null && author.user !== null) Object.assign(known.change, author)
    },
    takeDue() {
      const at = steadyMs()
      const due = [...waiting].filter(([, { firstAt, lastAt }]) => at - lastAt >= quietMs || at - firstAt >= maxMs)
      for (const [deviceId] of due) waiting.delete(deviceId)
      return due.map(([, { change }]) => change)
    },
    requeue(changes) {
      const at = steadyMs()
      for (const change of changes)
        if (!waiting.has(change.device_id))
          waiting.set(change.device_id, { change, firstAt: at - maxMs, lastAt: at - quietMs })
    },
  }
}
