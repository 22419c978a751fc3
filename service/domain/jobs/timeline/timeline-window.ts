import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { Job } from '../../../store/models/job.ts'

/** The times between which runs are shown. `until` is exclusive. */
export interface TimelineWindow {
  from: Date
  until: Date
}

/** The window in intervals of equal length, in which attempts are merged. */
export interface TimelineScale extends TimelineWindow {
  intervals: number
}

export interface TimelineBar {
  runs: number
  /** `retrying`: the attempt failed, and the run was tried again. */
  statuses: Job['status'][]
  start: Date
  /** Null while the attempt is in progress, or the run waits. */
  end: Date | null
  /** Null for merged bars. */
  single: SingleBar | null
}

/** A row: the attempts of an agent or of the service itself, or the runs that were queued and never started. */
export interface TimelineRow {
  kind: 'agent' | 'service' | 'waiting'
  /** Of the agent; null for the other rows, as is `tenantId`. */
  agent: { id: string; name: string; tenantId: string } | null
  /** Attempts, or waiting runs. */
  runs: number
  isMerged: boolean
  /** By their start. */
  bars: TimelineBar[]
}

export interface SingleBar {
  runId: string
  tenantId: string
  deviceId: string
  deviceName: string
  kind: Job['kind']
  /** 0 for a run without an attempt. */
  attempt: number
  /** When the run was queued, or when its previous attempt ended. */
  waitsSince: Date
  errorCode: FailureCode | null
}

/** Longer attempts are not found. */
const longestMs = 24 * 3_600_000

/** Returns the named parameters of the queries. */
export function boundsOf({ from, until }: TimelineWindow) {
  return { from, until, earliest: new Date(from.getTime() - longestMs) }
}

/**
 * The attempts that were in progress in the window, as `a`. The lateral subquery reads each tenant's part of the index by
 * time, for one tenant and for all.
 */
export const attemptsOfWindow = `tenants t cross join lateral (
    select * from job_attempts of_tenant
    where of_tenant.tenant_id = t.id and of_tenant.started_at >= :earliest and of_tenant.started_at < :until
      and (of_tenant.ended_at is null or of_tenant.ended_at > :from)
    offset 0) a`

/** The runs that were queued in the window or waited in it, and never started, as `j`. */
export const waitingOfWindow = `jobs j
    where j.attempts = 0 and j.queued_at >= :earliest and j.queued_at < :until
      and (j.finished_at is null or j.finished_at > :from) and (:tenantId::uuid is null or j.tenant_id = :tenantId::uuid)`

/** The status of `a`. A lost agent is a failure. */
export const statusOfAttempt = `case when a.ended_at is null then 'running' when a.outcome = 'lost' then 'failed'
    else coalesce(a.outcome, 'unknown') end`

/** Maps a status to the group in which it is merged. */
export const groupOf = (status: string) => `case when ${status} in ('queued', 'running') then 0
    when ${status} in ('succeeded', 'unchanged') then 1 when ${status} in ('failed', 'blocked', 'unknown') then 2
    when ${status} = 'cancelled' then 3 else 4 end`
