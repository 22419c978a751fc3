import { Artifact } from '../../store/models/artifact.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { Version } from '../../store/models/version.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import type { Reading } from '../reading.ts'
import { notFound } from '../refusal.ts'
import { findDamaged } from './find-damaged.ts'
import { findVersion } from './find-version.ts'
import { openMetadata } from './version-metadata.ts'

/** A version as it is shown: with its lineage, its snapshot if it has one, and its metadata in clear. */
export interface VersionRecord extends VersionRows {
  metadata: Record<string, unknown>
}

/** Where a page of versions begins: behind this one. */
export interface VersionPosition {
  capturedAt: Date
  id: string
}

/** Versions of a lineage, the latest first. @throws Refusal 404 */
export async function listVersions(
  reading: Pick<Reading, 'inCall' | 'keys'>,
  artifactId: string,
  page: { limit: number; after: VersionPosition | null },
): Promise<VersionRecord[]> {
  const rows = await reading.inCall(async (call) => {
    const artifact = await Artifact.query(call.trx).findById(artifactId)
    if (!artifact) throw notFound()
    await recordAudit(call, 'version.list', { kind: 'artifact', id: artifactId, tenantId: artifact.tenantId })
    return findPage(call, artifact, page)
  })
  return openRecords(reading, rows)
}

/** One version's record. @throws Refusal 404 */
export async function readVersionRecord(
  reading: Pick<Reading, 'inCall' | 'keys'>,
  versionId: string,
): Promise<VersionRecord> {
  const found = await reading.inCall(async (call) => {
    const rows = await findVersion(call, versionId)
    await recordAudit(call, 'version.read', { kind: 'version', id: versionId, tenantId: rows.version.tenantId })
    return rows
  })
  const [record] = await openRecords(reading, [found])
  return record!
}

/** A version's rows, its metadata still sealed. */
export interface VersionRows {
  version: Version
  artifact: Artifact
  snapshotId: string | null
  /** It was found to be unreadable as a whole. */
  isDamaged: boolean
}

/** Outside the transaction: keys that are not at hand are read by a connection of their own. */
export async function openRecords({ keys }: Pick<Reading, 'keys'>, rows: VersionRows[]): Promise<VersionRecord[]> {
  const sealed = rows.find(({ version }) => version.metadata)
  const tenantKeys = sealed && (await keys.of(sealed.version.tenantId))
  return rows.map((row) => ({ ...row, metadata: tenantKeys ? openMetadata(tenantKeys, row.version) : {} }))
}

async function findPage(
  { trx }: Call,
  artifact: Artifact,
  { limit, after }: { limit: number; after: VersionPosition | null },
): Promise<VersionRows[]> {
  const { tenantId, id: artifactId } = artifact
  const query = Version.query(trx)
    .where({ tenantId, artifactId })
    .orderBy([
      { column: 'capturedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
  if (after) query.whereRaw('(captured_at, id) < (?, ?)', [after.capturedAt, after.id])
  const versions = await query
  const ids = versions.map(({ id }) => id)
  const snapshots = await Snapshot.query(trx).where({ tenantId }).whereIn('versionId', ids).select('id', 'versionId')
  const snapshotOf = new Map(snapshots.map(({ id, versionId }) => [versionId, id]))
  const damaged = await findDamaged(trx, tenantId, ids)
  return versions.map((version) => ({
    version,
    artifact,
    snapshotId: snapshotOf.get(version.id) ?? null,
    isDamaged: damaged.has(version.id),
  }))
}
