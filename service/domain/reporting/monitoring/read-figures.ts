import type { PolicyOutcome } from '../../../store/models/policy-run.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { type AgentStatus, agentStatusSql } from '../../inventory/agents/agent-status.ts'
import { findInstalledAt } from '../../kernel/installed-at.ts'
import { type NightlyKind, tenantsKinds, nightlyKinds } from '../../kernel/maintenance-tasks/nightly-kinds.ts'
import { type Counting, type DeviceCounts, countDevices, noneCounted } from '../daily-report/count-devices.ts'
import { countMarks } from '../daily-report/count-marks.ts'
import type { StoredOfTenant } from '../storage/stored-by-tenant.ts'

/** Metrics of one tenant from the database; a restart of the service does not reset them. */
export interface TenantFigures extends DeviceCounts {
  slug: string
  suspiciousVersions: number
  hostsNotCompared: number
  fingerprintsPending: number
  /** Agents that are not revoked, by status. */
  agents: Record<AgentStatus, number>
  agentsInLabMode: number
  jobsPending: Record<'queued' | 'running' | 'retrying', number>
  /** Age of the oldest job that could have started, in seconds; 0 if no job waits. */
  oldestWaitSeconds: number
  /** Ended jobs of those queued in the last day. */
  jobsEnded: Record<(typeof endings)[number], number>
  storedBytes: number
  damagedPacks: number
  damagedVersions: number
}

/** The last run of a nightly task, and the results of the last day's runs. */
export interface TaskFigures {
  kind: NightlyKind
  /** Null: it never ran. */
  lastStartedAt: Date | null
  /** When the installation, or the tenant of the scope, was created. */
  awaitedSince: Date
  /** Whether a night without a run indicates a problem. */
  isEveryNight: boolean
  ended: Partial<Record<PolicyOutcome, number>>
}

const endings = ['succeeded', 'unchanged', 'partial', 'blocked', 'failed', 'cancelled', 'reverted', 'unknown'] as const
const dayMs = 86_400_000

/** Returns the metrics of each tenant of `stored`, in its order. */
export async function readFigures(counting: Counting, stored: StoredOfTenant[]): Promise<TenantFigures[]> {
  const devices = await countDevices(counting)
  const marks = await countMarks(counting)
  const agents = await countAgents(counting)
  const counts = await countRest(counting)
  return stored.map(({ id, slug, stored: storedBytes }) => {
    const count = (name: string) => counts.get(`${id} ${name}`) ?? 0
    return {
      ...(devices.get(id) ?? noneCounted),
      ...(marks.get(id) ?? { suspiciousVersions: 0, hostsNotCompared: 0 }),
      ...(agents.get(id) ?? { agents: noAgents, agentsInLabMode: 0 }),
      slug,
      storedBytes,
      fingerprintsPending: count('fingerprints'),
      jobsPending: { queued: count('queued'), running: count('running'), retrying: count('retrying') },
      oldestWaitSeconds: count('wait'),
      jobsEnded: Object.fromEntries(endings.map((status) => [status, count(`ended ${status}`)])) as Record<
        (typeof endings)[number],
        number
      >,
      damagedPacks: count('damaged packs'),
      damagedVersions: count('damaged versions'),
    }
  })
}

/**
 * Returns all nightly tasks, whether they ever ran or not; in a tenant's scope only per-tenant tasks. Runs that users
 * or commands start are not included: they are not expected to recur.
 */
