import path from 'node:path'
import Bree from 'bree'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { nextOccurrence } from '../../shared/cron/schedule.ts'
import type { Pieces } from '../pieces.ts'
import type { PeriodicMessage, PeriodicSettings } from './run-periodic.ts'
import { schedule } from './schedule.ts'

/** The workers of schedule.ts, under way. */
export interface Periodic {
  /** Asks each worker to end, and ends those that do not. */
  stop(): Promise<void>
}

export interface PeriodicOptions {
  /** How often the scheduler looks; the protocol's 5 s where it is absent. */
  everyMs?: number
}

/** Longest wait for a worker that was asked to end; PostgreSQL rolls back what it had begun. */
const stopMs = 3_000

/** Pause before a worker that died is run again. */
const restartMs = 5_000

/** A timer cannot be set further ahead; it is set again then. */
const longestTimerMs = 24 * 3_600_000

/**
 * Runs what is periodic in threads of its own, through Bree: the long-lived ones from now on, the others at times that
 * our own cron computes (Bree's own is wrong around changes of the clock).
 */
export async function startPeriodic(
  {
    settings,
    masterKey,
    intervals = defaultIntervals,
    log,
    now,
  }: Pick<Pieces, 'settings' | 'masterKey' | 'intervals' | 'log' | 'now'>,
  databaseUrl: string,
  { everyMs = 5_000 }: PeriodicOptions = {},
): Promise<Periodic> {
  const { timeZone } = settings
  const resultGraceMs = intervals.result_grace_ms
  const handed: PeriodicSettings = { settings, databaseUrl, masterKey, everyMs, resultGraceMs }
  const timers = new Map<string, NodeJS.Timeout>()
  let stopping = false

  const bree = new Bree({
    root: false,
    logger: false,
    acceptedExtensions: ['.ts', '.js', '.mjs'],
    jobs: schedule.map(({ name }) => ({
      name,
      path: path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`),
      timeout: false,
      worker: { workerData: handed, env: {} },
    })),
    errorHandler: (error, { name }) => {
      const words = error instanceof Error ? error.message : String(error)
      if (!stopping) log.warn({ worker: name }, `a periodic worker failed: ${words}`)
    },
    workerMessageHandler: ({ name, message }) => {
      const { level, line, facts } = message as PeriodicMessage
      log[level]({ worker: name, ...facts }, line)
    },
  })
  await bree.start()
  bree.on('worker deleted', (name: string) => {
    const isLasting = schedule.some((job) => job.name === name && !job.at)
    if (isLasting && !stopping) later(name, restartMs, () => run(name))
  })

  function run(name: string) {
    if (!stopping) void bree.run(name)
  }

  function later(name: string, ms: number, then: () => void) {
    timers.set(name, setTimeout(then, ms).unref())
  }

  function runAt(name: string, at: string) {
    const next = nextOccurrence(at, now(), timeZone)
    const waitMs = next ? next.getTime() - now().getTime() : longestTimerMs
    if (waitMs > longestTimerMs) return later(name, longestTimerMs, () => runAt(name, at))
    later(name, Math.max(0, waitMs), () => {
      run(name)
      runAt(name, at)
    })
  }

  for (const { name, at } of schedule) {
    if (at) runAt(name, at)
    else run(name)
  }

  return {
    async stop() {
      stopping = true
      for (const timer of timers.values()) clearTimeout(timer)
      const workers = [...bree.workers.values()]
      const asked = bree.stop()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, stopMs)
      await Promise.race([asked, late]) // Bree waits for ever for a worker that does not answer
      clearTimeout(timer)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
