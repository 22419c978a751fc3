import { parentPort, workerData } from 'node:worker_threads'
import { queueDueBackups } from '../../service/domain/jobs/schedules/queue-due-backups.ts'
import { createKnex } from '../../service/store/connect.ts'
import { inScope } from '../../service/store/scope.ts'

/** Start parameters of a benchmark replica. */
export interface WorkerInput {
  url: string
  now: Date
}

/** The work done. */
export interface WorkerResult {
  queued: number
  statements: number
}

/** One replica: waits for the signal, queues due backups once and reports the result. */
const { url, now } = workerData as WorkerInput
const knex = createKnex(url, { application: 'coffer bench', poolMax: 2 })
let statements = 0
knex.on('query', () => (statements += 1))
await knex.raw('select 1')
parentPort?.postMessage('ready')
parentPort?.once('message', () => {
  statements = 0
  void queueDueBackups((step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now })), {
    timeZone: 'Europe/Paris',
    scheduleJitterMinutes: 10,
  }).then(async ({ queued }) => {
    parentPort?.postMessage({ queued, statements } satisfies WorkerResult)
    await knex.destroy()
  })
})
