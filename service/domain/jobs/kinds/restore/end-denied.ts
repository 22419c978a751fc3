import { changesDevice } from '../../../../../shared/agent-protocol/restore-kinds.ts'
import { failureWithoutStep } from '../../../../../shared/messages/failure.ts'
import { message } from '../../../../../shared/messages/message.ts'
import type { TenantKeys } from '../../../../keys/tenant-keys.ts'
import { Job } from '../../../../store/models/job.ts'
import { endJob } from '../../end-job.ts'
import type { JobContext } from '../../job-kind.ts'
import { sealFailure } from '../../job-summary.ts'
import type { OfferFacts } from '../../make-offers.ts'
import type { RestorePolicy } from '../../../policies/restore/effective-restore.ts'
import { type Denial, denialOf } from './policy-denial.ts'

/** Returns those of the jobs about to be offered that change a device although the policies now deny it. */
export function deniedAmong({ jobs, tenant, devices }: OfferFacts, platform: RestorePolicy | null): Map<Job, Denial> {
  const denied = new Map<Job, Denial>()
  for (const job of jobs.filter(changesDevice)) {
    const device = devices.get(job.deviceId)
    const denial = device && denialOf(platform, tenant, device)
    if (denial) denied.set(job, denial)
  }
  return denied
}

/** Ends these jobs unless an agent has started them. The run names the level that denies. */
export async function endDenied(context: JobContext, denied: Map<Job, Denial>, keys: TenantKeys): Promise<void> {
  for (const [{ id, leaseId }, denial] of denied) {
    const job = await Job.query(context.trx).findById(id).forUpdate()
    if (!job || job.leaseId !== leaseId || job.status !== 'queued') continue
    const errorCode = job.kind === 'restore' ? 'restore_not_begun' : 'restore_not_confirmed'
    await endJob(context, job, leaseId, {
      status: 'failed',
      errorCode,
      error: sealFailure(keys, id, {
        ...failureWithoutStep(errorCode),
        advice: message('advice_restore_denied', denial),
      }),
    })
  }
}
