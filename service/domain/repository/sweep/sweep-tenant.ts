import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { joinReasons } from '../../kernel/policy-runs/join-reasons.ts'
import { ContentDamaged, TreeDamaged } from '../../../../shared/repository/damaged.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { describeDeferred, readDeferred } from '../object-lock/read-deferred.ts'
import type { MaintenanceReason, PolicyEnd } from '../../kernel/policy-runs/record-run.ts'
import { runRecorded } from '../../kernel/policy-runs/run-recorded.ts'
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

/** How a sweep ended, with what it counted; also in the policy run that it leaves. */
export type SweepOutcome = PolicyEnd & { counts: SweepCounts }

/**
 * Removes what nothing in a customer's repository refers to: chunks, the packs that are left by their last one, packs
 * and manifests that no row names; and, as far as it is told to, merges packs. It removes nothing when anything cannot
 * be read, when the database may be older than the store, or when it would be more than a night brings and nobody has
 * `confirmed` it. It may be stopped anywhere, and run anywhere at once: one of two does the work.
 * @throws what is neither the store's nor the repository's fault, once the policy run says `failed`
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

/** A round that is not ended is taken over when it has been silent for a while. */
async function sweep(
  parts: SweepDependencies,
  tenantId: string,
  options: SweepOptions,
  counts: SweepCounts,
): Promise<PolicyEnd> {
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

/** Finds out what would go, and lets it go in a round. */
async function plan(
  parts: SweepDependencies,
  tenantId: string,
  { confirmed = false, repackBytes = 0 }: SweepOptions,
  counts: SweepCounts,
  round: SweepLease | null,
): Promise<PolicyEnd> {
  const prefix = await readPrefix(parts, tenantId)
  if (!(await hasKeys(parts, tenantId))) return sweepDestroyed(parts, tenantId, prefix, counts, round)
  const tombstone = await readTombstone(parts.store, await parts.keys.tombstoneKeys(), prefix)
  if (tombstone) throw new SweepStopped(tombstoneConflict(tombstone))
  const known = await countRows(parts, tenantId) // before the store is listed: what comes later may not be listed
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

/** What would go, without any of it going: the sum decides whether it is too much. */
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
    if (pack.chunks === 0) continue // every chunk of it stands in another pack too
    findings.packs++
    findings.bytes += pack.bytes
    findings.dyingBytes += pack.dyingBytes
    if (pack.dying.length > 0) findings.touchedPacks++
    if (pack.dying.length === pack.chunks) findings.emptiedPacks++
    chunks += pack.dying.length
  }
  return { findings, chunks, emptyPacks }
}

/** Chunks that one transaction removes. */
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

/** Says now and then that the round is alive; a look into the database for every folder would be too much. */
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

/** Only what the check has named and a person has said yes to: anything else that cannot be read may be there tomorrow. */
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

/** Returns what stops a sweep without being a mistake in it; null for anything else. */
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
