import type { EventRow } from '../../../store/models/event.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { eventsBehind, lastPosition, positionOf } from './list-events.ts'

/** What somebody who follows events is handed. */
export interface Following {
  /** Runs `work` in one transaction of the caller's scope. */
  inTransaction<T>(work: (context: ActionContext) => Promise<T>): Promise<T>
  /** Whether the caller still is who he was: asked before anything is told. */
  isStillThere(): Promise<boolean>
  /** Whose events the caller is told; null: everybody's. What others are told of wakes nobody. */
  tenantId: string | null
  signals: Pick<Notifier, 'on'>
  /** The longest silence. */
  beatMs: number
  /** Aborted when nobody listens any more. */
  signal: AbortSignal
}

/** Events, or word that there were none for a while, or that the one which was named is not known any more. */
export type Followed = { events: EventRow[] } | 'beat' | 'reset'

/** Events of one reading: a page is told before the next one is read. */
const page = 200

/** Tells what happens, behind the event `after` or from now on, until nobody listens or the caller's time is over. */
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

/** Rings when there may be something new, and when it has been silent for too long. */
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
