import { parentPort, workerData } from 'node:worker_threads'
import type { Knex } from 'knex'
import { createKnex } from '../store/connect.ts'
import type { InMoment } from '../domain/jobs/reap.ts'
import { inScope } from '../store/scope.ts'

/** What every periodic worker is handed. */
export interface PeriodicSettings {
  databaseUrl: string
  timeZone: string
  /** How often the scheduler looks. */
  everyMs: number
  resultGraceMs: number
}

/** What a worker tells the service's log. */
export interface PeriodicMessage {
  level: 'info' | 'warn'
  line: string
  facts?: Record<string, unknown>
}

/** A worker's own few connections, its log, and the word that it should end. */
export interface PeriodicSetting {
  settings: PeriodicSettings
  inMoment: InMoment
  tell(level: PeriodicMessage['level'], line: string, facts?: PeriodicMessage['facts']): void
  stopping: AbortSignal
}

/** Runs a periodic entry with what it needs, closes that again, and ends the thread. */
export async function runPeriodic(name: string, work: (setting: PeriodicSetting) => Promise<void>): Promise<void> {
  const settings = workerData as PeriodicSettings
  const stopping = new AbortController()
  parentPort?.on('message', (message) => message === 'cancel' && stopping.abort())
  const knex: Knex = createKnex(settings.databaseUrl, { application: name, poolMax: 2 })
  try {
    await work({
      settings,
      inMoment: (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: new Date() })),
      tell: (level, line, facts) => parentPort?.postMessage({ level, line, facts } satisfies PeriodicMessage),
      stopping: stopping.signal,
    })
  } finally {
    await knex.destroy()
    parentPort?.close() // nothing else keeps the thread
  }
}
