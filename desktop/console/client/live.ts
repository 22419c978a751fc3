import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { connection } from './connection.ts'
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

/** The event stream of this window, while a user is logged in. */
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
      wait(attempt, signal) {
        void connection.suspect()
        return pause(backOff(attempt), signal)
      },
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
 * Calls back for events of these types within the current scope, until the component is unmounted. `null` means that
 * events may have been missed: read the state again.
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
 * Reads a page's state again after events of these types. Many events cause one read, which the next one never aborts.
 * A hidden page is read when it is shown again, because reads of configurations are audited.
 * @param how `settleMs`: time for which events are gathered; `about`: filters events
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

/** After the computer slept, the connection is cut as soon as it wakes up. */
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

/** Waits until the time is over, the window is online or the service is back, or the stream is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      forget()
      resolve()
    }
    const forget = connection.onBack(done)
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
