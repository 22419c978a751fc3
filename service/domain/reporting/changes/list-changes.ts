import type { QueryBuilder } from 'objection'
import { pseudonymKey } from '../../../../shared/platforms/pseudonym.ts'
import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import { type TimeOrder, sqlOf } from '../../kernel/time-order.ts'
import {
  type VersionPosition,
  type VersionRecord,
  type VersionRows,
  openRecords,
  withRows,
} from '../../repository/versions/list-versions.ts'
import { unmaskFingerprint } from '../../repository/versions/masked-fingerprints.ts'
import { type LineageFilter, type Lineages, findChangedLineages } from './changed-lineages.ts'

/** A version that differs from the one before it, with its device. */
export interface Change {
  record: VersionRecord
  device: Device
  /** Null if retention has deleted it. */
  previousId: string | null
}

export interface ChangeFilter extends LineageFilter {
  /** Whether the version was reviewed. */
  reviewed?: boolean
  /** Whether it was suspicious when it was collected. */
  suspicious?: boolean
  /** Equal to this change, which is identified by its fingerprint as the caller sees it. Suspicious changes are equal to no other. */
  group?: string
  /** Stored by this run. */
  runId?: string
  /** Captured at this time or later. */
  since?: Date
  /** Captured before this time. */
  until?: Date
}

/**
 * Returns changes of all devices in scope by capture time; the first version of a lineage is not a change. Writes one
 * audit record per tenant.
 * @throws DomainError tenant_required for a group of a caller with masked fingerprints and no tenant
 */
export async function listChanges(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  filter: ChangeFilter,
  page: Page,
): Promise<Change[]> {
  const unmasked = await unmaskGroup(contentContext, filter)
  const found = await contentContext.inTransaction((context) => findPage(context, unmasked, page))
  return openChanges(contentContext, found)
}

async function unmaskGroup(
  { inTransaction, readsSecrets, keys }: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  filter: ChangeFilter,
): Promise<ChangeFilter> {
  if (readsSecrets || filter.group === undefined) return filter
  const tenantId = await inTransaction((context) => Promise.resolve(context.tenantId))
  if (tenantId === null) throw new DomainError('tenant_required')
  const tenantKeys = await keysUnlessDestroyed(keys, tenantId)
  return tenantKeys ? { ...filter, group: unmaskFingerprint(pseudonymKey(tenantKeys.dataKey), filter.group) } : filter
}

/** Decrypts changes of any tenants, in their order. Runs outside the transaction, as `openRecords`. */
export async function openChanges(
  contentContext: Pick<ContentContext, 'keys' | 'readsSecrets'>,
  found: readonly FoundChange[],
): Promise<Change[]> {
  const opened = new Map<string, VersionRecord>()
  for (const rows of Map.groupBy(found, ({ rows: one }) => one.version.tenantId).values()) {
    const records = await openRecords(
      contentContext,
      rows.map((one) => one.rows),
    )
    for (const record of records) opened.set(record.version.id, record)
  }
  return found.map(({ rows, ...change }) => ({ ...change, record: opened.get(rows.version.id)! }))
}

export type FoundChange = Omit<Change, 'record'> & { rows: VersionRows }

/** Start, length and order of a page; by default latest first. */
interface Page {
  limit: number
  after: VersionPosition | null
  order?: TimeOrder
}

async function findPage(context: ActionContext, filter: ChangeFilter, page: Page): Promise<FoundChange[]> {
  const lineages = await findChangedLineages(context, filter)
  const versions = lineages ? await ofFew(context, lineages, filter, page) : await ofMany(context, filter, page)
  await recordReading(context, versions)
  return describeVersions(context, versions)
}

/** Returns versions with their devices, in their order. */
export async function describeVersions(context: ActionContext, versions: Version[]): Promise<FoundChange[]> {
  const { trx } = context
  const artifacts = await byId(Artifact.query(trx), versions, ({ artifactId }) => artifactId)
  const devices = await byId(Device.query(trx), versions, ({ deviceId }) => deviceId)
  const rows = await withRows(context, versions, artifacts)
  const previous = await previousOf(trx, versions)
  return versions.map((version, at) => {
    const { id, deviceId } = version
    return { rows: rows[at]!, device: devices.get(deviceId)!, previousId: previous.get(id) ?? null }
  })
}

