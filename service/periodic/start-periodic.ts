import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Bree from 'bree'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { findLastRuns } from '../domain/kernel/maintenance-tasks/find-last-runs.ts'
import type { Dependencies } from '../dependencies.ts'
import { threadEnvironment } from '../thread-environment.ts'
import { inScope } from '../store/scope.ts'
import type { Notifier } from '../store/pg-notify.ts'
import { createNightlyScheduler } from './nightly-scheduler.ts'
import type { PeriodicMessage, PeriodicSettings } from './run-periodic.ts'
import { type WorkSignal, isNightly, restartMs, schedule } from './schedule.ts'

/** The running workers of schedule.ts. */
export interface Periodic {
  /** Asks each worker to end, and terminates those that do not end in time. */
  stop(): Promise<void>
}

export interface PeriodicOptions {
  /** Interval in milliseconds between checks of schedules and nightly tasks; default 5 s. */
  everyMs?: number
}

/** Longest wait for a worker that was asked to end. PostgreSQL rolls back its transactions. */
const stopMs = 3_000

/**
 * Runs periodic work in threads through Bree. Loop workers start now, nightly tasks when the nightly scheduler decides:
 * Bree's own schedule is wrong around clock changes.
 */
export async function startPeriodic(
  {
    settings,
    masterKey,
    intervals = defaultIntervals,
    log,
    now,
    knex,
    signals,
  }: Pick<Dependencies, 'settings' | 'masterKey' | 'intervals' | 'log' | 'now' | 'knex'> & {
    signals: Pick<Notifier, 'on'>
  },
  databaseUrl: string,
  { everyMs = 5_000 }: PeriodicOptions = {},
): Promise<Periodic> {
  const { timeZone } = settings
  const resultGraceMs = intervals.result_grace_ms
  const handed: PeriodicSettings = { settings, databaseUrl, masterKey, everyMs, resultGraceMs, intervals }
  const timers = new Map<string, NodeJS.Timeout>()
  const ending = new AbortController()
  let stopping = false

  const bree = createThreads(handed, log, () => stopping)
  await bree.start()
  bree.on('worker deleted', (name: string) => {
    const isLasting = schedule.some((job) => job.name === name && !isNightly(job))
    if (isLasting && !stopping) later(name, restartMs, () => run(name))
  })

  function run(name: string) {
    if (!stopping) void bree.run(name)
  }

  function later(name: string, ms: number, then: () => void) {
    timers.set(name, setTimeout(then, ms).unref())
  }

  const look = createNightlyScheduler({
    tasks: schedule.filter(isNightly),
    timeZone,
    now,
    steadyMs: () => performance.now(),
    findLastRuns: () => inScope(knex, { kind: 'platform' }, (trx) => findLastRuns({ trx, now: now() })),
    run,
  })

  /** Logs a failure once, until a check succeeds again. */
  async function keepLooking() {
    let troubled = false
    while (!stopping) {
      try {
        await look()
        troubled = false
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        if (!troubled && !stopping) log.warn(`cannot find out which nightly tasks were missed: ${words}`)
        troubled = true
      }
      await pause(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  const announce = (signal: WorkSignal) => signals.on(signal, () => bree.workers.get('loops')?.postMessage(signal))
  const subscriptions = [announce('jobs'), announce('events')]
  for (const { name } of schedule.filter((job) => !isNightly(job))) run(name)
  void keepLooking()

  return {
    async stop() {
      stopping = true
      subscriptions.forEach((off) => off())
      ending.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      const workers = [...bree.workers.values()]
      const stopped = bree.stop()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, stopMs)
      await Promise.race([stopped, late]) // Bree waits without limit for a worker that does not respond
      clearTimeout(timer)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Creates a thread for each worker of schedule.ts without starting it. Messages of the threads are logged. */
function createThreads(workerData: PeriodicSettings, log: Dependencies['log'], isStopping: () => boolean): Bree {
  return new Bree({
    root: false,
    logger: false,
    acceptedExtensions: ['.ts', '.js', '.mjs'],
    jobs: schedule.map(({ name }) => ({
      name,
      path: path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`),
      timeout: false,
      worker: { workerData, env: threadEnvironment() },
    })),
    errorHandler: (error, { name }) => {
      const words = error instanceof Error ? error.message : String(error)
      if (!isStopping()) log.warn({ worker: name }, `a periodic worker failed: ${words}`)
    },
    workerMessageHandler: ({ name, message }) => {
      const { level, line, facts } = message as PeriodicMessage
      log[level]({ worker: name, ...facts }, line)
    },
  })
}
