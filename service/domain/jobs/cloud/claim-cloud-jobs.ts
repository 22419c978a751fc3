import type { Intervals } from '../../../../shared/agent-protocol/intervals.ts'
import { Job } from '../../../store/models/job.ts'
import type { TenantContext, SystemContext } from '../../kernel/context.ts'
import { type Candidate, takeDevices } from '../claim-jobs.ts'
import { begin } from '../heartbeat.ts'
import { cloudPlatforms } from './cloud-platforms.ts'

/** Tenants with a cloud job that can start now. The transaction is of the platform scope. */
export async function dueCloudTenants({ trx, now }: SystemContext): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { tenant_id: string }[] }>(
    `select distinct j.tenant_id
     from devices d join jobs j on j.tenant_id = d.tenant_id and j.device_id = d.id
     where ${isOfCloud} and j.status in ('queued', 'retrying') and j.not_before <= :now and j.lease_id is null`,
    { now },
  )
  return rows.map((row) => row.tenant_id)
}

/** A process of the service that claims jobs, and its free capacity. */
export interface CloudClaim {
  runnerId: string
  limit: number
  /**
   * Maximum number of running jobs for each organisation of the tenant: more jobs would only wait for the rate limit.
   */
  perOrganisation: number
  /** Number of running jobs of this tenant by the organisation of their device; '' for devices without one. */
  running: ReadonlyMap<string, number>
}

/**
 * Starts the oldest cloud jobs of the tenant, each under a lease. No offers are made, because the claiming process runs
 * them itself. Agents that are assigned to such a device have no effect.
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

/** The index of these devices requires exactly this condition. */
const isOfCloud = `d.platform in (${cloudPlatforms.map((id) => `'${id}'`).join(', ')})`

/**
 * Locks the oldest jobs that can start. Jobs beyond an organisation's limit are skipped before the limit of the query
 * applies, so that one organisation does not block others.
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
