import type { Job } from '../../store/models/job.ts'
import { Job as JobRow } from '../../store/models/job.ts'
import { JobLogLine } from '../../store/models/job-log-line.ts'
import { notFound } from '../refusal.ts'
import type { Call } from '../call.ts'

/** A job as people see it: with its device's name. */
export type Run = Job & { deviceName: string }

export interface RunFilter {
  failedOnly?: boolean
  deviceId?: string
  status?: Job['status']
  kind?: Job['kind']
  since?: Date
}

/** What `failed_only` means: whatever somebody should look at. */
const failedStatuses: Job['status'][] = ['failed', 'blocked', 'partial']

/** Runs in scope, the latest first, behind the one that a page ended with. */
export function listRuns(
  call: Call,
  filter: RunFilter,
  page: { limit: number; after: { queuedAt: Date; id: string } | null },
): Promise<Run[]> {
  const query = runsOf(call).orderBy('jobs.queuedAt', 'desc').orderBy('jobs.id', 'desc').limit(page.limit)
  if (page.after) query.whereRaw('(jobs.queued_at, jobs.id) < (?, ?)', [page.after.queuedAt, page.after.id])
  if (filter.failedOnly) query.whereIn('jobs.status', failedStatuses)
  if (filter.deviceId) query.where('jobs.deviceId', filter.deviceId)
  if (filter.status) query.where('jobs.status', filter.status)
  if (filter.kind) query.where('jobs.kind', filter.kind)
  if (filter.since) query.where('jobs.queuedAt', '>=', filter.since)
  return query.execute() as Promise<Run[]>
}

/** @throws Refusal 404 */
export async function getRun(call: Call, id: string): Promise<Run> {
  const run = await runsOf(call).where('jobs.id', id).first()
  if (!run) throw notFound()
  return run as Run
}

/** Several at once, in the order of their ids. */
export function getRuns(call: Call, ids: string[]): Promise<Run[]> {
  return runsOf(call).whereIn('jobs.id', ids).orderBy('jobs.id').execute() as Promise<Run[]>
}

/** Lines behind `after`, in order; sealed. */
export function readRunLog(
  call: Call,
  { runId, tenantId, after, limit }: { runId: string; tenantId: string; after: number; limit: number },
): Promise<JobLogLine[]> {
  return JobLogLine.query(call.trx)
    .where({ tenantId, jobId: runId })
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

function runsOf({ trx }: Call) {
  return JobRow.query(trx)
    .join('devices', (join) => join.on('devices.tenantId', 'jobs.tenantId').andOn('devices.id', 'jobs.deviceId'))
    .select('jobs.*', 'devices.name as deviceName')
}
