import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Moment } from '../../jobs/end-job.ts'
import type { PolicyEnd } from '../../policy-runs/record-run.ts'
import { type RecordedRun, runRecorded } from '../../policy-runs/run-recorded.ts'
import { serviceActor } from '../../service-actor.ts'
import type { PolicyParts } from '../policy-parts.ts'
import type { RetentionRule } from './effective-retention.ts'
import { findLineages, splitLineage } from './find-lineages.ts'
import { type RetentionRules, readRetentionRules } from './retention-rules.ts'

/** Versions of one statement: none holds its locks for long. */
const batch = 2_000

/** What a run has done. `bytes`: of the texts and trees as they were collected; the store is freed by a later sweep. */
interface Removed extends Record<string, number> {
  versions: number
  snapshots: number
  bytes: number
}

/**
 * Removes the versions of one customer that no rule keeps, as the policies say at this moment, and leaves a record of
 * the run. Rows only: what they were made of is left to the sweep. Each lineage is a transaction of its own that looks
 * again at what it removes, so a run may be stopped anywhere, and two at once remove nothing twice.
 */
export async function applyRetention(
  parts: PolicyParts,
  tenantId: string,
  platform: RetentionRule | null,
): Promise<PolicyEnd> {
  return runRecorded(parts.inMoment, { tenantId, kind: 'retention' }, async (run) => {
    const rules = await parts.inTenant(tenantId, ({ trx }) => readRetentionRules(trx, tenantId, platform))
    const { removed, isWhole } = await thinLineages(parts, tenantId, rules, run)
    if (removed.versions > 0) await parts.inTenant(tenantId, (moment) => recordRemoval(moment, tenantId, run, removed))
    if (!isWhole) return { outcome: 'stopped', reason: 'the service was ending', counts: removed }
    if (removed.versions > 0) return { outcome: 'done', counts: removed }
    return { outcome: 'nothing', reason: 'did nothing because every version is within its retention' }
  })
}

async function thinLineages(
  { inTenant, stopping }: PolicyParts,
  tenantId: string,
  rules: RetentionRules,
  run: RecordedRun,
): Promise<{ removed: Removed; isWhole: boolean }> {
  let removed: Removed = { versions: 0, snapshots: 0, bytes: 0 }
  let after: string | null = null
  do {
    const page = await inTenant(tenantId, ({ trx, now }) =>
      findLineages(trx, rules, { tenantId, deviceId: null, after }, now),
    )
    for (const { id } of page.found) {
      let left: number
      do {
        if (stopping?.aborted) return { removed, isWhole: false }
        const before = removed
        ;({ sum: removed, left } = await inTenant(tenantId, (moment) => thinLineage(moment, rules, id, before, run)))
      } while (left > 0)
    }
    after = page.next
  } while (after !== null)
  return { removed, isWhole: true }
}

/** @returns the run's counts with what this adds, and how many are left for another transaction */
async function thinLineage(
  moment: Moment,
  rules: RetentionRules,
  artifactId: string,
  before: Removed,
  run: RecordedRun,
): Promise<{ sum: Removed; left: number }> {
  const { trx, now } = moment
  const lineage = await splitLineage(trx, rules, artifactId, now, { isWrite: true })
  const go = lineage?.split.go ?? []
  if (go.length === 0) return { sum: before, left: 0 }
  const leaving = go.slice(0, batch)
  const ids = leaving.map(({ id }) => id)
  const snapshots = await Snapshot.query(trx).whereIn('versionId', ids).delete()
  const versions = await Version.query(trx).findByIds(ids).delete()
  const sum: Removed = {
    versions: before.versions + versions,
    snapshots: before.snapshots + snapshots,
    bytes: before.bytes + leaving.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
  }
  await run.note(moment, sum)
  return { sum, left: go.length - leaving.length }
}

function recordRemoval({ trx, now }: Moment, tenantId: string, run: RecordedRun, removed: Removed): Promise<void> {
  const call = { ...serviceActor, tenantId, trx, now }
  return recordAudit(call, 'retention.apply', { kind: 'policy_run', id: run.id, detail: removed })
}
