import { DryRunRow } from '../../../../store/models/dry-run.ts'
import { DryRunResultRow } from '../../../../store/models/dry-run-result.ts'
import type { Job } from '../../../../store/models/job.ts'
import { knownFailure } from '../../retry-policy.ts'
import type { DecidedEnd, EndFacts, JobContext, JobEnd, JobKind } from '../../job-kind.ts'
import { emptySummary, sealFailure, sealSummary, withCode } from '../../job-summary.ts'
import { decideEnd } from '../backup/decide-end.ts'
import { backupKind } from '../backup/backup-kind.ts'
import { findShortfalls } from './find-shortfalls.ts'
import { sealDryRun } from './seal-dry-run.ts'

/** How long what a dry run found can be read. */
export const dryRunResultMs = 24 * 3_600_000

/** A dry run stores what it found for a day. It does not change the state of its device. */
export const dryRunKind: JobKind = {
  ...backupKind,
  bringsContent: false,
  decide(facts) {
    const end = facts.result.outcome === 'collected' ? tried(facts) : decideEnd(facts)
    if (end === 'lost') return null
    return { end, afterwards: storeResult(facts, end) }
  },
  onEnd: () => Promise.resolve(),
}

/** `succeeded` if the version passed, or if the run proposes rules. Proposed rules do not test the version. */
function tried({ job, result, report, keys }: EndFacts): JobEnd {
  const { steps, warnings, dryRun } = report
  const summary = sealSummary(keys, job.id, { ...emptySummary, steps, warnings })
  const { transport } = result
  if (dryRun?.proposal) return { status: 'succeeded', summary, transport }
  if (dryRun && findShortfalls(dryRun, job.labMode).length === 0) return { status: 'succeeded', summary, transport }
  const refused = dryRun?.artifacts.find(({ outcome }) => outcome === 'refused')
  if (dryRun?.artifacts.some(({ outcome }) => outcome === 'accepted')) return { status: 'partial', summary, transport }
  const failure = refused?.failure ?? null
  const code = knownFailure(failure?.code)
  return {
    status: 'failed',
    errorCode: code,
    error: sealFailure(keys, job.id, withCode(failure, code)),
    summary,
    transport,
  }
}

/** An attempt that is repeated stores nothing. */
function storeResult({ report: { dryRun }, keys }: EndFacts, end: JobEnd): DecidedEnd['afterwards'] {
  return async ({ trx, now }: JobContext, { id: jobId, tenantId }: Job) => {
    if (end.status === 'retrying') return
    const found = await DryRunRow.query(trx)
      .where({ tenantId, jobId })
      .patch({ passed: end.status === 'succeeded' && !dryRun?.proposal })
    if (!dryRun || found === 0) return
    const expiresAt = new Date(now.getTime() + dryRunResultMs)
    await DryRunResultRow.query(trx).insert({ tenantId, jobId, result: sealDryRun(keys, jobId, dryRun), expiresAt })
  }
}
