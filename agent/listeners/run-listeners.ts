import type { Worker } from 'node:worker_threads'
import { openSnmpUsers, type SnmpUser, type SnmpUsersBinding } from '../../shared/agent-protocol/snmp-users.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Exchange } from '../link/exchange.ts'
import { post, requireBody } from '../link/service.ts'
import { Refused } from '../link/transport-error.ts'
import type { FromListener, ToListener } from './listener-messages.ts'
import type { ReportedChange } from './change-queue.ts'
import type { WatchedDevices } from './watch-list.ts'

type Schemas = components['schemas']
type Report = Schemas['ChangeReport']

/** Interval between two reads of the watch list, in milliseconds. */
const refreshMs = 5 * 60_000

/** Timeout of a request, in milliseconds. */
const requestMs = 30_000

/** Waits after a report that failed, in milliseconds. */
const shortestRetryMs = 2_000
const longestRetryMs = 60_000

/** The thread reports every minute. If it has not for this time, in milliseconds, it is started again. */
const hungMs = 3 * 60_000

/** Maximum number of changes in a report. */
const maxChanges = 500

/** A session with the service, and the key with which its process opens secrets. */
export interface ListenerSession {
  exchange: Exchange
  place: SnmpUsersBinding
  envelopePrivateKey: Uint8Array
}

/** The listeners of an agent. They stay open between two sessions. */
export interface ListenerRun {
  /** Called after each heartbeat. @param since when the listeners were set; null if there are none */
  follow(since: string | null, session: ListenerSession): void
  stop(): void
}

export interface ListenerDependencies {
  /** Starts listener-worker.ts. */
  spawn: () => Worker
  log: (level: 'info' | 'warn' | 'error', line: string) => void
  /** A monotonic clock, in milliseconds. */
  steadyMs: () => number
}

/** Starts the listener thread while the service wants listeners, and sends its reports. */
export function createListenerRun({ spawn, log, steadyMs }: ListenerDependencies): ListenerRun {
  let worker: Worker | undefined
  let tag: string | undefined
  let readAt = -Infinity
  let isReading = false
  let settledSince: string | undefined
  let failures = 0
  let retryAt = -Infinity
  let current: Exchange | undefined
  let reportedAt = -Infinity
  let users: SnmpUser[] = []

  function start() {
    const started = spawn()
    worker = started
    reportedAt = steadyMs()
    started.on('message', (report: FromListener) => {
      if (worker === started) reportedAt = steadyMs()
      void send(started, report)
    })
    started.on('error', (error) => log('error', `the listeners failed: ${error.message}`))
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      tag = undefined
      readAt = -Infinity
    })
    log('info', 'listening for messages of devices')
  }

  function end() {
    if (!worker) return
    void worker.terminate()
    worker = undefined
    tag = undefined
    readAt = -Infinity
  }

  /** An answer without users, of an earlier release of the service, does not turn authentication off. */
  async function read(since: string, { exchange, place, envelopePrivateKey }: ListenerSession) {
    const reader = worker
    isReading = true
    try {
      const body: Schemas['WatchListRequest'] = tag === undefined ? {} : { tag }
      const answer = requireBody(
        await exchange.call<Schemas['WatchList']>(post('/api/agent/watch-list', body, requestMs)),
      )
      if (worker !== reader) return // it ended meanwhile, and its successor reads the list itself
      readAt = steadyMs()
      if (answer.tag !== tag && isWhole(answer)) {
        const { snmp_users: sealed, ...list } = answer
        const knowsUsers = sealed !== undefined
        if (knowsUsers) users = await openSnmpUsers(envelopePrivateKey, place, Buffer.from(sealed, 'base64'))
        if (worker !== reader) return
        tag = answer.tag
        reader?.postMessage({ type: 'watch', list, users, knowsUsers } satisfies ToListener)
      }
      settledSince = since
    } catch (error) {
      log('warn', `the list of watched devices: ${(error as Error).message}`)
    } finally {
      isReading = false
    }
  }

  /** Changes that the service did not accept are reported again later, with growing delays. */
  async function send(to: Worker, { changes, listeners, warnings }: FromListener) {
    for (const warning of warnings) log('warn', warning)
    const rest: ReportedChange[] = [...changes]
    const requeue = () => to.postMessage({ type: 'rejected', changes: rest } satisfies ToListener)
    if (steadyMs() < retryAt) return requeue()
    try {
      do {
        await report(listeners, rest.slice(0, maxChanges))
        rest.splice(0, maxChanges)
      } while (rest.length > 0)
      failures = 0
    } catch (error) {
      if (failures === 0) log('warn', `changes are reported again later: ${(error as Error).message}`)
      retryAt = steadyMs() + Math.min(longestRetryMs, shortestRetryMs * 2 ** failures)
      failures += 1
      requeue()
    }
  }

  /** Sends each change alone if the service refuses them together, and drops those that it refuses. */
  async function report(listeners: FromListener['listeners'], changes: ReportedChange[]): Promise<void> {
    if (!current) throw new Error('no session with the service')
    try {
      await current.call(post('/api/agent/change-reports', { listeners, changes } satisfies Report, requestMs))
    } catch (error) {
      const isInvalid = error instanceof Refused && (error.status === 400 || error.status === 422)
      if (!isInvalid || changes.length === 0) throw error
      if (changes.length === 1) return log('warn', `a change was not accepted and is dropped: ${error.message}`)
      for (const change of changes) await report(listeners, [change])
    }
  }

  return {
    follow(since, session) {
      current = session.exchange
      if (since === null) return end()
      if (worker && steadyMs() - reportedAt >= hungMs) {
        log('error', 'the listeners do not respond and are started again')
        end()
      }
      if (!worker) start()
      if (isReading || (settledSince === since && steadyMs() - readAt < refreshMs)) return
      void read(since, session)
    },
    stop: end,
  }
}

function isWhole(list: Schemas['WatchList']): list is WatchedDevices & Pick<Schemas['WatchList'], 'snmp_users'> {
  return list.listeners !== undefined && list.devices !== undefined && list.platforms !== undefined
}
