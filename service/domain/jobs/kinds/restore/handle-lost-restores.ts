import type { SystemContext } from '../../../kernel/context.ts'
import { commitMs } from '../../../../../shared/agent-protocol/intervals.ts'
import { changingKinds } from '../../../../../shared/agent-protocol/restore-kinds.ts'
import { Job } from '../../../../store/models/job.ts'
import { recordRestoreEnd } from './record-restore-end.ts'
import type { JobContext, LeasedJob, WorkerLoss } from '../../job-kind.ts'

/** SQL condition: the row `j` of jobs changes its device, and so runs at most once. */
const isOnce = `j.kind in (${changingKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * Ends a job that changes its device and whose work is lost: it is `unknown`, and never queued again. A late result, or a
 * check as soon as no other worker can be on the device, replaces that. The device is held until it must have rolled back:
 * from a commit that began when the worker was lost, or at its deadline.
 */
export async function handleLostRestore(
  context: JobContext,
  { tenantId, id, leaseId }: LeasedJob,
  worker: WorkerLoss,
): Promise<'end'> {
  const { trx, now } = context
  const checkAt = worker === 'ended' ? ':now::timestamptz' : 'committed_by'
  const committedBy = `${worker === 'ended' ? ':now::timestamptz' : 'greatest(j.deadline_at, :now::timestamptz)'} + ${commit}`
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with found as (
       select j.*, ${committedBy} as committed_by
       from jobs j where j.tenant_id = :tenantId and j.id = :id and j.lease_id = :leaseId),
     wanted as (select *, ${checkAt} as next_check_at from found),
     freed as (
       delete from device_leases d using wanted w
       where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id),
     ended as (
       update job_attempts a set ended_at = :now, outcome = 'lost', error_code = 'agent_lost' from wanted w
       where a.tenant_id = w.tenant_id and a.job_id = w.id and a.lease_id = w.lease_id and a.ended_at is null),
     confirmed as (
       update jobs r set check_at = w.next_check_at, held_until = greatest(r.held_until, w.next_check_at) from wanted w
       where r.tenant_id = w.tenant_id and r.id = w.restore_id and r.status = 'awaiting_confirmation')
     update jobs j set
       status = 'unknown', error_code = 'agent_lost', finished_at = :now, losses = j.losses + 1,
       lease_id = null, session_id = null, lease_expires_at = null, deadline_at = null,
       held_until = case when j.kind = 'restore'
         then w.committed_by + make_interval(mins => j.confirm_minutes) + ${commit} end,
       check_at = case when j.kind = 'restore' then w.next_check_at end
     from wanted w where j.tenant_id = w.tenant_id and j.id = w.id
     returning j.id`,
    { tenantId, id, leaseId, now },
  )
  const lost = rows.length > 0 ? await Job.query(trx).findById(id) : undefined
  if (lost?.kind === 'restore') await recordRestoreEnd(context, lost)
  return 'end'
}

const commit = `interval '${commitMs} milliseconds'`

/** A new process of an agent works on no device: checks of its lost restores need not wait for their deadlines. */
export async function recheckLostRestores(
  { trx, now }: SystemContext,
  tenantId: string,
  agentId: string,
): Promise<void> {
  await trx.raw(
    `update jobs r set check_at = :now
     where r.tenant_id = :tenantId and r.kind = 'restore' and r.check_at > :now and exists (
       select from jobs j where j.tenant_id = r.tenant_id and coalesce(j.restore_id, j.id) = r.id and ${isOnce}
         and j.agent_id = :agentId and j.status = 'unknown' and j.error_code = 'agent_lost')`,
    { tenantId, agentId, now },
  )
}
