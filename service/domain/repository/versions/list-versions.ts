import type { QueryBuilder } from 'objection'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { pseudonymKey } from '../../../../shared/platforms/pseudonym.ts'
import { countChange } from '../../../../shared/platforms/summarise-change.ts'
import { openField } from '../../../keys/sealed-field.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { DamagedVersion } from '../../../store/models/damaged-version.ts'
import { Pin } from '../../../store/models/pin.ts'
import { RestoreCheck } from '../../../store/models/restore-check.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../content/content-context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findVersion } from './find-version.ts'
import { maskFingerprint } from './masked-fingerprints.ts'
import { openMetadata, openSummary } from './version-metadata.ts'
import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'

/** A version for display, with its lineage, snapshot, and decrypted metadata and notes. */
export interface VersionRecord extends VersionRows {
  /** Fingerprint of its content, as the caller may see it. Empty if it can no longer be masked. */
  fingerprint: string
  /** What equal changes share, as the caller may see it. */
  changeGroup: string | null
  metadata: Record<string, unknown>
  /** What changed; null if it is not known. */
  summary: ReceivedMessage | null
  reviewNote: string | null
}

/** A page of versions starts after this one. */
export interface VersionPosition {
  capturedAt: Date
  id: string
}

/**
 * Returns versions of a lineage, latest first.
 * @throws DomainError not_found
 */
export async function listVersions(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  artifactId: string,
  page: { limit: number; after: VersionPosition | null },
): Promise<VersionRecord[]> {
  const rows = await contentContext.inTransaction(async (context) => {
    const artifact = await Artifact.query(context.trx).findById(artifactId)
    if (!artifact) throw notFound()
    await recordAudit(context, 'version.list', { kind: 'artifact', id: artifactId, tenantId: artifact.tenantId })
    return findPage(context, artifact, page)
  })
  return openRecords(contentContext, rows)
}

/**
 * Returns the record of one version.
 * @throws DomainError not_found
 */
export async function readVersionRecord(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  versionId: string,
): Promise<VersionRecord> {
  const found = await contentContext.inTransaction(async (context) => {
    const rows = await findVersion(context, versionId)
    await recordAudit(context, 'version.read', { kind: 'version', id: versionId, tenantId: rows.version.tenantId })
    return rows
  })
  const [record] = await openRecords(contentContext, [found])
  return record!
}

/** A version's rows, with sealed metadata. */
export interface VersionRows {
  version: Version
  artifact: Artifact
  snapshotId: string | null
  /** Whether it cannot be read completely. */
  isDamaged: boolean
  /** Whether it is pinned in its lineage. */
  isPinned: boolean
  /** Null if it was not checked yet. */
  restoreCheck: RestoreCheck | null
}

/**
 * Decrypts versions of one tenant; without the tenant's keys, sealed fields are empty. Fingerprints are masked, and summaries count lines
 * only, for a caller who may not read secrets. Runs outside the transaction: keys that are not cached are read over another connection.
 */
export async function openRecords(
  { keys, readsSecrets }: Pick<ContentContext, 'keys' | 'readsSecrets'>,
  rows: VersionRows[],
): Promise<VersionRecord[]> {
  const sealed = rows.find(
    ({ version }) => !readsSecrets || (version.metadata ?? version.summary ?? version.reviewNote),
  )
  const tenantKeys = sealed ? await keysUnlessDestroyed(keys, sealed.version.tenantId) : null
  const show = fingerprintsFor(readsSecrets, tenantKeys)
  return rows.map((row) => {
    const { version } = row
    const note = tenantKeys && version.reviewNote
    return {
      ...row,
      fingerprint: show(version.fingerprint) ?? '',
      changeGroup: version.changeFingerprint && show(version.changeFingerprint),
      metadata: tenantKeys ? openMetadata(tenantKeys, version) : {},
      summary: tenantKeys && (readsSecrets ? openSummary(tenantKeys, version) : countSummary(version)),
      reviewNote: note && openField(tenantKeys, { row: version.id, field: 'review_note' }, note).toString(),
    }
  })
}

/** Returns how the caller sees fingerprints; null for those that can no longer be masked. */
function fingerprintsFor(readsSecrets: boolean, keys: TenantKeys | null): (fingerprint: string) => string | null {
  if (readsSecrets) return (fingerprint) => fingerprint
  const key = keys && pseudonymKey(keys.dataKey)
  return (fingerprint) => key && maskFingerprint(key, fingerprint)
}

/** Summaries quote the configuration. Those of earlier releases may contain secrets that are masked now. */
function countSummary({ summary, added, removed }: Version): ReceivedMessage | null {
  return summary && added !== null && removed !== null ? countChange({ added, removed }).message : null
}

/** Returns versions with related rows, in their order. */
export async function withRows(
  { trx }: ActionContext,
  versions: Version[],
  artifacts: ReadonlyMap<string, Artifact>,
): Promise<VersionRows[]> {
  const ids = versions.map(({ id }) => id)
  const tenantIds = [...new Set(versions.map(({ tenantId }) => tenantId))]
  const among = <M extends Snapshot | DamagedVersion | Pin | RestoreCheck>(query: QueryBuilder<M, M[]>) =>
    query.whereIn('tenantId', tenantIds).whereIn('versionId', ids)
  const snapshots = await among(Snapshot.query(trx)).select('id', 'versionId')
  const snapshotOf = new Map(snapshots.map(({ id, versionId }) => [versionId, id]))
  const damaged = new Set((await among(DamagedVersion.query(trx))).map(({ versionId }) => versionId))
  const pinned = new Set((await among(Pin.query(trx))).map(({ versionId }) => versionId))
  const checks = new Map((await among(RestoreCheck.query(trx))).map((check) => [check.versionId, check]))
  return versions.map((version) => ({
    version,
    artifact: artifacts.get(version.artifactId)!,
    snapshotId: snapshotOf.get(version.id) ?? null,
    isDamaged: damaged.has(version.id),
    isPinned: pinned.has(version.id),
    restoreCheck: checks.get(version.id) ?? null,
  }))
}

async function findPage(
  context: ActionContext,
  artifact: Artifact,
  { limit, after }: { limit: number; after: VersionPosition | null },
): Promise<VersionRows[]> {
  const { tenantId, id: artifactId } = artifact
  const query = Version.query(context.trx)
    .where({ tenantId, artifactId })
    .orderBy([
      { column: 'capturedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
  if (after) query.whereRaw('(captured_at, id) < (?, ?)', [after.capturedAt, after.id])
  return withRows(context, await query, new Map([[artifactId, artifact]]))
}
