import { message } from '../../../../shared/messages/message.ts'
import type { Knex } from 'knex'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { manifestObject } from '../chunks/object-names.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import type { KeyedTenant } from '../../kernel/maintenance-tasks/run-for-tenants.ts'
import {
  CheckStopped,
  type IntegrityCounts,
  type IntegrityDependencies,
  throwIfStopped,
  unreadableInARow,
} from './integrity-dependencies.ts'
import { type ManifestFault, type VersionRows, verifyManifest } from './verify-manifest.ts'
import { readObject } from '../stored-objects/read-object.ts'
import { chooseRewritten, rewriteManifests } from './rewrite-manifests.ts'
import type { NightlyLease } from '../../kernel/nightly-lease.ts'
import { createReadingPace, quotaOfTonight } from './nightly-quota.ts'

/** Versions per query, and per transaction that stores results. */
const pageSize = 200

/** Manifests read at the same time: they are small, and latency dominates. */
const readers = 4

/** Cost of reading a small object, in bytes of a large one. */
const costBytes = 64 * 1024

/** Versions added since the night before last are always checked. */
const newMs = 48 * 60 * 60 * 1000

/**
 * Reads back tonight's manifests of one tenant, selected like its packs, and compares each with its version's rows.
 * Missing and undecryptable ones are reported and rewritten from the rows.
 * @throws CheckStopped, StoreUnreachable
 */
export async function checkManifests(
  dependencies: IntegrityDependencies,
  lease: NightlyLease,
  { tenantId, prefix }: KeyedTenant,
  counts: IntegrityCounts,
): Promise<void> {
  const begunAt = dependencies.now()
  const quota = quotaOfTonight(await readBacklog(dependencies, tenantId, begunAt), dependencies.periodDays)
  const pace = createReadingPace(quota * costBytes, dependencies.pause)
  const tonight = { tenantId, begunAt, newSince: new Date(begunAt.getTime() - newMs) }

  async function check(page: VersionRows[]): Promise<void> {
    throwIfStopped(dependencies)
    if (!(await lease.renew())) throw new CheckStopped(message('taken_over'))
    const keys = await dependencies.keys.of(tenantId) // the keys may change during the night
    const checks = await verifyManifests(dependencies, prefix, page, keys)
    await recordChecks(dependencies, tenantId, checks, counts)
    const faulty = checks.flatMap(({ rows, fault }) => (fault ? [{ rows, fault }] : []))
    await rewriteManifests(dependencies, { tenantId, prefix, keys }, chooseRewritten(faulty, page.length))
    counts.manifests += page.length
    await pace(page.length * costBytes)
  }

  for (const which of [isNew, isDamaged]) {
    for (
      let page = await due(dependencies.knex, which, tonight);
      page.length > 0;
      page = await due(dependencies.knex, which, tonight)
    ) {
      await check(page)
    }
  }
  for (let left = quota; left > 0; left -= pageSize) {
    const page = await due(dependencies.knex, isRolling, tonight, Math.min(left, pageSize))
    if (page.length === 0) return
    await check(page)
  }
}

async function readBacklog({ knex, periodDays }: IntegrityDependencies, tenantId: string, now: Date) {
  const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw(
      `select count(*)::int as total,
              count(*) filter (where coalesce(manifest_checked_at, captured_at) < :late)::int as overdue
       from versions where tenant_id = :tenantId`,
      { tenantId, late: new Date(now.getTime() - periodDays * 24 * 3_600_000) },
    ),
  )
  return rows[0] as { total: number; overdue: number }
}

const isNew = 'manifest_checked_at is null and captured_at >= :newSince'
const isDamaged = 'manifest_damaged_at is not null and manifest_checked_at < :begunAt'
const isRolling = '(manifest_checked_at is null or manifest_checked_at < :begunAt)'

