import { computed, ref } from 'vue'
import type { Later } from './one-at-a-time.ts'

type Send = (request: Request) => Promise<Response>

/** Time between two attempts to reach the service. */
export const retryMs = 5_000

/** Time without a response after which a request is reported as slow. */
export const slowMs = 8_000

export interface ConnectionDependencies {
  later: Later
  now: () => number
}

/** Whether the service responds, as seen by the requests of this window. */
export type Connection = ReturnType<typeof createConnection>

/**
 * Watches requests. A failed or slow one starts a probe, and only a failed probe starts an outage, so that the failure
 * of one request is not reported as one. During an outage the service is probed every five seconds.
 */
export function createConnection({ later, now }: ConnectionDependencies) {
  const since = ref<number>()
  const nextTryAt = ref<number>()
  const slow = ref<number[]>([])
  const listeners = new Set<() => void>()
  let probe: () => Promise<boolean> = () => Promise.resolve(true)
  let isProbing = false
  let forget: (() => void) | undefined

  /** Checks the service after a failure. Starts an outage if it does not respond. */
  async function suspect(): Promise<void> {
    if (isProbing || since.value !== undefined) return
    const at = now()
    if (await isReached()) return
    since.value ??= at
    plan()
  }

  /** Probes at once instead of at `nextTryAt`. */
  async function tryNow(): Promise<void> {
    if (isProbing || since.value === undefined) return
    forget?.()
    nextTryAt.value = undefined
    if (await isReached()) end()
    else if (since.value !== undefined) plan()
  }

  async function isReached(): Promise<boolean> {
    isProbing = true
    try {
      return await probe()
    } finally {
      isProbing = false
    }
  }

  function plan(): void {
    forget?.()
    nextTryAt.value = now() + retryMs
    forget = later(() => void tryNow(), retryMs)
  }

  function end(): void {
    if (since.value === undefined) return
    forget?.()
    since.value = nextTryAt.value = undefined
    listeners.forEach((listener) => listener())
  }

  /** Returns `send`, watched until the response starts. */
  function watched(send: Send): Send {
    return async (request) => {
      const beganAt = now()
      const forgetSlow = later(() => {
        slow.value = [...slow.value, beganAt]
        void suspect()
      }, slowMs)
      try {
        const answer = await send(request)
        if (isOfGateway(answer)) void suspect()
        else end()
        return answer
      } catch (error) {
        if (!request.signal.aborted) void suspect()
        throw error
      } finally {
        forgetSlow()
        const at = slow.value.indexOf(beganAt)
        if (at >= 0) slow.value = slow.value.toSpliced(at, 1)
      }
    }
  }

  return {
    /** When the outage started; undefined while the service responds. */
    since,
    /** Time of the next attempt; undefined without an outage, and while one is made. */
    nextTryAt,
    /** Start of the oldest request without a response for eight seconds, in ms since 1970; undefined without one. */
    slowSince: computed(() => (slow.value.length > 0 ? Math.min(...slow.value) : undefined)),
    suspect,
    tryNow,
    watched,
    /** Sets how the service is probed; `check` resolves to whether it responds, and never rejects. */
    probeWith: (check: () => Promise<boolean>) => void (probe = check),
    /** Calls back when an outage ends. Returns what removes the callback. */
    onBack(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A proxy's own response: it does not reach the service. */
function isOfGateway({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.get('content-type')?.startsWith('application/problem+json')
}

/** The connection of this window. */
export const connection = createConnection({
  later: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  now: Date.now,
})

const longestProbeMs = 15_000

/** Returns a probe of the service at an address. */
export function probeOf(serviceUrl: string): () => Promise<boolean> {
  return async () => {
    try {
      const signal = AbortSignal.timeout(longestProbeMs)
      return (await fetch(`${serviceUrl}/health`, { cache: 'no-store', signal })).ok
    } catch {
      return false
    }
  }
}