/** Reads the first changes of each lineage, then takes the first of all. */
async function ofFew(
  { trx }: ActionContext,
  { tenantIds, ids }: Lineages,
  filter: ChangeFilter,
  page: Page,
): Promise<Version[]> {
  if (ids.length === 0) return []
  const { direction } = sqlOf(page.order)
  const own = changesOf(trx, filter, page)
    .select('versions.id', 'versions.capturedAt')
    .whereRaw('versions.tenant_id = lineage.tenant_id and versions.artifact_id = lineage.id')
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select found.id from unnest(?::uuid[], ?::uuid[]) as lineage (tenant_id, id) cross join lateral (?) as found
     order by found.captured_at ${direction}, found.id ${direction} limit ?`,
    [tenantIds, ids, own.toKnexQuery(), page.limit],
  )
  const found = rows.map((row) => row.id)
  return Version.query(trx).findByIds(found).orderByRaw(`versions.captured_at ${direction}, versions.id ${direction}`)
}

/** Scans all changes in order, which finds frequent matches quickly. */
function ofMany(context: ActionContext, filter: ChangeFilter, page: Page): PromiseLike<Version[]> {
  return allChanges(context, filter, page).select('versions.*')
}

/** Returns a query for the changes of all devices in scope. */
export function allChanges({ trx, tenantId }: ActionContext, filter: ChangeFilter, page: Page): Versions {
  const query = changesOf(trx, filter, page)
  if (tenantId !== null) query.where('versions.tenantId', tenantId)
  whereRelated(query, filter)
  return query
}

type Versions = QueryBuilder<Version, Version[]>

function changesOf(trx: ScopedTransaction, filter: ChangeFilter, { limit, after, order }: Page): Versions {
  const { direction, behind } = sqlOf(order)
  const { reviewed, suspicious, group, runId, since, until } = filter
  const query = Version.query(trx)
    .whereRaw('not versions.is_first')
    .orderByRaw(`versions.captured_at ${direction}, versions.id ${direction}`)
    .limit(limit)
  if (after) query.whereRaw(`(versions.captured_at, versions.id) ${behind} (?, ?)`, [after.capturedAt, after.id])
  if (reviewed === true) query.whereNotNull('versions.reviewedAt')
  if (reviewed === false) query.whereNull('versions.reviewedAt')
  if (suspicious === true) query.whereNotNull('versions.suspicious')
  if (suspicious === false) query.whereNull('versions.suspicious')
  if (group !== undefined) query.where('versions.changeFingerprint', group).whereNull('versions.suspicious')
  if (runId !== undefined) {
    query.whereRaw('(versions.tenant_id, versions.job_id) = (select tenant_id, id from jobs where id = ?)', [runId])
  }
  if (since !== undefined) query.where('versions.capturedAt', '>=', since)
  if (until !== undefined) query.where('versions.capturedAt', '<', until)
  return query
}

/** Filters with `exists` conditions, so that no join forces a sort. */
function whereRelated(query: Versions, { deviceIds, platforms, sites, tags, keys }: ChangeFilter): void {
  if (deviceIds) query.whereIn('versions.deviceId', deviceIds)
  const ofDevice: [sql: string, values: string[] | undefined][] = [
    ['d.platform = any(?::text[])', platforms],
    ['d.site = any(?::text[])', sites],
    ['d.tags && ?::text[]', tags],
  ]
  for (const [sql, values] of ofDevice) {
    if (values === undefined) continue
    query.whereRaw(
      `(select ${sql} from devices d where d.tenant_id = versions.tenant_id and d.id = versions.device_id)`,
      [values],
    )
  }
  if (keys) {
    query.whereRaw(
      `(select a.key = any(?::text[]) from artifacts a where a.tenant_id = versions.tenant_id and a.id = versions.artifact_id)`,
      [keys],
    )
  }
}

/** Returns the previous version in its lineage for each version. */
async function previousOf(trx: ScopedTransaction, versions: Version[]): Promise<Map<string, string>> {
  const { rows } = await trx.raw<{ rows: { id: string; previous_id: string }[] }>(
    `select v.id, p.id as previous_id from versions v cross join lateral (
       select p.id from versions p
       where p.tenant_id = v.tenant_id and p.artifact_id = v.artifact_id
         and (p.captured_at, p.id) < (v.captured_at, v.id)
       order by p.captured_at desc, p.id desc limit 1) p
     where v.id = any(?::uuid[])`,
    [versions.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, row.previous_id]))
}

async function byId<T extends { id: string } & (Artifact | Device)>(
  query: QueryBuilder<T, T[]>,
  versions: Version[],
  idOf: (version: Version) => string,
): Promise<Map<string, T>> {
  const rows = await query.whereIn('id', [...new Set(versions.map(idOf))])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records the tenants whose changes were shown; without changes, the request itself. */
export async function recordReading(context: ActionContext, versions: Pick<Version, 'tenantId'>[]): Promise<void> {
  const shown = [...Map.groupBy(versions, ({ tenantId }) => tenantId)]
  for (const [tenantId, { length }] of shown) {
    await recordAudit(context, 'change.list', { kind: 'changes', tenantId, detail: { versions: length } })
  }
  if (shown.length > 0) return
  const ofAllTenants = context.tenantId === null
  await recordAudit(context, 'change.list', { kind: 'changes', detail: { versions: 0 }, ofAllTenants })
}
