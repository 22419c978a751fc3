import { commitMs } from '../../../../../shared/agent-protocol/intervals.ts'
import type { FailureCode } from '../../../../../shared/contract/failures.ts'
import type { components } from '../../../../../shared/contract/api-types.ts'
import type { Job } from '../../../../store/models/job.ts'
import { afterFailure, knownFailure } from '../../retry-policy.ts'
import type { EndFacts, JobEnd } from '../../job-kind.ts'
import { sealFailure, sealSummary, withCode } from '../../job-summary.ts'
import { invalidField } from '../../../kernel/domain-error.ts'

type ReportedRestore = components['schemas']['RestoreResult']

const minuteMs = 60_000

/** How long after its window a commit still counts as pending: clocks differ. */
export const windowGraceMs = 30_000

/** What a check of the device, or the end of a job on it, changes about the restore; null if nothing. */
export type RestoreChange = Partial<
  Pick<Job, 'status' | 'errorCode' | 'error' | 'finishedAt' | 'confirmUntil' | 'heldUntil' | 'checkAt' | 'verifiedAt'>
>

/** The end of a restore's job. `restore`: what it changes about the restore that a follower belongs to. */
export interface RestoreEnd {
  end: JobEnd
  restore: ((restore: Job) => RestoreChange) | null
}

/**
 * Returns what the result of a restore or of a follower changes about it. A job that may have changed the device is
 * never repeated.
 * @throws DomainError 422 for an outcome that such a job cannot have
 */
export function decideRestoreEnd(facts: EndFacts): RestoreEnd {
  const { job, result, report, keys } = facts
  const summary = sealSummary(keys, job.id, { artifacts: [], steps: report.steps, warnings: report.warnings })
  const decided = result.outcome === 'restore' ? decideReportedEnd(facts) : decideUnreportedEnd(facts)
  return { ...decided, end: { ...decided.end, summary, transport: result.transport } }
}

function decideReportedEnd(facts: EndFacts): RestoreEnd {
  const { job, result, now } = facts
  const { restore: reported } = result
  if (!reported) throw invalidField('restore', 'is_required')
  if (job.kind === 'restore') return decideRestoreJobEnd(facts, reported)
  const restore = (of: Job) => changeBy(reported, of, now)
  const isConfirmed = reported.state === 'confirmed' || reported.state === 'in_force'
  if (job.kind === 'restore_check' || isConfirmed) return { end: { status: 'succeeded' }, restore }
  if (reported.state === 'unknown')
    return { end: { status: 'unknown', ...failureOf(facts, 'connection_lost') }, restore }
  return { end: { status: 'failed', ...failureOf(facts, 'restore_not_confirmed') }, restore }
}

/** The restore itself. */
function decideRestoreJobEnd(facts: EndFacts, reported: ReportedRestore): RestoreEnd {
  const { job, now } = facts
  switch (reported.state) {
    case 'unchanged':
      return { end: { status: 'unchanged', restore: { verifiedAt: now } }, restore: null }
    case 'pending':
      return { end: { status: 'awaiting_confirmation', restore: pendingFrom(reported, job, now) }, restore: null }
    case 'unknown': {
      const restore = { heldUntil: rolledBackAt(job, later(now, commitMs)), checkAt: now }
      return { end: { status: 'unknown', ...failureOf(facts, 'restore_unknown'), restore }, restore: null }
    }
    default:
      throw invalidField('restore.state', 'restore_state_not_final', { state: reported.state })
  }
}

function pendingFrom({ committed_at: committedAt }: ReportedRestore, job: Job, now: Date): RestoreChange {
  const began = job.startedAt?.getTime() ?? now.getTime()
  const reportedMs = committedAt === undefined ? NaN : Date.parse(committedAt)
  const committed = Number.isNaN(reportedMs) ? began : Math.min(now.getTime(), Math.max(began, reportedMs))
  return { ...waitingUntil(later(new Date(committed), minutesOf(job) * minuteMs)), verifiedAt: now }
}

