import type { SystemContext } from '../../../kernel/context.ts'
import { commitMs } from '../../../../../shared/agent-protocol/intervals.ts'
import { changingKinds } from '../../../../../shared/agent-protocol/restore-kinds.ts'
import { Job } from '../../../../store/models/job.ts'
import { recordRestoreEnd } from './record-restore-end.ts'
import type { LeasedJob } from '../../job-kind.ts'

/**
 * `ended`: nobody works on it any more. `unheard`: somebody may, until a commit that it began at its deadline is over: past
 * its commit an agent that hears nobody finishes what it does.
 */
export type WorkerLoss = 'ended' | 'unheard'

/** Of a row `j` of jobs: what changes its device, and so is done at most once. */
export const isOnce = `j.kind in (${changingKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * Of the jobs whose work is lost, those that change a device: they are `unknown`, and never queued again. A late result
 * turns that into the truth, or a look at the device, which comes as soon as nobody else can be on it. The device is held
 * until it has gone back by itself in any case: from a commit that was begun when the worker was lost, or at its deadline.
 */
export async function handleLostRestores(
  { trx, now }: SystemContext,
  jobs: LeasedJob[],
  worker: WorkerLoss,
): Promise<void> {
  const wanted = {
    tenants: jobs.map((job) => job.tenantId),
    ids: jobs.map((job) => job.id),
    leases: jobs.map((job) => job.leaseId),
  }
  const lookAt = worker === 'ended' ? ':now::timestamptz' : 'committed_by'
  const committedBy = `${worker === 'ended' ? ':now::timestamptz' : 'greatest(j.deadline_at, :now::timestamptz)'} + ${commit}`
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with found as (
       select j.*, ${committedBy} as committed_by
       from unnest(:tenants::uuid[], :ids::uuid[], :leases::uuid[]) as w (tenant_id, id, lease_id)
       join jobs j on j.tenant_id = w.tenant_id and j.id = w.id and j.lease_id = w.lease_id and ${isOnce}),
     wanted as (select *, ${lookAt} as look_at from found),
     freed as (
       delete from device_leases d using wanted w
       where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id),
     ended as (
       update job_attempts a set ended_at = :now, outcome = 'lost', error_code = 'agent_lost' from wanted w
       where a.tenant_id = w.tenant_id and a.job_id = w.id and a.lease_id = w.lease_id and a.ended_at is null),
     confirmed as (
       update jobs r set check_at = w.look_at, held_until = greatest(r.held_until, w.look_at) from wanted w
       where r.tenant_id = w.tenant_id and r.id = w.restore_id and r.status = 'awaiting_confirmation')
     update jobs j set
       status = 'unknown', error_code = 'agent_lost', finished_at = :now, losses = j.losses + 1,
       lease_id = null, session_id = null, lease_expires_at = null, deadline_at = null,
       held_until = case when j.kind = 'restore'
         then w.committed_by + make_interval(mins => j.confirm_minutes) + ${commit} end,
       check_at = case when j.kind = 'restore' then w.look_at end
     from wanted w where j.tenant_id = w.tenant_id and j.id = w.id
     returning j.id`,
    { ...wanted, now },
  )
  const lost = await Job.query(trx)
    .findByIds(rows.map(({ id }) => id))
    .where({ kind: 'restore' })
  for (const restore of lost) await recordRestoreEnd({ trx, now }, restore)
}

const commit = `interval '${commitMs} milliseconds'`

/**
 * An agent whose process is new is on no device any more: what it was lost over need not wait for its deadline to be
 * looked at.
 */
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
