import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerStart } from '../../../agent/supervisor/worker-messages.ts'
import { openStartedJob } from './open-started-job.ts'

/** A collector worker whose jobs use memory and CPU and never end. Its event loop still runs occasionally. */
const start = workerData as WorkerStart
const held: Buffer[] = []
const bytesOfJob = 8 * 1024 * 1024
const sliceMs = 150

parentPort?.on('message', (message: ToWorker) => void take(message))

async function take(message: ToWorker) {
  if (message.type === 'ping') return parentPort?.postMessage({ type: 'pong' } satisfies FromWorker)
  if (message.type === 'stop') {
    return parentPort?.postMessage({ type: 'done', leaseId: message.leaseId } satisfies FromWorker)
  }
  if (message.type !== 'run') return
  parentPort?.postMessage(await openStartedJob(start, message.job))
  held.push(Buffer.alloc(bytesOfJob, 1))
  if (held.length === 1) burn()
}

function burn(): void {
  const until = performance.now() + sliceMs
  let garbage: unknown[] = []
  while (performance.now() < until) {
    for (const bytes of held) bytes.fill(garbage.length & 0xff, 0, 65_536)
    garbage.push({ text: String(garbage.length).repeat(50) })
    if (garbage.length > 50_000) garbage = []
  }
  setImmediate(burn)
}
