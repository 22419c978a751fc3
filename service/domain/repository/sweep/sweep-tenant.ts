import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { joinReasons } from '../../kernel/maintenance-tasks/join-reasons.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { describeDeferred, readDeferred } from '../object-lock/read-deferred.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { readTombstone, tombstoneConflict } from '../../inventory/tenants/tombstone.ts'
import { damageDetail, isDamage } from '../chunks/backup-damaged.ts'
import { deletePending } from './delete-pending.ts'
import { type SweepFindings, checkSweepLimits } from './sweep-limits.ts'
import { References } from './mark-references.ts'
import { markPendingDeletion, removeChunks } from './remove-chunks.ts'
import { markOrphans, removeManifests } from './remove-orphans.ts'
import { repack } from './repack.ts'
import { checkPreconditions } from './check-preconditions.ts'
import { scanPacks } from './scan-packs.ts'
import { sweepDestroyed } from './sweep-destroyed.ts'
import {
  type SweepCounts,
  type SweepOptions,
  type SweepDependencies,
  SweepStopped,
  gracePeriodMs,
} from './sweep-dependencies.ts'
import {
  type SweepLease,
  acquireSweepLease,
  releaseSweepLease,
  withSweepLease,
  renewSweepLease,
} from './sweep-lease.ts'
import { type StoreListing, listManifests, listPacks } from './list-store.ts'

/** Result of a sweep with its counts, as in its policy run. */
export type SweepOutcome = MaintenanceResult & { counts: SweepCounts }

/**
 * Deletes unreferenced content of a tenant's repository: chunks, packs without chunks, and orphaned packs and
 * manifests; optionally merges packs. It deletes nothing if anything is unreadable, if the database may be older than
 * the store, or if the amount exceeds the limits without being `confirmed`. It can be interrupted, and run
 * concurrently: only one sweep does the work.
 * @throws errors other than those of the store and the repository, after the policy run is `failed`
 */
export async function sweepTenant(
  dependencies: SweepDependencies,
  tenantId: string,
  options: SweepOptions = {},
): Promise<SweepOutcome> {
  const { knex, now } = dependencies
  const { dryRun = false } = options
  const counts = noCounts()
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  const end = await runRecorded(runInSystemTransaction, { tenantId, kind: 'sweep', dryRun }, async () => {
    try {
      return { ...(await sweep(dependencies, tenantId, options, counts)), counts }
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason) throw error
      return { outcome: 'stopped', reason, counts }
    }
  })
  return { ...end, counts }
}

/** The lease of a crashed sweep is taken over after its timeout. */
async function sweep(
  dependencies: SweepDependencies,
  tenantId: string,
  options: SweepOptions,
  counts: SweepCounts,
): Promise<MaintenanceResult> {
  await checkPreconditions(dependencies)
  if (options.dryRun) return plan(dependencies, tenantId, options, counts, null)
  const lease = await acquireSweepLease(dependencies, tenantId)
  if (!lease) return { outcome: 'nothing', reason: message('sweep_under_way') }
  try {
    const end = await plan(dependencies, tenantId, options, counts, lease)
    await releaseSweepLease(dependencies, lease)
    return end
  } catch (error) {
    if (reasonOf(error)) await releaseSweepLease(dependencies, lease)
    throw error
  }
}

