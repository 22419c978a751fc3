import { openEnvelope } from '../../../shared/agent-protocol/envelope.ts'
import type { FromWorker, StartedJob, WorkerStart } from '../../../agent/supervisor/worker-messages.ts'

/** Returns a collector worker's first message about a job: it was opened, with the key of its reports. */
export async function openStartedJob(start: WorkerStart, job: StartedJob): Promise<FromWorker> {
  const { jobId, leaseId, kind, envelope, envelopeSignature } = job
  const { tenantId, agentId, sessionId } = start
  const { reportKey } = await openEnvelope(
    start.envelopePrivateKey,
    { tenantId, agentId, sessionId, jobId, leaseId, kind },
    { sealed: Buffer.from(envelope, 'base64'), signature: Buffer.from(envelopeSignature, 'base64') },
    start.serviceKey,
  )
  return { type: 'opened', leaseId, reportKey: Buffer.from(reportKey, 'base64') }
}
