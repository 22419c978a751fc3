import { randomUUIDv7 } from 'node:crypto'
import { type ArtifactFacts, type DeviceFacts, mergeFacts } from '../../../../shared/platforms/extract-facts.ts'
import { uptimeSeconds } from '../../../../shared/platforms/uptime-seconds.ts'
import { matchEndOfLife } from '../end-of-life/match-devices.ts'
import type { TenantContext } from '../../kernel/context.ts'

/** The facts in a new version of a lineage. */
export interface FoundFacts {
  deviceId: string
  artifactId: string
  /** The version that it replaces. */
  previousId: string | null
  capturedAt: Date
  facts: ArtifactFacts
}

type Context = Pick<TenantContext, 'trx' | 'tenantId'>

/**
 * Records the facts of new versions, whose lineages are locked: as those of their lineages, as current facts of the
 * devices, and in the history if they changed. The number of statements does not depend on the number of versions.
 */
export async function recordFacts(context: Context, found: readonly FoundFacts[]): Promise<void> {
  if (found.length === 0) return
  await storeLineageFacts(context, found)
  const devices = Map.groupBy(found, ({ deviceId }) => deviceId)
  const lineages = await readLineageFacts(context, [...devices.keys()])
  const current = [...devices].map(([id, [first]]) =>
    currentFacts(id, (first as FoundFacts).capturedAt, lineages.get(id) ?? []),
  )
  const changed = await updateDevices(context, current)
  await endPeriods(context, found.filter(({ deviceId }) => changed.has(deviceId))) // prettier-ignore
  await addPeriods(context, current.filter(({ deviceId }) => changed.has(deviceId))) // prettier-ignore
}

/** Names of the facts in the history, which are columns of `device_facts`, in the order of those columns. */
export const historyFacts = ['hostname', 'vendor', 'model', 'serial', 'os_version'] as const

/** Unknown facts are empty. */
export type FactValues = Record<(typeof historyFacts)[number], string>

export function pickFacts({ hostname, vendor, model, serial, os_version: osVersion }: FactValues): FactValues {
  return { hostname, vendor, model, serial, os_version: osVersion }
}

export function sameFacts(one: FactValues, other: FactValues): boolean {
  return historyFacts.every((name) => one[name] === other[name])
}

/** The facts of a device at a time. */
export interface CurrentFacts {
  deviceId: string
  capturedAt: Date
  values: FactValues
  uptimeSeconds: number | null
}

/** Merges the facts of a device's lineages, of which earlier ones take precedence. */
export function currentFacts(deviceId: string, capturedAt: Date, lineages: readonly DeviceFacts[]): CurrentFacts {
  const merged = mergeFacts(lineages)
  const { hostname = '', vendor = '', model = '', serial = '', os_version: osVersion = '', uptime } = merged
  return {
    deviceId,
    capturedAt,
    values: { hostname, vendor, model, serial, os_version: osVersion },
    uptimeSeconds: uptime === undefined ? null : uptimeSeconds(uptime),
  }
}

async function storeLineageFacts({ trx, tenantId }: Context, found: readonly FoundFacts[]): Promise<void> {
  await trx.raw(
    `update artifacts a set facts = f.facts::jsonb, facts_rank = f.rank
     from unnest(?::uuid[], ?::text[], ?::int[]) as f (id, facts, rank) where a.tenant_id = ? and a.id = f.id`,
    [
      found.map(({ artifactId }) => artifactId),
      found.map(({ facts }) => JSON.stringify(facts.values)),
      found.map(({ facts }) => facts.rank),
      tenantId,
    ],
  )
}

/** Returns the facts of the devices' lineages by device, in the order of precedence. Of two transports, the later one. */
async function readLineageFacts(
  { trx, tenantId }: Context,
  deviceIds: readonly string[],
): Promise<Map<string, DeviceFacts[]>> {
  const { rows } = await trx.raw<{ rows: { device_id: string; facts: DeviceFacts }[] }>(
    `select device_id, facts from artifacts where tenant_id = ? and device_id = any(?::uuid[]) and facts is not null
     order by device_id, facts_rank, latest_version_id desc`,
    [tenantId, [...deviceIds]],
  )
  const found = new Map<string, DeviceFacts[]>()
  for (const { device_id: id, facts } of rows) found.set(id, [...(found.get(id) ?? []), facts])
  return found
}

