import type { SystemContext } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { type RecordedRun, runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { recordOrphanManifests } from '../chunks/orphan-manifests.ts'
import type { PolicyDependencies } from '../../policies/policy-dependencies.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { findLineages, splitLineages } from './find-lineages.ts'
import { type RetentionRules, loadRetentionRules } from '../../policies/retention/load-retention-rules.ts'

/** Versions per transaction, to limit how long locks are held. */
const batch = 10_000

/** Results of a run. `bytes`: size of the texts and trees as collected; a later sweep frees the store. */
interface Removed extends Record<string, number> {
  versions: number
  snapshots: number
  bytes: number
}

/**
 * Deletes the versions of one tenant that current retention does not protect, and records the run. Only rows are
 * deleted; the sweep deletes the objects. Each transaction handles a few lineages and evaluates them again, so a run
 * can be interrupted, and concurrent runs are safe. Nothing is deleted while the database may be older than the store:
 * its policies and devices may be outdated too.
 */
export async function applyRetention(
  dependencies: PolicyDependencies,
  tenantId: string,
  platform: PlatformRetention | null,
): Promise<MaintenanceResult> {
  return runRecorded(dependencies.runInSystemTransaction, { tenantId, kind: 'retention' }, async (run) => {
    const done: Progress = { removed: { versions: 0, snapshots: 0, bytes: 0 } }
    const stopped = await thinTenant(dependencies, tenantId, platform, run, done).finally(async () => {
      const { removed } = done
      if (removed.versions === 0) return
      await dependencies.inTenant(tenantId, (context) => recordRemoval(context, tenantId, run, removed))
    })
    const { removed } = done
    if (stopped) return { outcome: 'stopped', reason: stopped, counts: removed }
    if (removed.versions > 0) return { outcome: 'done', counts: removed }
    return { outcome: 'nothing', reason: message('within_retention') }
  })
}

/** Progress of a run; all of it is committed. */
interface Progress {
  removed: Removed
}

/** Returns why it stopped before the end; null if it finished. */
async function thinTenant(
  { runInSystemTransaction, inTenant, stopping }: PolicyDependencies,
  tenantId: string,
  platform: PlatformRetention | null,
  run: RecordedRun,
  done: Progress,
): Promise<MaintenanceReason | null> {
  let after: string | null = null
  do {
    const doubt = await runInSystemTransaction(({ trx }) => findStaleReason(trx))
    if (doubt) return doubt
    const { rules, page } = await inTenant(tenantId, async ({ trx, now }) => {
      const asOfNow = await loadRetentionRules(trx, tenantId, platform, now) // the rules may have changed
      return { rules: asOfNow, page: await findLineages(trx, asOfNow, { tenantId, deviceIds: null, after }, now) }
    })
    for (const ids of page.groups) {
      let isMore: boolean
      do {
        if (stopping?.aborted) return message('service_stopping')
        const thinned = await inTenant(tenantId, (context) =>
          thinLineages({ ...context, tenantId }, rules, ids, done.removed, run),
        )
        done.removed = thinned.sum
        isMore = thinned.left > 0
      } while (isMore)
    }
    after = page.next
  } while (after !== null)
  return null
}

/** @returns the updated counts, and how many versions remain for another transaction */
async function thinLineages(
  context: SystemContext & { tenantId: string },
  rules: RetentionRules,
  artifactIds: string[],
  before: Removed,
  run: RecordedRun,
): Promise<{ sum: Removed; left: number }> {
  const { trx, now, tenantId } = context
  const lineages = await splitLineages(trx, rules, artifactIds, now, { isWrite: true })
  const go = lineages.flatMap(({ split }) => split.remove)
  if (go.length === 0) return { sum: before, left: 0 }
  const leaving = go.slice(0, batch)
  const ids = leaving.map(({ id }) => id)
  const snapshots = await Snapshot.query(trx).whereRaw('version_id = any(?::uuid[])', [ids]).delete()
  const versions = await Version.query(trx).whereRaw('id = any(?::uuid[])', [ids]).delete()
  await recordOrphanManifests({ trx, tenantId, now }, ids)
  const sum: Removed = {
    versions: before.versions + versions,
    snapshots: before.snapshots + snapshots,
    bytes: before.bytes + leaving.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
  }
  await run.note(context, sum)
  return { sum, left: go.length - leaving.length }
}

function recordRemoval(
  { trx, now }: SystemContext,
  tenantId: string,
  run: RecordedRun,
  removed: Removed,
): Promise<void> {
  const context = { ...serviceActor, tenantId, trx, now }
  return recordAudit(context, 'retention.apply', { kind: 'policy_run', id: run.id, detail: removed })
}
