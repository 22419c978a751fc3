import type { Intervals } from '../../../../shared/agent-protocol/intervals.ts'
import { Job } from '../../../store/models/job.ts'
import type { TenantContext, SystemContext } from '../../kernel/context.ts'
import { type Candidate, takeDevices } from '../claim-jobs.ts'
import { begin } from '../heartbeat.ts'
import { cloudPlatforms } from './cloud-platforms.ts'

/** Customers that have a job of a cloud which could begin now. The transaction is of the platform scope. */
export async function dueCloudTenants({ trx, now }: SystemContext): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { tenant_id: string }[] }>(
    `select distinct j.tenant_id
     from devices d join jobs j on j.tenant_id = d.tenant_id and j.device_id = d.id
     where ${isOfCloud} and j.status in ('queued', 'retrying') and j.not_before <= :now and j.lease_id is null`,
    { now },
  )
  return rows.map((row) => row.tenant_id)
}

/** Who asks: one process of the service, and what it has room for. */
export interface CloudClaim {
  runnerId: string
  limit: number
  /** How many jobs it may run of one organisation of the customer: others would only wait for their turns. */
  perOrganisation: number
  /** How many it runs of this customer, by what its devices say of their organisation; '' is nothing. */
  running: ReadonlyMap<string, number>
}

/**
 * Begins the oldest jobs of the customer's clouds, each under a lease: whoever claims runs in this very process, so
 * nothing is offered first. Agents named for such a device mean nothing.
 */
export async function claimCloudJobs(context: TenantContext, claim: CloudClaim, intervals: Intervals): Promise<Job[]> {
  const { trx, tenantId } = context
  const found = await lockCandidates(context, claim)
  if (found.length === 0) return []
  const leases = await takeDevices(context, found)
  await trx.raw(
    `update jobs j set agent_id = :runnerId, lease_id = w.lease_id
     from unnest(:jobs::uuid[], :leases::uuid[]) as w (id, lease_id)
     where j.tenant_id = :tenantId and j.id = w.id`,
    {
      tenantId,
      runnerId: claim.runnerId,
      jobs: leases.map((lease) => lease.id),
      leases: leases.map((lease) => lease.lease_id),
    },
  )
  const jobs = await Job.query(trx).findByIds(leases.map((lease) => lease.id))
  await begin(context, jobs, intervals)
  return jobs
}

/** The index of such devices is for these very words. */
const isOfCloud = `d.platform in (${cloudPlatforms.map((id) => `'${id}'`).join(', ')})`

/**
 * Locks the oldest jobs that may begin. An organisation's jobs beyond its share are passed over before the limit counts, so
 * that many of one organisation do not keep those of others out.
 */
async function lockCandidates({ trx, tenantId, now }: TenantContext, claim: CloudClaim): Promise<Candidate[]> {
  const { limit, perOrganisation, running } = claim
  const { rows } = await trx.raw<{ rows: Candidate[] }>(
    `with waiting as (
       select j.id, coalesce(d.options ->> 'netco_org_id', '') as organisation,
         row_number() over (partition by coalesce(d.options ->> 'netco_org_id', '') order by j.queued_at, j.id) as place
       from jobs j join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
       where j.tenant_id = :tenantId and ${isOfCloud} and j.status in ('queued', 'retrying') and j.not_before <= :now
         and j.lease_id is null and d.enabled and d.decommissioned_at is null
         and not exists (
           select from device_leases l where l.tenant_id = j.tenant_id and l.device_id = j.device_id)
     )
     select j.id, j.device_id
     from waiting w join jobs j on j.tenant_id = :tenantId and j.id = w.id
     where w.place <= :perOrganisation - coalesce((:running::jsonb ->> w.organisation)::int, 0)
       and j.status in ('queued', 'retrying') and j.not_before <= :now and j.lease_id is null
     order by j.queued_at, j.id
     limit :limit
     for update of j skip locked`,
    { tenantId, now, limit, perOrganisation, running: JSON.stringify(Object.fromEntries(running)) },
  )
  return rows
}
