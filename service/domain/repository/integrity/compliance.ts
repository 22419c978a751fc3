import type { Knex } from 'knex'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import type { PackDamageKind } from '../../../store/models/pack.ts'
import { PolicyRun } from '../../../store/models/policy-run.ts'
import type { ManifestDamageKind } from '../../../store/models/version.ts'
import type { LockSettings } from '../../../objects/object-locks.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type LockStatus, readLockStatus } from '../object-lock/read-lock-status.ts'

/** How many objects exist, how many were read back within the period, and how many are damaged. */
export interface ReadBack {
  count: number
  checked: number
  /** Time of the oldest check; null without objects, or if one was never checked. */
  oldestCheckAt: Date | null
  damaged: number
}

/** Results of the integrity checks of one tenant. */
export interface Compliance {
  tenantId: string
  slug: string
  name: string
  packs: ReadBack & { bytes: number; checkedBytes: number }
  manifests: ReadBack
  keys: { state: 'good' | 'damaged' | 'unchecked' | 'destroyed'; checkedAt: Date | null; damage: ReceivedMessage[] }
  /** Null if objects are not locked. */
  objectLock: LockStatus | null
  /** Damaged objects and affected versions: the first hundred of each. */
  damagedObjects: DamagedObject[]
  affected: number
  affectedVersions: AffectedVersion[]
  /** The last five, latest first. */
  runs: PolicyRun[]
}

export interface DamagedObject {
  object: 'pack' | 'manifest'
  id: string
  kind: PackDamageKind | ManifestDamageKind
  what: string
  since: Date
}

/** A version that cannot be read completely, with its snapshot if it is a tree. */
export interface AffectedVersion {
  versionId: string
  snapshotId: string | null
  tenantId: string
  deviceId: string
  device: string
  artifactId: string
  key: string
  transport: 'ssh' | 'api'
  capturedAt: Date
  packId: string | null
  since: Date
}

/** Maximum length of a list within a response. */
const maxNamed = 100

const runsNamed = 5

