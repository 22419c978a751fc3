import { parentPort, workerData } from 'node:worker_threads'
import { openEnvelope } from '../../shared/agent-protocol/envelope.ts'
import type { FromWorker, ToWorker, WorkerStart } from '../../agent/supervisor/worker-messages.ts'

/** A collector worker whose jobs fill memory and keep a processor busy, and never end. It still turns now and then. */
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
  const { jobId, leaseId, kind, envelope, envelopeSignature } = message.job
  const { tenantId, agentId, sessionId } = start
  const { reportKey } = await openEnvelope(
    start.envelopePrivateKey,
    { tenantId, agentId, sessionId, jobId, leaseId, kind },
    { sealed: Buffer.from(envelope, 'base64'), signature: Buffer.from(envelopeSignature, 'base64') },
    start.serviceKey,
  )
  parentPort?.postMessage({ type: 'opened', leaseId, reportKey: Buffer.from(reportKey, 'base64') } satisfies FromWorker)
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
