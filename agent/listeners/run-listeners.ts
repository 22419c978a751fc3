import type { Worker } from 'node:worker_threads'
import type { components } from '../../shared/contract/api-types.ts'
import type { Exchange } from '../link/exchange.ts'
import { post, requireBody } from '../link/service.ts'
import type { FromListener, ToListener } from './listener-messages.ts'
import type { ReportedChange } from './change-queue.ts'
import type { WatchedDevices } from './watch-list.ts'

type Schemas = components['schemas']

/** Interval between two reads of the watch list, in milliseconds. */
const refreshMs = 5 * 60_000

/** Timeout of a request, in milliseconds. */
const requestMs = 30_000

/** Maximum number of changes in a report. */
const maxChanges = 500

/** The listeners of an agent. They stay open between two sessions. */
export interface ListenerRun {
  /** Called after each heartbeat. @param since when the listeners were set; null if there are none */
  follow(since: string | null, exchange: Exchange): void
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
  let current: Exchange | undefined

  function start() {
    const started = spawn()
    worker = started
    started.on('message', (report: FromListener) => void send(started, report))
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

  async function read(exchange: Exchange) {
    isReading = true
    try {
      const body: Schemas['WatchListRequest'] = tag === undefined ? {} : { tag }
      const answer = requireBody(
        await exchange.call<Schemas['WatchList']>(post('/api/agent/watch-list', body, requestMs)),
      )
      readAt = steadyMs()
      if (answer.tag === tag || !isWhole(answer)) return
      tag = answer.tag
      worker?.postMessage({ type: 'watch', list: answer } satisfies ToListener)
    } catch (error) {
      log('warn', `the list of watched devices: ${(error as Error).message}`)
    } finally {
      isReading = false
    }
  }

  async function send(to: Worker, { changes, listeners }: FromListener) {
    const rest: ReportedChange[] = [...changes]
    try {
      do {
        if (!current) throw new Error('no session with the service')
        const body: Schemas['ChangeReport'] = { listeners, changes: rest.slice(0, maxChanges) }
        await current.call(post('/api/agent/change-reports', body, requestMs))
        rest.splice(0, maxChanges)
      } while (rest.length > 0)
    } catch (error) {
      if (changes.length > 0) log('warn', `changes are reported again later: ${(error as Error).message}`)
      to.postMessage({ type: 'rejected', changes: rest } satisfies ToListener)
    }
  }

  return {
    follow(since, exchange) {
      current = exchange
      if (since === null) return end()
      if (!worker) start()
      if (isReading || (settledSince === since && steadyMs() - readAt < refreshMs)) return
      settledSince = since
      void read(exchange)
    },
    stop: end,
  }
}

function isWhole(list: Schemas['WatchList']): list is WatchedDevices {
  return list.listeners !== undefined && list.devices !== undefined && list.platforms !== undefined
}