/** Determines what to delete, and deletes it under the lease. */
async function plan(
  dependencies: SweepDependencies,
  tenantId: string,
  { confirmed = false, repackBytes = 0 }: SweepOptions,
  counts: SweepCounts,
  lease: SweepLease | null,
): Promise<MaintenanceResult> {
  const prefix = await readPrefix(dependencies, tenantId)
  if (!(await hasKeys(dependencies, tenantId))) return sweepDestroyed(dependencies, tenantId, prefix, counts, lease)
  const tombstone = await readTombstone(dependencies.store, await dependencies.keys.tombstoneKeys(), prefix)
  if (tombstone) throw new SweepStopped(tombstoneConflict(tombstone))
  const known = await countRows(dependencies, tenantId) // before the listing: later packs may not be listed
  const packs = await listPacks(dependencies, tenantId, prefix)
  const manifests = await listManifests(dependencies, tenantId, prefix)
  const affected = { known: await readAffected(dependencies, tenantId, confirmed), passed: new Set<string>() }
  const references = new References(dependencies, tenantId, known.chunks, keepAlive(dependencies, lease), affected)
  await references.markAll()

  const cutoff = new Date(dependencies.now().getTime() - gracePeriodMs)
  const found = await survey(dependencies, tenantId, { references, cutoff, packs, manifests, known })
  counts.strays = packs.orphans.length
  counts.manifests = manifests.orphans.length
  const stop = checkSweepLimits(found.findings, confirmed)
  Object.assign(counts, { chunks: found.chunks, bytes: found.findings.unreferencedBytes, packs: found.emptyPacks })
  if (stop) return { outcome: 'stopped', reason: stop }
  if (!lease) return { outcome: 'nothing', reason: message('dry_run_only') }

  const removed = await removeAll(dependencies, lease, references, cutoff)
  Object.assign(counts, removed)
  await checkPreconditions(dependencies)
  counts.strays = await markOrphans(dependencies, lease, packs)
  await checkPreconditions(dependencies)
  const swept = await removeManifests(dependencies, lease, prefix, manifests)
  const merged = await repack(dependencies, lease, prefix, repackBytes)
  await checkPreconditions(dependencies)
  const purged = await deletePending(dependencies, lease, prefix)
  Object.assign(counts, {
    manifests: swept.deleted,
    repacked: merged.packs,
    repacked_into: merged.into,
    unreadable: merged.unreadable,
    objects: purged.deleted,
    failures: swept.failures + purged.failures,
  })
  const isIdle = Object.values(counts).every((count) => count === 0)
  counts.hurt_versions = affected.passed.size
  counts.locked = purged.locked + swept.locked + manifests.locked
  const deferred = await inScope(dependencies.knex, { kind: 'tenant', tenantId }, (trx) =>
    readDeferred(trx, tenantId, dependencies.now()),
  )
  const remarks = [
    ...(affected.passed.size > 0 ? [message('versions_partly_lost', { versions: affected.passed.size })] : []),
    ...(deferred ? [describeDeferred(deferred)] : []),
  ]
  if (!isIdle) return { outcome: 'done', reason: joinReasons(remarks) }
  return { outcome: 'nothing', reason: joinReasons([message('everything_referenced'), ...remarks]) }
}

interface Survey {
  references: References
  cutoff: Date
  packs: StoreListing
  manifests: StoreListing
  known: Known
}

/** Determines what would be deleted, without deleting it: the total is checked against the limits. */
async function survey(
  dependencies: SweepDependencies,
  tenantId: string,
  { references, cutoff, packs, manifests, known }: Survey,
) {
  const findings: SweepFindings = {
    packs: 0,
    touchedPacks: 0,
    emptiedPacks: 0,
    bytes: 0,
    unreferencedBytes: 0,
    packObjects: packs.listed,
    orphanPacks: packs.orphans.length,
    absentPacks: packs.absent,
    manifests: manifests.listed,
    orphanManifests: manifests.orphans.length,
    unknownManifests: manifests.unknown,
    knownPacks: known.packs,
    knownVersions: known.versions,
  }
  let chunks = 0
  let emptyPacks = 0
  for await (const pack of scanPacks(dependencies, tenantId, references, cutoff)) {
    if (pack.chunks === pack.unreferenced.length) emptyPacks++
    if (pack.chunks === 0) continue // all its chunks are located in other packs
    findings.packs++
    findings.bytes += pack.bytes
    findings.unreferencedBytes += pack.unreferencedBytes
    if (pack.unreferenced.length > 0) findings.touchedPacks++
    if (pack.unreferenced.length === pack.chunks) findings.emptiedPacks++
    chunks += pack.unreferenced.length
  }
  return { findings, chunks, emptyPacks }
}

