import { parentPort, workerData } from 'node:worker_threads'
import { openEnvelope } from '../../shared/agent-protocol/envelope.ts'
import type { FromWorker, ToWorker, WorkerStart } from '../../agent/supervisor/worker-messages.ts'

/** A collector worker that opens its first two jobs and then turns for ever, as one does that has lost its way. */
const start = workerData as WorkerStart
let opened = 0

parentPort?.on('message', (message: ToWorker) => void take(message))

async function take(message: ToWorker) {
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
  if (++opened === 2)
    setTimeout(() => {
      for (;;);
    }, 20)
}