/** Returns the tenants in scope by slug, each with its results. */
export async function readCompliance(
  { trx, tenantId, now }: ActionContext,
  periodDays: number,
  page: { limit: number; after: string | null },
  lockMode: LockSettings['mode'] | null = null,
): Promise<Compliance[]> {
  const late = new Date(now.getTime() - periodDays * 24 * 3_600_000)
  const { rows } = await trx.raw(
    `select t.id as "tenantId", t.slug, t.name, packs.facts as packs, manifests.facts as manifests, hurt.count as affected,
            k.destroyed_at as "destroyedAt", i.keys_checked_at as "keysCheckedAt", i.keys_damage as "keysDamage"
     from (select * from tenants
           where (:tenantId::uuid is null or id = :tenantId) and (:after::text is null or slug > :after)
           order by slug limit :limit) t
     left join tenant_keys k on k.tenant_id = t.id
     left join integrity_checks i on i.tenant_id = t.id
     cross join lateral (
       select json_build_object(
         'count', count(*), 'bytes', coalesce(sum(size), 0), 'damaged', count(damaged_at),
         'checked', count(*) filter (where coalesce(checked_at, verified_at) >= :late),
         'checkedBytes', coalesce(sum(size) filter (where coalesce(checked_at, verified_at) >= :late), 0),
         'oldestCheckAt', min(coalesce(checked_at, verified_at))) as facts
       from packs where tenant_id = t.id and status = 'verified') packs
     cross join lateral (
       select json_build_object(
         'count', count(*), 'damaged', count(manifest_damaged_at),
         'checked', count(*) filter (where manifest_checked_at >= :late),
         'oldestCheckAt', case when count(*) = count(manifest_checked_at) then min(manifest_checked_at) end) as facts
       from versions where tenant_id = t.id) manifests
     cross join lateral (select count(*)::int from damaged_versions where tenant_id = t.id) hurt (count)
     order by t.slug`,
    { tenantId, late, after: page.after, limit: page.limit },
  )
  const compliances: Compliance[] = []
  for (const row of rows as ComplianceRow[]) {
    const { packs, manifests, destroyedAt, keysCheckedAt, keysDamage, ...customer } = row
    const state = destroyedAt ? 'destroyed' : keysDamage ? 'damaged' : keysCheckedAt ? 'good' : 'unchecked'
    compliances.push({
      ...customer,
      packs: { ...packs, ...instantOf(packs) },
      manifests: { ...manifests, ...instantOf(manifests) },
      keys: { state, checkedAt: keysCheckedAt, damage: keysDamage ?? [] },
      objectLock: lockMode && (await readLockStatus(trx, { tenantId: row.tenantId, mode: lockMode, now })),
      damagedObjects: packs.damaged + manifests.damaged > 0 ? await listDamagedObjects(trx, row.tenantId) : [],
      affectedVersions: row.affected > 0 ? await findAffected(trx, row.tenantId, { limit: maxNamed, after: null }) : [],
      runs: await PolicyRun.query(trx)
        .where({ tenantId: row.tenantId, kind: 'integrity' })
        .orderBy([
          { column: 'startedAt', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(runsNamed),
    })
  }
  return compliances
}

/** Returns the affected versions in scope by id. */
export function listAffectedVersions(
  { trx, tenantId }: ActionContext,
  page: { limit: number; after: string | null },
): Promise<AffectedVersion[]> {
  return findAffected(trx, tenantId, page)
}

interface ComplianceRow extends Pick<Compliance, 'tenantId' | 'slug' | 'name' | 'affected'> {
  packs: Omit<Compliance['packs'], 'oldestCheckAt'> & { oldestCheckAt: string | null }
  manifests: Omit<ReadBack, 'oldestCheckAt'> & { oldestCheckAt: string | null }
  destroyedAt: Date | null
  keysCheckedAt: Date | null
  keysDamage: ReceivedMessage[] | null
}

function instantOf({ oldestCheckAt }: { oldestCheckAt: string | null }): { oldestCheckAt: Date | null } {
  return { oldestCheckAt: oldestCheckAt === null ? null : new Date(oldestCheckAt) }
}

async function listDamagedObjects(trx: Knex, tenantId: string): Promise<DamagedObject[]> {
  const { rows } = await trx.raw(
    `select * from (
       (select 'pack' as object, id, damage_kind as kind, damage as what, damaged_at as since
        from packs where tenant_id = :tenantId and damaged_at is not null and status = 'verified'
        order by damaged_at, id limit ${maxNamed})
       union all
       (select 'manifest', id, manifest_damage_kind, manifest_damage, manifest_damaged_at
        from versions where tenant_id = :tenantId and manifest_damaged_at is not null
        order by manifest_damaged_at, id limit ${maxNamed})) damaged
     order by since, object, id limit ${maxNamed}`,
    { tenantId },
  )
  return rows
}

async function findAffected(
  trx: Knex,
  tenantId: string | null,
  { limit, after }: { limit: number; after: string | null },
): Promise<AffectedVersion[]> {
  const { rows } = await trx.raw(
    `select h.version_id as "versionId", s.id as "snapshotId", h.tenant_id as "tenantId", d.id as "deviceId",
            d.name as device, a.id as "artifactId", a.key, a.transport, v.captured_at as "capturedAt",
            h.pack_id as "packId", h.found_at as since
     from damaged_versions h
     join versions v on v.tenant_id = h.tenant_id and v.id = h.version_id
     join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
     join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id
     left join snapshots s on s.tenant_id = v.tenant_id and s.version_id = v.id
     where (:tenantId::uuid is null or h.tenant_id = :tenantId) and (:after::uuid is null or h.version_id > :after)
     order by h.version_id limit :limit`,
    { tenantId, after, limit },
  )
  return rows
}