/** Chunks deleted per transaction. */
const batchSize = 5_000

async function removeAll(dependencies: SweepDependencies, lease: SweepLease, references: References, cutoff: Date) {
  const sum = { chunks: 0, bytes: 0, packs: 0 }
  let unreferenced: Buffer[] = []
  let empty: string[] = []

  async function remove(): Promise<void> {
    await checkPreconditions(dependencies)
    const removed = await removeChunks(dependencies, lease, references, unreferenced, cutoff)
    sum.chunks += removed.chunks
    sum.bytes += removed.bytes
    sum.packs +=
      removed.packs + (await withSweepLease(dependencies, lease, (context) => markPendingDeletion(context, empty)))
    unreferenced = []
    empty = []
  }

  for await (const pack of scanPacks(dependencies, lease.tenantId, references, cutoff)) {
    if (pack.chunks === 0) empty.push(pack.id)
    for (const id of pack.unreferenced) {
      unreferenced.push(id)
      if (unreferenced.length >= batchSize) await remove()
    }
  }
  if (unreferenced.length > 0 || empty.length > 0) await remove()
  return sum
}

/** Renews the lease at intervals, not for every folder. */
function keepAlive(dependencies: SweepDependencies, lease: SweepLease | null): () => Promise<void> {
  const everyMs = 60_000
  let last = dependencies.now().getTime()
  return async () => {
    const at = dependencies.now().getTime()
    if (!lease || Math.abs(at - last) < everyMs) return
    last = at
    await renewSweepLease(dependencies, lease)
  }
}

async function readPrefix({ knex }: SweepDependencies, tenantId: string): Promise<string> {
  const { prefix } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    Tenant.query(trx).findById(tenantId).throwIfNotFound(),
  )
  return prefix
}

/**
 * Returns only versions that the check reported and a user accepted: other unreadable content may be readable later.
 */
async function readAffected({ knex }: SweepDependencies, tenantId: string, confirmed: boolean): Promise<Set<string>> {
  if (!confirmed) return new Set()
  const ids = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx('damaged_versions').where({ tenant_id: tenantId }).pluck('version_id'),
  )
  return new Set<string>(ids)
}

async function hasKeys({ knex }: SweepDependencies, tenantId: string): Promise<boolean> {
  const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw('select from tenant_keys where tenant_id = ? and destroyed_at is not null', [tenantId]),
  )
  return rows.length === 0
}

interface Known {
  chunks: number
  packs: number
  versions: number
}

async function countRows({ knex }: SweepDependencies, tenantId: string): Promise<Known> {
  const { rows } = await inScope(
    knex,
    { kind: 'tenant', tenantId },
    (trx) =>
      trx.raw(
        `select (select count(*) from chunks where tenant_id = :tenantId) as chunks,
                (select count(*) from packs where tenant_id = :tenantId and status = 'verified') as packs,
                (select count(*) from versions where tenant_id = :tenantId) as versions`,
        { tenantId },
      ),
    { statementTimeoutMs: 600_000 },
  )
  return rows[0]
}

/** Returns the reason of an error that stops a sweep without being a bug; null for other errors. */
function reasonOf(error: unknown): MaintenanceReason | null {
  if (error instanceof SweepStopped) return error.reason
  if (error instanceof StoreUnreachable) return message('store_not_answering', { detail: error.reason })
  if (error instanceof KeysDestroyed) return message('tenant_keys_destroyed')
  return isDamage(error) ? message('backup_unreadable', { detail: damageDetail(error) }) : null
}

function noCounts(): SweepCounts {
  return {
    chunks: 0,
    bytes: 0,
    packs: 0,
    objects: 0,
    failures: 0,
    locked: 0,
    manifests: 0,
    strays: 0,
    repacked: 0,
    repacked_into: 0,
    unreadable: 0,
    hurt_versions: 0,
  }
}