/** The automatic rollback is a commit too: for this time after the window the device may be busy with it. */
function waitingUntil(confirmUntil: Date): RestoreChange {
  return { confirmUntil, heldUntil: later(confirmUntil, commitMs), checkAt: null }
}

/** Returns when a device has rolled back at the latest, if no user confirmed. */
function rolledBackAt(job: Job, committedBy: Date): Date {
  return later(committedBy, minutesOf(job) * minuteMs + commitMs)
}

/** Returns when the commit of a restore that reserves its device is over at the latest. */
function committedBy(restore: Job, heldUntil: Date): Date {
  return later(heldUntil, -minutesOf(restore) * minuteMs - commitMs)
}

const settled = { confirmUntil: null, heldUntil: null, checkAt: null }

/** The device's state that a follow-up job found. A state that may still change is checked again when it no longer can. */
function changeBy(reported: ReportedRestore, restore: Job, now: Date): RestoreChange {
  const { heldUntil } = restore
  const over = { ...settled, finishedAt: now, verifiedAt: now, error: null }
  switch (reported.state) {
    case 'in_force':
      if (reported.may_change === true && heldUntil !== null && heldUntil > now)
        return perhapsPending(restore, heldUntil, now)
      return { ...over, status: 'succeeded', errorCode: null }
    case 'confirmed':
      return { ...over, status: 'succeeded', errorCode: null }
    case 'rolled_back':
      return { ...over, status: 'reverted', errorCode: 'restore_not_confirmed' }
    case 'not_committed': {
      const until = heldUntil && committedBy(restore, heldUntil)
      if (reported.may_change === true && until !== null && until > now) return { checkAt: until }
      return { ...over, status: 'failed', errorCode: 'restore_not_committed' }
    }
    case 'pending': {
      const minutes = Math.min(reported.minutes_left ?? 0, minutesOf(restore))
      const waiting = waitingUntil(later(now, minutes * minuteMs))
      return { ...waiting, status: 'awaiting_confirmation', errorCode: null, finishedAt: null, verifiedAt: now }
    }
    case 'unknown':
      return { checkAt: now }
    case 'unchanged':
      throw invalidField('restore.state', 'unchanged_only_of_restore')
  }
}

/**
 * The device runs the restored configuration but does not report whether a commit is pending. It can be confirmed while
 * the shortest possible window is open; whether it rolled back shows after the longest one.
 */
function perhapsPending(restore: Job, heldUntil: Date, now: Date): RestoreChange {
  const confirmUntil = restore.startedAt && later(restore.startedAt, minutesOf(restore) * minuteMs)
  const canWait = restore.status === 'unknown' && confirmUntil !== null && confirmUntil > now
  if (!canWait) return { checkAt: heldUntil }
  const waiting = { confirmUntil, heldUntil, checkAt: heldUntil, verifiedAt: now, finishedAt: null }
  return { ...waiting, status: 'awaiting_confirmation', errorCode: null }
}

/** The job failed, was stopped, or waits for a user: nothing was committed. */
function decideUnreportedEnd(facts: EndFacts): RestoreEnd {
  const { job, device, result, now } = facts
  if (result.outcome === 'collected')
    throw invalidField('outcome', 'outcome_not_of_restore', { outcome: result.outcome })
  if (result.outcome === 'cancelled') {
    const end: JobEnd = job.cancelRequestedAt
      ? { status: 'cancelled' }
      : { status: 'failed', ...failureOf(facts, 'restore_not_begun') }
    return { end, restore: null }
  }
  const code = knownFailure(result.error_code ?? (result.outcome === 'blocked' ? 'fingerprint_unapproved' : undefined))
  const after = afterFailure(job, device, code, now)
  const end: JobEnd = { ...after, ...failureOf(facts, code), deviceFailure: true }
  const isOver = end.status !== 'retrying'
  return { end, restore: job.kind === 'restore_check' && isOver ? () => ({ checkAt: null }) : null }
}

function failureOf({ job, report, keys }: EndFacts, errorCode: FailureCode) {
  return { errorCode, error: sealFailure(keys, job.id, withCode(report.failure, errorCode)) }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function minutesOf({ confirmMinutes }: Job): number {
  return confirmMinutes ?? 0
}
