import type { Job } from '../../store/models/job.ts'
import { Job as JobRow } from '../../store/models/job.ts'
import { remainingSeconds } from './remaining-seconds.ts'
import { notFound } from '../kernel/domain-error.ts'
import type { ActionContext } from '../kernel/context.ts'
import { type TimeOrder, sqlOf } from '../kernel/time-order.ts'

/** A job as users see it, with its device's name. */
export type Run = Job & {
  deviceName: string
  /** The device's. */
  platform: string
  /** Of a restore and its followers, while a commit awaits its confirmation. */
  pending: { confirmUntil: Date; remainingSeconds: number } | null
}

export interface RunFilter {
  failedOnly?: boolean
  /** One of these devices; likewise for statuses and kinds. */
  deviceIds?: string[]
  /** Of what it had last. */
  agentId?: string
  statuses?: Job['status'][]
  kinds?: Job['kind'][]
  since?: Date
  /** Queued at exactly one of these times. */
  queuedAt?: Date[]
  /** With an attempt that started in [`since`, `until`); each end may be absent. */
  attempted?: { since?: Date; until?: Date }
}

/** The statuses of `failed_only`: runs that need attention. */
const failedStatuses: Job['status'][] = ['failed', 'blocked', 'partial', 'unknown']

/** Returns runs in scope by the time they were queued, after the position of a page's end. */
export async function listRuns(
  context: ActionContext,
  filter: RunFilter,
  page: { limit: number; after: { queuedAt: Date; id: string } | null; order?: TimeOrder },
): Promise<Run[]> {
  const { direction, behind } = sqlOf(page.order)
  const query = runsOf(context).orderBy('jobs.queuedAt', direction).orderBy('jobs.id', direction).limit(page.limit)
  if (page.after) query.whereRaw(`(jobs.queued_at, jobs.id) ${behind} (?, ?)`, [page.after.queuedAt, page.after.id])
  if (filter.failedOnly) query.whereIn('jobs.status', failedStatuses)
  if (filter.deviceIds) query.whereIn('jobs.deviceId', filter.deviceIds)
  if (filter.agentId) query.where('jobs.agentId', filter.agentId)
  if (filter.statuses) query.whereIn('jobs.status', filter.statuses)
  if (filter.kinds) query.whereIn('jobs.kind', filter.kinds)
  if (filter.since) query.where('jobs.queuedAt', '>=', filter.since)
  if (filter.queuedAt) query.whereIn('jobs.queuedAt', filter.queuedAt)
  const { since: attemptedSince = null, until: attemptedUntil = null } = filter.attempted ?? {}
  if (attemptedUntil) query.where('jobs.queuedAt', '<', attemptedUntil)
  if (attemptedSince ?? attemptedUntil)
    query.whereRaw(
      `exists (select from job_attempts a where a.tenant_id = jobs.tenant_id and a.job_id = jobs.id
         and a.started_at >= coalesce(?::timestamptz, '-infinity') and a.started_at < coalesce(?::timestamptz, 'infinity'))`,
      [attemptedSince, attemptedUntil],
    )
  return asRuns(context, await query)
}

/** @throws DomainError 404 */
export async function getRun(context: ActionContext, id: string): Promise<Run> {
  const [run] = asRuns(context, await runsOf(context).where('jobs.id', id))
  if (!run) throw notFound()
  return run
}

/** Returns several runs in the order of their ids. */
export async function getRuns(context: ActionContext, ids: string[]): Promise<Run[]> {
  return asRuns(context, await runsOf(context).whereRaw('jobs.id = any(?::uuid[])', [ids]).orderBy('jobs.id'))
}

function runsOf({ trx }: ActionContext) {
  return JobRow.query(trx)
    .join('devices', (join) => join.on('devices.tenantId', 'jobs.tenantId').andOn('devices.id', 'jobs.deviceId'))
    .leftJoin('jobs as restores', (join) =>
      join.on('restores.tenantId', 'jobs.tenantId').andOn('restores.id', 'jobs.restoreId'),
    )
    .select('jobs.*', 'devices.name as deviceName', 'devices.platform', 'restores.confirmUntil as restoreConfirmUntil')
}

function asRuns({ now }: ActionContext, rows: JobRow[]): Run[] {
  return (rows as (JobRow & Pick<Run, 'deviceName' | 'platform'> & { restoreConfirmUntil: Date | null })[]).map(
    (row) => {
      const confirmUntil = row.confirmUntil ?? row.restoreConfirmUntil
      const pending = confirmUntil && { confirmUntil, remainingSeconds: remainingSeconds({ confirmUntil }, now) ?? 0 }
      return Object.assign(row, { pending })
    },
  )
}
