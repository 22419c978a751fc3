import { Job } from '../../store/models/job.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { conflict, notFound } from '../refusal.ts'
import { endJob } from './end-job.ts'

const pending: Job['status'][] = ['queued', 'retrying', 'running']

/**
 * Cancels a run that waits, or asks the agent to stop one that runs: it is over when the agent says so, or its lease
 * ends. Asking twice changes nothing.
 * @throws Refusal 409 for a run that has ended, and for a restore whose commit waits for its confirmation
 */
export async function cancelRun(call: TenantCall, id: string): Promise<void> {
  const job = await Job.query(call.trx).findById(id).forUpdate()
  if (!job) throw notFound()
  if (job.status === 'awaiting_confirmation') {
    throw conflict('The commit is made: the device goes back by itself unless it is confirmed.', 'commit_pending')
  }
  if (!pending.includes(job.status)) throw conflict(`The run has ended: it is ${job.status}.`, 'run_ended')
  if (job.status === 'running') {
    await Job.query(call.trx)
      .findById(id)
      .patch({ cancelRequestedAt: job.cancelRequestedAt ?? call.now })
  } else {
    await Job.query(call.trx).findById(id).patch({ cancelRequestedAt: call.now })
    await endJob(call, job, job.leaseId, { status: 'cancelled' })
  }
  await recordAudit(call, 'run.cancel', {
    kind: 'run',
    id,
    tenantId: job.tenantId,
    detail: { device_id: job.deviceId, was: job.status },
  })
}
