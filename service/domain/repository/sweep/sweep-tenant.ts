import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { joinReasons } from '../../kernel/maintenance-tasks/join-reasons.ts'
import { ContentDamaged, TreeDamaged } from '../../../../shared/repository/damaged.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { describeDeferred, readDeferred } from '../object-lock/read-deferred.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { readTombstone, tombstoneConflict } from '../../inventory/tenants/tombstone.ts'
import { BackupDamaged } from '../chunks/backup-damaged.ts'
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
  sparedMs,
} from './sweep-dependencies.ts'
import { type SweepLease, beginRound, endRound, inRound, touchRound } from './sweep-lease.ts'
import { type StoreView, viewManifests, viewPacks } from './list-store.ts'

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
  parts: SweepDependencies,
  tenantId: string,
  options: SweepOptions = {},
): Promise<SweepOutcome> {
  const { knex, now } = parts
  const { dryRun = false } = options
  const counts = noCounts()
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  const end = await runRecorded(runInSystemTransaction, { tenantId, kind: 'sweep', dryRun }, async () => {
    try {
      return { ...(await sweep(parts, tenantId, options, counts)), counts }
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
  parts: SweepDependencies,
  tenantId: string,
  options: SweepOptions,
  counts: SweepCounts,
): Promise<MaintenanceResult> {
  await checkPreconditions(parts)
  if (options.dryRun) return plan(parts, tenantId, options, counts, null)
  const round = await beginRound(parts, tenantId)
  if (!round) return { outcome: 'nothing', reason: message('sweep_under_way') }
  try {
    const end = await plan(parts, tenantId, options, counts, round)
    await endRound(parts, round)
    return end
  } catch (error) {
    if (reasonOf(error)) await endRound(parts, round)
    throw error
  }
}

/** Determines what to delete, and deletes it under the lease. */
async function plan(
  parts: SweepDependencies,
  tenantId: string,
  { confirmed = false, repackBytes = 0 }: SweepOptions,
  counts: SweepCounts,
  round: SweepLease | null,
): Promise<MaintenanceResult> {
  const prefix = await readPrefix(parts, tenantId)
  if (!(await hasKeys(parts, tenantId))) return sweepDestroyed(parts, tenantId, prefix, counts, round)
  const tombstone = await readTombstone(parts.store, await parts.keys.tombstoneKeys(), prefix)
  if (tombstone) throw new SweepStopped(tombstoneConflict(tombstone))
  const known = await countRows(parts, tenantId) // before the listing: later packs may not be listed
  const packs = await viewPacks(parts, tenantId, prefix)
  const manifests = await viewManifests(parts, tenantId, prefix)
  const affected = { known: await readAffected(parts, tenantId, confirmed), passed: new Set<string>() }
  const references = new References(parts, tenantId, known.chunks, keepAlive(parts, round), affected)
  await references.markAll()

  const cutoff = new Date(parts.now().getTime() - sparedMs)
  const found = await survey(parts, tenantId, { references, cutoff, packs, manifests, known })
  counts.strays = packs.orphans.length
  counts.manifests = manifests.orphans.length
  const stop = checkSweepLimits(found.findings, confirmed)
  Object.assign(counts, { chunks: found.chunks, bytes: found.findings.dyingBytes, packs: found.emptyPacks })
  if (stop) return { outcome: 'stopped', reason: stop }
  if (!round) return { outcome: 'nothing', reason: message('dry_run_only') }

  const removed = await removeAll(parts, round, references, cutoff)
  Object.assign(counts, removed)
  await checkPreconditions(parts)
  counts.strays = await markOrphans(parts, round, packs)
  await checkPreconditions(parts)
  const swept = await removeManifests(parts, round, prefix, manifests)
  const merged = await repack(parts, round, prefix, repackBytes)
  await checkPreconditions(parts)
  const purged = await deletePending(parts, round, prefix)
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
  const deferred = await inScope(parts.knex, { kind: 'tenant', tenantId }, (trx) =>
    readDeferred(trx, tenantId, parts.now()),
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
  packs: StoreView
  manifests: StoreView
  known: Known
}

/** Determines what would be deleted, without deleting it: the total is checked against the limits. */
async function survey(
  parts: SweepDependencies,
  tenantId: string,
  { references, cutoff, packs, manifests, known }: Survey,
) {
  const findings: SweepFindings = {
    packs: 0,
    touchedPacks: 0,
    emptiedPacks: 0,
    bytes: 0,
    dyingBytes: 0,
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
  for await (const pack of scanPacks(parts, tenantId, references, cutoff)) {
    if (pack.chunks === pack.dying.length) emptyPacks++
    if (pack.chunks === 0) continue // all its chunks are located in other packs
    findings.packs++
    findings.bytes += pack.bytes
    findings.dyingBytes += pack.dyingBytes
    if (pack.dying.length > 0) findings.touchedPacks++
    if (pack.dying.length === pack.chunks) findings.emptiedPacks++
    chunks += pack.dying.length
  }
  return { findings, chunks, emptyPacks }
}

/** Chunks deleted per transaction. */
const batchSize = 5_000

async function removeAll(parts: SweepDependencies, round: SweepLease, references: References, cutoff: Date) {
  const sum = { chunks: 0, bytes: 0, packs: 0 }
  let dying: Buffer[] = []
  let empty: string[] = []

  async function remove(): Promise<void> {
    await checkPreconditions(parts)
    const removed = await removeChunks(parts, round, references, dying, cutoff)
    sum.chunks += removed.chunks
    sum.bytes += removed.bytes
    sum.packs += removed.packs + (await inRound(parts, round, (context) => markPendingDeletion(context, empty)))
    dying = []
    empty = []
  }

  for await (const pack of scanPacks(parts, round.tenantId, references, cutoff)) {
    if (pack.chunks === 0) empty.push(pack.id)
    for (const id of pack.dying) {
      dying.push(id)
      if (dying.length >= batchSize) await remove()
    }
  }
  if (dying.length > 0 || empty.length > 0) await remove()
  return sum
}

/** Renews the lease at intervals, not for every folder. */
function keepAlive(parts: SweepDependencies, round: SweepLease | null): () => Promise<void> {
  const everyMs = 60_000
  let last = parts.now().getTime()
  return async () => {
    const at = parts.now().getTime()
    if (!round || Math.abs(at - last) < everyMs) return
    last = at
    await touchRound(parts, round)
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
  const isDamaged = error instanceof BackupDamaged || error instanceof TreeDamaged || error instanceof ContentDamaged
  return isDamaged ? message('backup_unreadable', { detail: error.message }) : null
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
