import type { SystemContext } from '../kernel/context.ts'
import { Job } from '../../store/models/job.ts'
import { sendSignals } from '../../store/pg-notify.ts'
import { lossBudget } from './budgets.ts'
import type { LeasedJob } from './job-kind.ts'
import { type EventDevice, recordEvents } from '../outbox/events/record-events.ts'
import { type WorkerLoss, isOnce, handleLostRestores } from './kinds/restore/handle-lost-restores.ts'
import { recordRestoreEnd } from './kinds/restore/record-restore-end.ts'

/**
 * Takes leases away whose work is lost: the agent is gone, or killed it. Each is a loss of its job, which queues again,
 * ends as `cancelled` if that was asked for, or as `agent_lost` when its budget of losses is spent. The attempt keeps
 * its lease's id: a result that comes late is accepted as long as no newer lease was given. What changes a device is never
 * queued again (lose-restores.ts).
 */
export async function expireLeases({ trx, now }: SystemContext, jobs: LeasedJob[], worker: WorkerLoss): Promise<void> {
  if (jobs.length === 0) return
  await handleLostRestores({ trx, now }, jobs, worker)
  const wanted = [jobs.map((job) => job.tenantId), jobs.map((job) => job.id), jobs.map((job) => job.leaseId)]
  const { rows } = await trx.raw<{ rows: Lost[] }>(
    `with wanted as (select * from unnest(?::uuid[], ?::uuid[], ?::uuid[]) as w (tenant_id, id, lease_id)),
     freed as (
       delete from device_leases d using wanted w
       where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id),
     ended as (
       update job_attempts a set ended_at = ?, outcome = 'lost', error_code = 'agent_lost' from wanted w
       where a.tenant_id = w.tenant_id and a.job_id = w.id and a.lease_id = w.lease_id and a.ended_at is null),
     lost as (
       update jobs j set
         losses = j.losses + 1, lease_id = null, session_id = null, claim_id = null,
         offer_expires_at = null, lease_expires_at = null, deadline_at = null,
         agent_id = case when j.cancel_requested_at is null and j.losses + 1 < ? then null else j.agent_id end,
         status = case when j.cancel_requested_at is not null then 'cancelled'
                       when j.losses + 1 >= ? then 'failed' else 'queued' end,
         error_code = case when j.cancel_requested_at is null and j.losses + 1 >= ? then 'agent_lost' end,
         finished_at = case when j.cancel_requested_at is not null or j.losses + 1 >= ? then ?::timestamptz end,
         not_before = ?
       from wanted w where j.tenant_id = w.tenant_id and j.id = w.id and j.lease_id = w.lease_id
       returning j.tenant_id, j.id, j.device_id, j.kind, j.trigger, j.status)
     update devices d set
       last_job_id = lost.id,
       last_outcome = case when lost.status = 'failed' then 'failed' else d.last_outcome end
     from lost
     where d.tenant_id = lost.tenant_id and d.id = lost.device_id and lost.kind = 'backup' and lost.status <> 'queued'
     returning d.id, d.name, d.site, d.platform, d.tags, d.tenant_id, lost.id as run_id, lost.trigger, lost.status`,
    [...wanted, now, lossBudget, lossBudget, lossBudget, lossBudget, now, now],
  )
  await recordEvents(
    { trx, now },
    rows
      .filter(({ status }) => status === 'failed')
      .map(({ tenant_id: tenantId, run_id, trigger, ...device }) => ({
        type: 'run.failed' as const,
        tenantId,
        device,
        data: { run_id, trigger, error_code: 'agent_lost' },
      })),
  )
  await wakeTenants({ trx, now }, jobs)
}

/** A backup that ended so, and its device. */
interface Lost extends EventDevice {
  tenant_id: string
  run_id: string
  trigger: string
  status: string
}

/**
 * Takes offers back that no agent began to work on: nothing happened, so nothing is counted. What changes a device was
 * offered once, and is not offered again: whoever asked for it may ask again.
 */
export async function withdrawOffers({ trx, now }: SystemContext, jobs: LeasedJob[]): Promise<void> {
  if (jobs.length === 0) return
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with wanted as (select * from unnest(?::uuid[], ?::uuid[], ?::uuid[]) as w (tenant_id, id, lease_id)),
     freed as (
       delete from device_leases d using wanted w
       where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id)
     update jobs j set
       lease_id = null, session_id = null, claim_id = null, offer_expires_at = null,
       agent_id = case when ${isOnce} then j.agent_id end,
       status = case when ${isOnce} then 'failed' else j.status end,
       error_code = case when ${isOnce} then 'restore_not_begun' else j.error_code end,
       finished_at = case when ${isOnce} then ?::timestamptz else j.finished_at end
     from wanted w where j.tenant_id = w.tenant_id and j.id = w.id and j.lease_id = w.lease_id
     returning case when j.kind = 'restore' then j.id end as id`,
    [jobs.map((job) => job.tenantId), jobs.map((job) => job.id), jobs.map((job) => job.leaseId), now],
  )
  const given = rows.flatMap(({ id }) => id ?? [])
  for (const restore of given.length > 0 ? await Job.query(trx).findByIds(given) : []) {
    await recordRestoreEnd({ trx, now }, restore)
  }
  await wakeTenants({ trx, now }, jobs)
}

/** One signal for each customer that has something to do again. */
export async function wakeTenants({ trx }: SystemContext, jobs: { tenantId: string }[]): Promise<void> {
  await sendSignals(trx, 'jobs', [...new Set(jobs.map((job) => job.tenantId))])
}
