import { failureWithoutStep } from '../../../../shared/messages/failure.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { knownFailure } from '../../jobs/retry-policy.ts'
import { openSummary } from '../../jobs/job-summary.ts'
import { readJobFailure } from '../../jobs/read-job-failure.ts'
import type { RankedException } from '../../../../shared/reports/exception-severity.ts'
import type { ExceptionRow } from './find-exceptions.ts'
import type { GatheredTenant } from './gather-report.ts'
import type { ExceptionReason, NotCollected, ReportException, TenantReport } from './daily-report.ts'

const hourMs = 3_600_000

/**
 * Decrypts and completes the gathered data. Runs outside the transaction: keys that are not cached need another
 * connection.
 */
export async function openReport(keys: Keyring, gathered: GatheredTenant[], computedAt: Date): Promise<TenantReport[]> {
  const customers: TenantReport[] = []
  for (const { exceptions: rows, ...customer } of gathered) {
    const tenantKeys = rows.length > 0 ? await keysUnlessDestroyed(keys, customer.id) : null
    const exceptions = rows.map((row) => exceptionOf(row, tenantKeys, computedAt))
    customers.push({ ...customer, exceptions, isTruncated: customer.summary.exceptions > exceptions.length })
  }
  return customers
}

/** Returns what the order of exceptions depends on; nothing of it is sealed. */
export function rankOfRow(row: ExceptionRow): RankedException {
  return { reasons: reasonsOf(row), lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null, name: row.name }
}

function exceptionOf(row: ExceptionRow, keys: TenantKeys | null, now: Date): ReportException {
  const { deviceId, name, state, lastSuccessAt, suspiciousVersions, lacksAgent } = row
  const lastRun = lacksAgent ? withoutAgent : row.lastRun
  return {
    deviceId,
    name,
    state,
    reasons: reasonsOf(row),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    ageLabel: ageLabel(lastSuccessAt, now),
    ...(lastRun ? describeRun(lastRun, keys) : nothingFailed),
    errorCode: lastRun?.errorCode ?? null,
    suspiciousVersions,
  }
}

/** Replaces the last run, which succeeded, with the failure of a run that waited for an agent for a day. */
const withoutAgent = { id: '', status: 'queued', error: null, errorCode: 'no_agent', summary: null } as const

const graveStates: readonly string[] = ['failed', 'blocked', 'stale', 'never', 'partial']

function reasonsOf({
  state,
  suspiciousVersions,
  isNotCompared,
  isDrifted,
  isDamaged,
}: ExceptionRow): ExceptionReason[] {
  return [
    ...(graveStates.includes(state) ? [state as ExceptionReason] : []),
    ...(isDamaged ? (['damaged'] as const) : []),
    ...(suspiciousVersions.length > 0 ? (['suspicious'] as const) : []),
    ...(isNotCompared ? (['host_not_compared'] as const) : []),
    ...(isDrifted ? (['drifted'] as const) : []),
  ]
}

export const nothingFailed: NotCollected = { failure: null, failedArtifacts: [], warnings: [] }

const shown = 3

/** A partial run has no failure of its own: its summary contains what it could not collect. */
function describeRun(run: NonNullable<ExceptionRow['lastRun']>, keys: TenantKeys | null): NotCollected {
  if (run.status !== 'partial') return { ...nothingFailed, failure: readJobFailure(run, keys) }
  if (!keys) return nothingFailed
  const { artifacts, warnings } = openSummary(keys, run)
  const failedArtifacts = artifacts
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ key, failure, code }) => ({ key, failure: failure ?? failureWithoutStep(knownFailure(code)) }))
    .slice(0, shown)
  return { failure: null, failedArtifacts, warnings: warnings.slice(0, shown - failedArtifacts.length) }
}

/** Returns the age of the last success for display: `never`, `less than an hour`, `1 hour`, `47 hours`, `3 days`. */
function ageLabel(lastSuccessAt: Date | null, now: Date): string {
  if (!lastSuccessAt) return 'never'
  const hours = Math.floor((now.getTime() - lastSuccessAt.getTime()) / hourMs)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