function due(
  knex: Knex,
  which: string,
  values: { tenantId: string; begunAt: Date; newSince: Date },
  limit = pageSize,
): Promise<VersionRows[]> {
  const { tenantId } = values
  return inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const versions = await Version.query(trx)
      .where({ tenantId })
      .whereRaw(which, values)
      .orderByRaw('manifest_checked_at nulls first, id')
      .limit(limit)
    const artifacts = await Artifact.query(trx).findByIds([...new Set(versions.map(({ artifactId }) => artifactId))])
    const snapshots = await Snapshot.query(trx)
      .where({ tenantId })
      .whereIn(
        'versionId',
        versions.map(({ id }) => id),
      )
    const artifactOf = new Map(artifacts.map((artifact) => [artifact.id, artifact]))
    const snapshotOf = new Map(snapshots.map((snapshot) => [snapshot.versionId, snapshot]))
    return versions.map((version) => ({
      version,
      artifact: artifactOf.get(version.artifactId)!,
      snapshot: snapshotOf.get(version.id) ?? null,
    }))
  })
}

interface ManifestCheck {
  rows: VersionRows
  fault: ManifestFault | null
}

async function verifyManifests(
  { store }: IntegrityDependencies,
  prefix: string,
  page: VersionRows[],
  keys: TenantKeys,
): Promise<ManifestCheck[]> {
  const checks: ManifestCheck[] = []
  const left = page.values()
  let inARow = 0
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (const rows of left) {
        const object = manifestObject(prefix, rows.version.id)
        const found = await readObject(store, object)
        inARow = found.state === 'unreadable' ? inARow + 1 : 0
        if (inARow > unreadableInARow) throw new StoreUnreachable(message('store_objects_unreadable', { object }))
        checks.push({ rows, fault: verifyManifest(found, rows, keys) })
      }
    }),
  )
  return checks
}

async function recordChecks(
  { knex, now, alarm }: IntegrityDependencies,
  tenantId: string,
  checks: ManifestCheck[],
  counts: IntegrityCounts,
): Promise<void> {
  const at = now()
  const good = checks.filter(({ fault }) => !fault).map(({ rows }) => rows.version.id)
  const found = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const audit = { ...serviceActor, tenantId, now: at, trx }
    const changed = await trx.raw(
      `update versions v set manifest_checked_at = :at, manifest_damaged_at = null, manifest_damage_kind = null,
              manifest_damage = null
       from (select id, manifest_damaged_at as was from versions
             where tenant_id = :tenantId and id = any(:good) order by id for no key update) known
       where v.tenant_id = :tenantId and v.id = known.id returning v.id, known.was`,
      { at, tenantId, good },
    )
    const healed = changed.rows.filter(({ was }: { was: Date | null }) => was)
    for (const { id } of healed) {
      await recordAudit(audit, 'integrity.healed', { kind: 'manifest', id })
      await recordEvents(audit, [{ type: 'integrity.healed', tenantId, data: { what: 'manifest', id } }])
    }
    const damaged: ManifestCheck[] = []
    for (const decision of checks) {
      const { fault } = decision
      const { version } = decision.rows
      if (!fault) continue
      const damage = { manifestDamageKind: fault.kind, manifestDamage: fault.words }
      const patch = { manifestCheckedAt: at, manifestDamagedAt: version.manifestDamagedAt ?? at, ...damage }
      const isThere = await Version.query(trx).findById(version.id).where({ tenantId }).patch(patch)
      if (!isThere || version.manifestDamagedAt) continue
      damaged.push(decision)
      const detail = { kind: fault.kind, what: fault.words }
      await recordAudit(audit, 'integrity.damaged', { kind: 'manifest', id: version.id, outcome: 'failed', detail })
      const data = { what: 'manifest' as const, id: version.id, kind: fault.kind }
      await recordEvents(audit, [{ type: 'integrity.damaged', tenantId, data }])
    }
    return { healed: healed.length as number, damaged }
  })
  counts.healed += found.healed
  counts.damaged += found.damaged.length
  for (const { rows, fault } of found.damaged) {
    alarm(`alarm: the manifest of a version is damaged: ${fault?.words}`, { tenantId, versionId: rows.version.id })
  }
}
