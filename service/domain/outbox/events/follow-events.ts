import type { EventRow } from '../../../store/models/event.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { eventsBehind, lastPosition, positionOf } from './list-events.ts'

/** Dependencies and options of a subscriber. */
export interface Following {
  /** Runs `work` in one transaction of the caller's scope. */
  inTransaction<T>(work: (context: ActionContext) => Promise<T>): Promise<T>
  /** Returns whether the caller is still authorised; checked before each delivery. */
  isStillThere(): Promise<boolean>
  /** Tenant of the subscriber; null: all tenants. Events of other tenants do not wake it. */
  tenantId: string | null
  signals: Pick<Notifier, 'on'>
  /** Maximum silence in milliseconds. */
  beatMs: number
  /** Aborted when the subscriber disconnects. */
  signal: AbortSignal
}

/** Events, `beat` after a period without events, or `reset` if the named event no longer exists. */
export type Followed = { events: EventRow[] } | 'beat' | 'reset'

/** Maximum number of events per read: a page is delivered before the next is read. */
const page = 200

/**
 * Yields events after the event `after`, or from now on, until the subscriber disconnects or loses its authorisation.
 */
export async function* followEvents(following: Following, after: string | null): AsyncGenerator<Followed> {
  const { inTransaction, isStillThere, signal } = following
  const listener = listenForEvents(following)
  try {
    const known = after === null ? null : await inTransaction((context) => positionOf(context, after))
    let position = known ?? (await inTransaction(lastPosition))
    if (after !== null && known === null) yield 'reset'
    while (!signal.aborted) {
      const events = await inTransaction((context) => eventsBehind(context, position, page))
      const isDue = listener.isBeatDue()
      if ((events.length > 0 || isDue) && !(await isStillThere())) return
      position = events.at(-1)?.position ?? position
      if (events.length > 0) yield { events }
      else if (isDue) yield 'beat'
      if (events.length > 0 || isDue) listener.beaten()
      if (events.length < page) await listener.rung()
    }
  } finally {
    listener.stop()
  }
}

/** Wakes when there may be new events, and after the maximum silence. */
function listenForEvents({ signals, beatMs, signal, tenantId }: Following) {
  let isRung = false
  let isBeatDue = false
  let wake: (() => void) | undefined
  const ring = () => {
    isRung = true
    wake?.()
  }
  const off = signals.on('published', (whose) => {
    if (whose === null || tenantId === null || whose === tenantId) ring()
  })
  const timer = setInterval(() => {
    isBeatDue = true
    ring()
  }, beatMs)
  signal.addEventListener('abort', ring, { once: true })
  return {
    isBeatDue: () => isBeatDue,
    beaten: () => void (isBeatDue = false),
    async rung() {
      if (!isRung && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      isRung = false
    },
    stop() {
      off()
      clearInterval(timer)
      signal.removeEventListener('abort', ring)
    },
  }
}
