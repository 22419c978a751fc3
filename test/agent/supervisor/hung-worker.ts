import { parentPort, workerData } from 'node:worker_threads'
import type { ToWorker, WorkerStart } from '../../../agent/supervisor/worker-messages.ts'
import { openStartedJob } from './open-started-job.ts'

/** A collector worker that opens its first two jobs and then blocks in an endless loop. */
const start = workerData as WorkerStart
let opened = 0

parentPort?.on('message', (message: ToWorker) => void take(message))

async function take(message: ToWorker) {
  if (message.type !== 'run') return
  parentPort?.postMessage(await openStartedJob(start, message.job))
  if (++opened === 2)
    setTimeout(() => {
      for (;;);
    }, 20)
}
