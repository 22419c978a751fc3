import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { useTenants } from './tenants.ts'
import {
  type Listening,
  type LiveEvent,
  type StreamState,
  backOff,
  followEvents,
  longestSilenceMs,
} from './follow-events.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { useSession } from './session.ts'

export type EventType = components['schemas']['EventType']
type Listener = (event: LiveEvent | null) => void

/** The one stream of events of this window, for as long as somebody is logged in. */
export const useLiveStream = defineStore('live', () => {
  const session = useSession()
  const state = ref<StreamState>('connecting')
  const listeners = new Set<Listener>()
  let ending: AbortController | undefined

  function open() {
    close()
    ending = new AbortController()
    const { signal } = ending
    void followEvents({
      ask: (lastId, signal) =>
        session.request('/api/events', {
          headers: { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) },
          signal,
        }),
      tell: (event) => listeners.forEach((listener) => listener(event)),
      changed: (now) => void (state.value = now),
      wait: (attempt, signal) => pause(backOff(attempt), signal),
      listen: cutWhenSilent,
      signal,
    })
  }

  function close() {
    ending?.abort()
    ending = undefined
  }

  return { state, listeners, open, close }
})

/**
 * Calls back for events of these types that are about what is looked at, until the component goes. `null` says that some
 * may have been missed: read the state anew.
 */
export function useLive(types: readonly EventType[], callback: Listener): void {
  const { listeners } = useLiveStream()
  const customers = useTenants()
  const wanted = new Set<EventType>(types)
  const listener: Listener = (event) => {
    const isShown = !event?.tenant_id || !customers.tenant || event.tenant_id === customers.tenant
    if (event === null || (wanted.has(event.type) && isShown)) callback(event)
  }
  listeners.add(listener)
  onScopeDispose(() => listeners.delete(listener))
}

/**
 * Reads a page's state anew when something of these types happens; many at once are one reading, and one under way is
 * never cut off by the next. A page that nobody sees is read when it is seen again: readings of configurations are in the
 * audit, and nobody has made them then.
 * @param how `settleMs` how long events are gathered; `about` leaves out events of something else
 */
export function useLiveRefresh(
  types: readonly EventType[],
  again: () => unknown,
  how: { settleMs?: number; about?: (event: LiveEvent) => boolean } = {},
): void {
  const reading = oneAtATime(again, how.settleMs ?? 800)
  let isMissed = false
  useLive(types, (event) => {
    if (event && how.about && !how.about(event)) return
    if (document.hidden) isMissed = true
    else reading.ask()
  })
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden || !isMissed) return
    isMissed = false
    reading.ask()
  })
  onScopeDispose(reading.end)
}

/** A computer that slept through its timers cuts as soon as it wakes up. */
function cutWhenSilent(cut: () => void): Listening {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const heard = () => {
    end()
    timer = setTimeout(cut, longestSilenceMs)
  }
  heard()
  return { heard, end }
}

/** Until the time is over, the window is online again, or the stream is not wanted any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
