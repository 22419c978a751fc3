import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import type { PlatformSource } from '../../../../shared/platforms/stored-platform.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** The devices to compare: those in service of a tenant with the platform and the tag, and the artifact. */
export interface TagQuestion {
  tenantId: string
  tag: string
  platform: string
  key: string
  /** Of two lineages of a device, the one over this transport; null: the one that was seen last. */
  transport: 'ssh' | 'api' | null
}

/** Why a device is not compared. */
export type NotComparedReason = MessageOf<
  | 'not_compared_damaged'
  | 'not_compared_no_version'
  | 'not_compared_not_examined'
  | 'not_compared_suspicious'
  | 'not_compared_too_large'
>

export interface TaggedDevice {
  id: string
  name: string
  site: string
  /** The latest version; null if it has none. */
  version: Version | null
  artifactId: string | null
  reason: NotComparedReason | null
}

/** How texts are normalised. */
export interface TextRules {
  platform: PlatformSource
  key: string
}

/** Returns the devices by name, at most `limit`, each with its latest version, and how many there are. */
export async function findTaggedDevices(
  { trx }: ActionContext,
  question: TagQuestion,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<{ devices: TaggedDevice[]; total: number }> {
  const { rows } = await trx.raw<{ rows: TaggedRow[] }>(taggedSql, { ...question, limit })
  const ids = rows.flatMap(({ versionId }) => versionId ?? [])
  const versions = new Map<string, Version>()
  for (const version of await Version.query(trx).findByIds(ids)) versions.set(version.id, version)
  const devices = rows.map(({ id, name, site, artifactId, versionId, isDamaged }): TaggedDevice => {
    const version = versions.get(versionId ?? '') ?? null
    return { id, name, site, version, artifactId, reason: whyNotCompared(version, isDamaged, maxBytes) }
  })
  return { devices, total: rows[0]?.total ?? 0 }
}

function whyNotCompared(version: Version | null, isDamaged: boolean, maxBytes: number): NotComparedReason | null {
  if (!version || 'root' in version.content || 'archive' in version.content) return message('not_compared_no_version')
  if (version.suspicious !== null && version.reviewedAt === null) return message('not_compared_suspicious')
  if (isDamaged) return message('not_compared_damaged')
  const size = Number(version.sizeBytes)
  return size > maxBytes ? message('not_compared_too_large', { size, limit: maxBytes }) : null
}

interface TaggedRow {
  id: string
  name: string
  site: string
  artifactId: string | null
  versionId: string | null
  isDamaged: boolean
  /** Devices that match, also those above the limit. */
  total: number
}

const taggedSql = `
  select d.id, d.name, d.site, d.total, latest.artifact_id as "artifactId", latest.version_id as "versionId",
    exists (select from damaged_versions x where x.tenant_id = :tenantId and x.version_id = latest.version_id) as "isDamaged"
  from (
    select id, name, site, count(*) over ()::int as total from devices
    where tenant_id = :tenantId and platform = :platform and :tag = any(tags) and decommissioned_at is null
    order by name, id limit :limit
  ) d
  left join lateral (
    select a.id as artifact_id, v.id as version_id
    from artifacts a
    join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
    where a.tenant_id = :tenantId and a.device_id = d.id and a.key = :key and a.kind = 'text'
    order by a.transport = cast(:transport as text) desc nulls last, v.last_seen_at desc, a.id
    limit 1
  ) latest on true
  order by d.name, d.id`
