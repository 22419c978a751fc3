import { Device } from '../../../store/models/device.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import type { VersionPosition } from '../../repository/versions/list-versions.ts'
import {
  type Change,
  type ChangeFilter,
  type FoundChange,
  allChanges,
  describeVersions,
  openChanges,
  recordReading,
} from './list-changes.ts'

/** Changes of one tenant that are equal, or one change that is equal to no other. */
export interface ChangeGroup {
  changes: number
  devices: number
  /** Of up to 5 devices, by name. */
  deviceNames: string[]
  firstCapturedAt: Date
  latest: Change
}

/** The latest changes that are grouped; older ones are found with a filter by time. */
const maxGrouped = 10_000

const maxNames = 5

/**
 * Returns groups of equal changes among the latest 10,000 that match, by the time of their latest change, latest first. A
 * suspicious change is not grouped: it needs its own decision. Writes one audit record per tenant.
 */
export async function listChangeGroups(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  filter: ChangeFilter,
  page: { limit: number; after: VersionPosition | null },
): Promise<ChangeGroup[]> {
  const found = await contentContext.inTransaction((context) => findGroups(context, filter, page))
  const latest = await openChanges(
    contentContext,
    found.map((group) => group.latest),
  )
  return found.map((group, at) => ({ ...group, latest: latest[at]! }))
}

interface GroupRow {
  id: string
  changes: string
  devices: string
  device_ids: string[]
  first_captured_at: Date
}

async function findGroups(
  context: ActionContext,
  filter: ChangeFilter,
  { limit, after }: { limit: number; after: VersionPosition | null },
): Promise<(Omit<ChangeGroup, 'latest'> & { latest: FoundChange })[]> {
  const { trx } = context
  const matching = allChanges(context, filter, { limit: maxGrouped, after: null }).select(
    'versions.id',
    'versions.tenantId',
    'versions.deviceId',
    'versions.capturedAt',
    trx.raw(
      `case when versions.suspicious is null then coalesce(versions.change_fingerprint, versions.id::text)
       else versions.id::text end as name`,
    ),
  )
  const { rows } = await trx.raw<{ rows: GroupRow[] }>(
    `select id, changes, devices, device_ids, first_captured_at from (
       select (array_agg(id order by captured_at desc, id desc))[1] as id, count(*) as changes,
         count(distinct device_id) as devices, (array_agg(distinct device_id))[1:${maxNames}] as device_ids,
         min(captured_at) as first_captured_at, max(captured_at) as last_captured_at
       from (?) as matching group by tenant_id, name) as grouped
     where ?::timestamptz is null or (last_captured_at, id) < (?::timestamptz, ?::uuid)
     order by last_captured_at desc, id desc limit ?`,
    [matching.toKnexQuery(), after?.capturedAt ?? null, after?.capturedAt ?? null, after?.id ?? null, limit],
  )
  const ids = rows.map(({ id }) => id)
  const versions = new Map((await Version.query(trx).findByIds(ids)).map((version) => [version.id, version]))
  const latest = await describeVersions(
    context,
    ids.map((id) => versions.get(id)!),
  )
  await recordReading(context, [...versions.values()])
  const devices = await Device.query(trx).findByIds([...new Set(rows.flatMap((row) => row.device_ids))])
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return rows.map((row, at) => ({
    changes: Number(row.changes),
    devices: Number(row.devices),
    deviceNames: row.device_ids.flatMap((id) => names.get(id) ?? []).toSorted(),
    firstCapturedAt: row.first_captured_at,
    latest: latest[at]!,
  }))
}
