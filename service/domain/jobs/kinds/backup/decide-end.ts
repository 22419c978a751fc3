import type { FailureCode } from '../../../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../../../shared/messages/failure.ts'
import { isExtraKey } from '../../../../../shared/platforms/extra-commands.ts'
import { invalidField } from '../../../kernel/domain-error.ts'
import { afterFailure, knownFailure } from '../../retry-policy.ts'
import type { EndFacts, JobEnd } from '../../job-kind.ts'
import type { Examined } from '../../examination-context.ts'
import { lineageName } from '../../read-lineages.ts'
import { type JobSummary, sealFailure, sealSummary, withCode } from '../../job-summary.ts'
import type { ReadReport } from '../../read-job-report.ts'

/**
 * Returns how a backup or a connection test ends by its result; `lost` if the agent stopped without a request to cancel.
 * @throws DomainError validation_failed for the outcome of a restore, or a backup that collected nothing
 */
export function decideEnd(facts: EndFacts): JobEnd | 'lost' {
  const { job, result, report, keys } = facts
  const summary = sealSummary(keys, job.id, summaryOf(facts))
  const { transport } = result
  switch (result.outcome) {
    case 'cancelled':
      return job.cancelRequestedAt ? { status: 'cancelled', summary } : 'lost'
    case 'blocked':
    case 'failed': {
      const fallback = result.outcome === 'blocked' ? 'fingerprint_unapproved' : undefined
      return failed(facts, knownFailure(result.error_code ?? fallback), report.failure, summary)
    }
    case 'restore':
      throw invalidField('outcome', 'outcome_not_of_backup', { outcome: result.outcome })
    case 'collected':
      if (job.kind === 'test') return { status: 'succeeded', summary, transport }
      return collected(facts, summary)
  }
}

function failed(facts: EndFacts, errorCode: FailureCode, failure: ReceivedFailure | null, summary: Buffer): JobEnd {
  const { job, device, result, keys, now } = facts
  const after = job.cancelRequestedAt ? ({ status: 'cancelled' } as const) : afterFailure(job, device, errorCode, now)
  return {
    ...after,
    ...(result.outcome === 'blocked' && after.status !== 'cancelled' && { status: 'blocked' }),
    errorCode,
    error: sealFailure(keys, job.id, withCode(failure, errorCode)),
    summary,
    transport: result.transport,
    deviceFailure: errorCode !== 'superseded',
  }
}

function collected(facts: EndFacts, summary: Buffer): JobEnd {
  const { examined, result, report } = facts
  // The text of an extra command does not replace the configuration.
  const ownOnes = examined.filter(({ key }) => !isExtraKey(key))
  const failedOnes = ownOnes.filter((one) => one.state === 'failed')
  if (ownOnes.length === 0) throw invalidField('artifacts', 'backup_without_artifacts')
  if (failedOnes.length === ownOnes.length) {
    const [first] = failedOnes
    return failed(facts, first?.code ?? 'internal_error', first?.failure ?? null, summary)
  }
  const status = statusOf(examined, report)
  return { status, summary, transport: result.transport }
}

function statusOf(examined: Examined[], report: ReadReport): 'succeeded' | 'unchanged' | 'partial' {
  const isShort = (one: Examined) => one.state === 'failed' || problemsOf(one) > 0 || isIncomplete(one, report)
  if (examined.some(isShort)) return 'partial'
  return examined.some((one) => one.state === 'changed' && !one.isReform) ? 'succeeded' : 'unchanged'
}

/** Returns how many entries of a tree or an archive could not be read or changed while they were read. */
function problemsOf(one: Examined): number {
  if (one.state === 'unchanged') return one.problems
  return one.state === 'changed' ? (one.snapshot?.counts.problems ?? 0) : 0
}

/** Whether the agent could not read a part of a text. */
function isIncomplete(one: Examined, { artifacts }: ReadReport): boolean {
  const problems = artifacts.get(lineageName(one))?.metadata['problems']
  return typeof problems === 'number' && problems > 0
}

function summaryOf({ examined, report }: EndFacts): JobSummary {
  const artifacts = examined.map((one) => {
    const { key, transport, state: outcome } = one
    switch (one.state) {
      case 'changed':
        return { key, transport, outcome, version_id: one.versionId }
      case 'unchanged':
        return { key, transport, outcome, version_id: one.latest.id }
      case 'absent':
        return { key, transport, outcome, ...(one.reason && { reason: one.reason }) }
      case 'failed':
        return { key, transport, outcome, code: one.code, failure: withCode(one.failure, one.code) }
    }
  })
  return { artifacts, steps: report.steps, warnings: report.warnings }
}
