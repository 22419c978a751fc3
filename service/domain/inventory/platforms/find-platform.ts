import type { PlatformDocument } from '../../../../shared/platforms/documents/document.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platformById, platforms } from '../../../../shared/platforms/registry.ts'
import { compileStored } from '../../../../shared/platforms/stored-platform.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** A platform that a tenant's devices use, from a stored document. */
export interface StoredPlatform {
  platform: Platform
  tenantId: string | null
  /** The active version; the last one of a retired document. */
  version: number
  /** No further device can use it. */
  isRetired: boolean
}

/** Returns the platform of an id; undefined for an unknown one. */
export type PlatformLookup = (id: string) => Platform | undefined

/**
 * Reads the platforms of some devices of a tenant: those of the product, then stored ones, also retired ones. Ids of the
 * product need no statement.
 */
export async function readPlatforms(
  trx: ScopedTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<PlatformLookup> {
  const stored = await readStoredPlatforms(trx, tenantId, ids)
  return (id) => platformById(id) ?? stored.get(id)?.platform
}

/** Returns the platform of a device of a tenant; undefined for an unknown one. */
export async function findPlatform(
  trx: ScopedTransaction,
  { tenantId, platform }: { tenantId: string; platform: string },
): Promise<Platform | undefined> {
  return (await readPlatforms(trx, tenantId, [platform]))(platform)
}

/** Returns stored platforms of a tenant by id, of those that are not part of the product. */
export async function readStoredPlatforms(
  trx: ScopedTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, StoredPlatform>> {
  const unknown = [...new Set(ids)].filter((id) => !platformById(id))
  if (unknown.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: ActiveRow[] }>(
    `${activeVersions} where p.platform = any(?) and (p.tenant_id = ? or p.tenant_id is null)`,
    [unknown, tenantId],
  )
  return new Map(rows.map((row) => [row.platform, storedPlatform(row)]))
}

/** Returns the platforms that a device can use: of a tenant, or without one those of the platform's level. */
export async function listUsablePlatforms(trx: ScopedTransaction, tenantId: string | null): Promise<Platform[]> {
  const { rows } = await trx.raw<{ rows: ActiveRow[] }>(
    `${activeVersions} where p.retired_at is null and (p.tenant_id = ? or p.tenant_id is null) order by p.platform`,
    [tenantId],
  )
  return [...platforms, ...rows.map((row) => storedPlatform(row).platform)]
}

interface ActiveRow {
  platform: string
  tenant_id: string | null
  number: number
  is_retired: boolean
  document: PlatformDocument
}

const activeVersions = `
  select p.platform, p.tenant_id, v.number, p.retired_at is not null as is_retired, v.document
  from platform_documents p
  join platform_document_versions v on v.document_id = p.id and v.number = p.active_version`

function storedPlatform(row: ActiveRow): StoredPlatform {
  const { tenant_id: tenantId, number: version, is_retired: isRetired, document } = row
  return { platform: compileStored(document), tenantId, version, isRetired }
}
