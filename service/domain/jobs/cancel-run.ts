import { Job } from '../../store/models/job.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError, notFound } from '../kernel/domain-error.ts'
import { endJob } from './end-job.ts'
import type { JobContext } from './job-kind.ts'

const pending: Job['status'][] = ['queued', 'retrying', 'running']

/**
 * Cancels a queued run, or requests the agent to stop a running one: the run ends when the agent reports it or its
 * lease expires. A repeated request changes nothing.
 * @throws DomainError 409 for a run that has ended, and for a restore whose commit awaits its confirmation
 */
export async function cancelRun(context: TenantContext & JobContext, id: string): Promise<void> {
  const job = await Job.query(context.trx).findById(id).forUpdate()
  if (!job) throw notFound()
  if (job.status === 'awaiting_confirmation') throw new DomainError('commit_pending')
  if (!pending.includes(job.status)) throw new DomainError('run_ended', { status: job.status })
  if (job.status === 'running') {
    await Job.query(context.trx)
      .findById(id)
      .patch({ cancelRequestedAt: job.cancelRequestedAt ?? context.now })
  } else {
    await Job.query(context.trx).findById(id).patch({ cancelRequestedAt: context.now })
    await endJob(context, job, job.leaseId, { status: 'cancelled' })
  }
  await recordAudit(context, 'run.cancel', {
    kind: 'run',
    id,
    tenantId: job.tenantId,
    detail: { device_id: job.deviceId, was: job.status },
  })
}