/** Sets the current facts of devices, and their ends of sale and support. Returns the ids of those that changed: the uptime is not part of the history. */
export async function updateDevices(
  { trx, tenantId }: Context,
  current: readonly CurrentFacts[],
): Promise<Set<string>> {
  const column = (name: (typeof historyFacts)[number]) => current.map(({ values }) => values[name])
  const { rows } = await trx.raw<{ rows: { id: string; changed: boolean }[] }>(
    `with f as (
       select * from unnest(:ids::uuid[], :hostnames::text[], :vendors::text[], :models::text[], :serials::text[],
         :versions::text[], :uptimes::bigint[], :seen::timestamptz[])
         as f (id, hostname, vendor, model, serial, os_version, uptime, seen_at)),
     before as (
       select d.id, (d.fact_hostname, d.fact_vendor, d.fact_model, d.fact_serial, d.fact_os_version)
           is distinct from (f.hostname, f.vendor, f.model, f.serial, f.os_version) as changed
       from devices d join f on f.id = d.id where d.tenant_id = :tenantId)
     update devices d set fact_hostname = f.hostname, fact_vendor = f.vendor, fact_model = f.model,
       fact_serial = f.serial, fact_os_version = f.os_version,
       uptime_seconds = coalesce(f.uptime, d.uptime_seconds),
       uptime_at = case when f.uptime is null then d.uptime_at else f.seen_at end
     from f join before on before.id = f.id where d.tenant_id = :tenantId and d.id = f.id
     returning d.id, before.changed`,
    {
      tenantId,
      ids: current.map(({ deviceId }) => deviceId),
      hostnames: column('hostname'),
      vendors: column('vendor'),
      models: column('model'),
      serials: column('serial'),
      versions: column('os_version'),
      uptimes: current.map((one) => one.uptimeSeconds),
      seen: current.map(({ capturedAt }) => capturedAt.toISOString()),
    },
  )
  const changed = rows.flatMap((row) => (row.changed ? [row.id] : []))
  if (changed.length > 0) await matchEndOfLife(trx, { tenantId, deviceIds: changed })
  return new Set(changed)
}

/**
 * Ends the current period of each device when the versions that are replaced were last seen. In a new lineage, none is
 * replaced: then the period ends when an earlier version of the device was last seen.
 */
async function endPeriods({ trx, tenantId }: Context, changed: readonly FoundFacts[]): Promise<void> {
  if (changed.length === 0) return
  await trx.raw(
    `update device_facts h set last_seen_at = greatest(h.first_seen_at, f.seen_at)
     from (select r.device_id, coalesce(max(v.last_seen_at), max(earlier.last_seen_at)) as seen_at
           from unnest(:devices::uuid[], :replaced::text[], :captured::timestamptz[]) as r (device_id, version_id, captured_at)
           left join versions v on v.tenant_id = :tenantId and v.id = nullif(r.version_id, '')::uuid
           left join lateral (
             select max(last_seen_at) as last_seen_at from versions o
             where r.version_id = '' and o.tenant_id = :tenantId and o.device_id = r.device_id
               and o.captured_at < r.captured_at) earlier on true
           group by r.device_id) f
     where h.tenant_id = :tenantId and h.device_id = f.device_id and h.last_seen_at is null`,
    {
      tenantId,
      devices: changed.map(({ deviceId }) => deviceId),
      replaced: changed.map(({ previousId }) => previousId ?? ''),
      captured: changed.map(({ capturedAt }) => capturedAt.toISOString()),
    },
  )
}

async function addPeriods({ trx, tenantId }: Context, changed: readonly CurrentFacts[]): Promise<void> {
  if (changed.length === 0) return
  await trx('device_facts').insert(
    changed.map(({ deviceId, capturedAt, values }) => ({
      id: randomUUIDv7(),
      tenant_id: tenantId,
      device_id: deviceId,
      ...values,
      first_seen_at: capturedAt,
      last_seen_at: null,
    })),
  )
}
