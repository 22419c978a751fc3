import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as pause } from 'node:timers/promises'
import type { FromWorker, ToWorker, WorkerStart } from '../../../agent/supervisor/worker-messages.ts'
import { openStartedJob } from './open-started-job.ts'

/** A collector worker whose jobs immediately start an irreversible step, which takes some time. */
const start = workerData as WorkerStart

parentPort?.on('message', (message: ToWorker) => void take(message))

async function take(message: ToWorker) {
  if (message.type !== 'run') return
  const { leaseId } = message.job
  tell(await openStartedJob(start, message.job))
  tell({ type: 'committing', leaseId })
  tell({ type: 'trouble', line: 'it commits' })
  await pause(1_000)
  tell({ type: 'trouble', line: 'it is committed' })
  tell({ type: 'done', leaseId })
}

function tell(message: FromWorker) {
  parentPort?.postMessage(message)
}
