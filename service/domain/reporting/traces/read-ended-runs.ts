import type { Job } from '../../../store/models/job.ts'
import type { JobAttempt } from '../../../store/models/job-attempt.ts'
import { JobLogBlock } from '../../../store/models/job-log-block.ts'
import { readRows } from '../../../store/read-rows.ts'
import type { SystemContext } from '../../kernel/context.ts'

/** A run that ended, for its trace. */
export interface EndedRun extends Pick<
  Job,
  'id' | 'tenantId' | 'deviceId' | 'kind' | 'trigger' | 'status' | 'errorCode' | 'transport' | 'queuedAt'
> {
  finishedAt: Date
  slug: string
  platform: string
}

/** An attempt that ended. */
export type TracedAttempt = Pick<
  JobAttempt,
  'jobId' | 'number' | 'leaseId' | 'agentId' | 'startedAt' | 'outcome' | 'errorCode' | 'reportedAt' | 'committedAt'
> & { endedAt: Date }

/** Position of a run among those that ended: their times, then their ids. */
export interface RunPosition {
  /** As PostgreSQL writes it, with microseconds. */
  finishedAt: string
  runId: string
}

/** Returns up to `max` runs after a position that ended by `until`, in order, and the position of each. */
export async function readEndedRuns(
  { trx }: SystemContext,
  after: RunPosition,
  until: Date,
  max: number,
): Promise<(EndedRun & { position: RunPosition })[]> {
  const { rows } = await trx.raw<{ rows: (EndedRun & { at: string })[] }>(
    `select j.id, j.tenant_id as "tenantId", j.device_id as "deviceId", j.kind, j.trigger, j.status, j.transport,
       j.error_code as "errorCode", j.queued_at as "queuedAt", j.finished_at as "finishedAt", j.finished_at::text as at,
       t.slug, d.platform
     from jobs j
     join tenants t on t.id = j.tenant_id
     join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
     where (j.finished_at, j.id) > (cast(:finishedAt as timestamptz), cast(:runId as uuid)) and j.finished_at <= :until
     order by j.finished_at, j.id limit :max`,
    { ...after, until, max },
  )
  return rows.map(({ at, ...run }) => ({ ...run, position: { finishedAt: at, runId: run.id } }))
}

/** Returns the ended attempts of these runs, in order. */
export async function readEndedAttempts({ trx }: SystemContext, runs: readonly EndedRun[]): Promise<TracedAttempt[]> {
  const { rows } = await trx.raw<{ rows: TracedAttempt[] }>(
    `select job_id as "jobId", number, lease_id as "leaseId", agent_id as "agentId", started_at as "startedAt",
       ended_at as "endedAt", outcome, error_code as "errorCode", reported_at as "reportedAt",
       committed_at as "committedAt"
     from job_attempts where job_id = any(:ids::uuid[]) and tenant_id = any(:tenants::uuid[]) and ended_at is not null
     order by job_id, number`,
    { ids: runs.map(({ id }) => id), tenants: [...new Set(runs.map(({ tenantId }) => tenantId))] },
  )
  return rows
}

/** Limits of the log that a trace is made of, so that long logs do not fill the memory. Bytes are counted sealed. */
const limits = { lines: 2_000, bytes: 512 * 1024 }

/** Returns the first blocks of lines that agents logged in these runs, sealed, in order: of each run as many as its limits allow. */
export function readLogs({ trx }: SystemContext, runs: readonly EndedRun[]): Promise<JobLogBlock[]> {
  return readRows(
    trx,
    JobLogBlock,
    `select tenant_id, job_id, seq, at, level, lines, line, lease_id, number from (
       select *, sum(coalesce(lines, 1)) over first_blocks as lines_so_far,
         sum(octet_length(line)) over first_blocks as bytes_so_far
       from job_log where tenant_id = any(?::uuid[]) and job_id = any(?::uuid[])
       window first_blocks as (partition by job_id order by seq)
     ) counted
     where lines_so_far <= ? and bytes_so_far <= ? order by job_id, seq`,
    [[...new Set(runs.map(({ tenantId }) => tenantId))], runs.map(({ id }) => id), limits.lines, limits.bytes],
  )
}