export async function readTaskFigures({ trx, tenantId, now }: Counting): Promise<TaskFigures[]> {
  const whose = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const { rows } = await trx.raw<{ rows: Pick<TaskFigures, 'kind' | 'lastStartedAt' | 'ended'>[] }>(
    `select kinds.kind,
       (select started_at from policy_runs r
        where r.kind = kinds.kind and r.started_at <= :now and not r.dry_run ${whose}
        order by started_at desc, id desc limit 1) as "lastStartedAt",
       (select coalesce(jsonb_object_agg(outcome, count), '{}') from (
          select outcome, count(*) from policy_runs r
          where r.kind = kinds.kind and r.started_at > :since and not r.dry_run ${whose} group by outcome) o) as ended
     from unnest(:kinds::text[]) with ordinality kinds (kind, place) order by place`,
    { tenantId, now, since: new Date(now.getTime() - dayMs), kinds: tenantId === null ? nightlyKinds : tenantsKinds },
  )
  const without = tenantId === null ? [] : await notEveryNight(trx, tenantId)
  const awaitedSince = (tenantId === null ? await findInstalledAt(trx) : await createdAt(trx, tenantId)) ?? now
  return rows.map((row) => ({ ...row, awaitedSince, isEveryNight: !without.includes(row.kind) }))
}

async function createdAt(trx: Counting['trx'], tenantId: string): Promise<Date | undefined> {
  return (await Tenant.query(trx).findById(tenantId).select('createdAt'))?.createdAt
}

/** A purge records a run only for tenants with a due device; backups that cannot be decrypted are not checked. */
async function notEveryNight(trx: Counting['trx'], tenantId: string): Promise<NightlyKind[]> {
  const key = await TenantKey.query(trx).findById(tenantId)
  return key?.destroyedAt ? ['purge', 'integrity'] : ['purge']
}

const noAgents: Record<AgentStatus, number> = { pending: 0, online: 0, offline: 0, cloned: 0, rewound: 0, revoked: 0 }

async function countAgents({ trx, tenantId, now }: Counting) {
  const status = agentStatusSql(now)
  const { rows } = await trx.raw(
    `select tenant_id as "tenantId", ${status.sql} as status, count(*)::int as count,
       count(*) filter (where lab_mode)::int as lab
     from agents where revoked_at is null ${tenantId === null ? '' : 'and tenant_id = ?'} group by 1, 2`,
    [...status.bindings, ...(tenantId === null ? [] : [tenantId])],
  )
  const counted = new Map<string, Pick<TenantFigures, 'agents' | 'agentsInLabMode'>>()
  for (const row of rows as { tenantId: string; status: AgentStatus; count: number; lab: number }[]) {
    const so = counted.get(row.tenantId) ?? { agents: noAgents, agentsInLabMode: 0 }
    const agents = { ...so.agents, [row.status]: row.count }
    counted.set(row.tenantId, { agents, agentsInLabMode: so.agentsInLabMode + row.lab })
  }
  return counted
}

/** Each part of the query uses its own index. By tenant and name. */
async function countRest({ trx, tenantId, now }: Counting): Promise<Map<string, number>> {
  const whose = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const { rows } = await trx.raw(
    `select tenant_id, status as name, count(*)::int as value from jobs
     where status in ('queued', 'retrying', 'running') ${whose} group by 1, 2
     union all
     select tenant_id, 'wait', extract(epoch from cast(:now as timestamptz) - min(greatest(queued_at, not_before)))::int
     from jobs where status in ('queued', 'retrying') and not_before <= :now ${whose} group by 1
     union all
     select tenant_id, 'ended ' || status, count(*)::int from jobs
     where queued_at > :since and finished_at is not null ${whose} group by 1, status
     union all
     select tenant_id, 'fingerprints', count(*)::int from fingerprints where status = 'pending' ${whose} group by 1
     union all
     select tenant_id, 'damaged packs', count(*)::int from packs where damaged_at is not null ${whose} group by 1
     union all
     select tenant_id, 'damaged versions', count(*)::int from damaged_versions where true ${whose} group by 1`,
    { tenantId, now, since: new Date(now.getTime() - dayMs) },
  )
  return new Map(
    rows.map((row: { tenant_id: string; name: string; value: number }) => [`${row.tenant_id} ${row.name}`, row.value]),
  )
}
