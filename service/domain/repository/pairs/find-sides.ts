import type { ScopedTransaction } from '../../../store/scope.ts'

/** One device of a pair, with the latest version of its artifact. */
export interface PairSide {
  /** Name of the device. */
  name: string
  decommissioned: boolean
  /** Null, as the rest, if no version is stored. */
  version_id: string | null
  kind: 'text' | 'blob' | null
  size_bytes: number | null
  /** Whether the version awaits a review. */
  suspicious: boolean | null
}

export interface PairSides {
  first: PairSide
  second: PairSide
}

/** The devices and the artifact that a pair compares. */
export interface ComparedDevices {
  firstDeviceId: string
  secondDeviceId: string
  key: string
}

/** Returns both sides; undefined if a device does not exist in the tenant. */
export async function findSides(
  trx: ScopedTransaction,
  tenantId: string,
  { firstDeviceId, secondDeviceId, key }: ComparedDevices,
): Promise<PairSides | undefined> {
  const { rows } = await trx.raw<{ rows: PairSides[] }>(
    `select to_jsonb(f) as first, to_jsonb(s) as second
     from (select :tenantId::uuid as tenant_id, :firstDeviceId::uuid as first_device_id,
       :secondDeviceId::uuid as second_device_id, :key::text as key) p ${joinSides}`,
    { tenantId, firstDeviceId, secondDeviceId, key },
  )
  return rows[0]
}

/**
 * A pair of which a device has another latest version than the compared one, that was not compared with its current
 * settings, or whose comparison is prevented by another reason than the stored one.
 */
export interface DuePair extends PairSides {
  id: string
  tenant_id: string
}

export interface DuePairOptions {
  /** A comparison that failed before is repeated. */
  failedBefore: Date
  /** Maximum size of a compared text. */
  limitBytes: number
  /** Ids of pairs and tenants to leave out. */
  skipped: readonly string[]
  /** Maximum number of returned pairs. */
  limit: number
}

/** Returns due pairs of all tenants, those that were compared longest ago first. */
export async function findDuePairs(
  trx: ScopedTransaction,
  { failedBefore, limitBytes, skipped, limit }: DuePairOptions,
): Promise<DuePair[]> {
  const { rows } = await trx.raw<{ rows: DuePair[] }>(
    `select p.id, p.tenant_id, to_jsonb(f) as first, to_jsonb(s) as second
     from device_pairs p ${joinSides}
     cross join lateral (select coalesce(${preventedBy('f')}, ${preventedBy('s')}) as reason) prevented
     where p.id <> all(:skipped::uuid[]) and p.tenant_id <> all(:skipped::uuid[]) and (
       p.compared_at is null
       or prevented.reason is not null
         and (p.state <> 'unknown' or not p.reason @> jsonb_strip_nulls(prevented.reason))
       or prevented.reason is null and (
         f.version_id is distinct from p.first_version_id or s.version_id is distinct from p.second_version_id
         or p.state = 'unknown' and p.compared_at <= :failedBefore))
     order by p.compared_at nulls first, p.id limit :limit`,
    { failedBefore, limitBytes, skipped, limit },
  )
  return rows
}

/** What prevents the comparison of a side, as `planComparison` decides: the code and parameters that can change. */
function preventedBy(side: 'f' | 's'): string {
  const reason = (code: string, size = 'null') =>
    `jsonb_build_object('code', '${code}', 'params', jsonb_build_object('device', ${side}.name, 'size', ${size}))`
  return `case when ${side}.decommissioned then ${reason('pair_device_decommissioned')}
    when ${side}.version_id is null then ${reason('pair_without_version')}
    when ${side}.kind <> 'text' then ${reason('pair_without_text')}
    when ${side}.suspicious then ${reason('pair_version_suspicious')}
    when ${side}.size_bytes > :limitBytes then ${reason('pair_text_too_large', `${side}.size_bytes`)} end`
}

/** Of two lineages of an artifact, the one that was seen last, as in `findDeviceConfig`. */
const joinSides = ['first', 'second']
  .map(
    (side) => `join lateral (
      select d.name, d.decommissioned_at is not null as decommissioned, l.*
      from devices d left join lateral (
        select v.id as version_id, a.kind, v.size_bytes,
          v.suspicious is not null and v.reviewed_at is null as suspicious
        from artifacts a join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
        where a.tenant_id = d.tenant_id and a.device_id = d.id and a.key = p.key
        order by v.last_seen_at desc, v.captured_at desc limit 1) l on true
      where d.tenant_id = p.tenant_id and d.id = p.${side}_device_id) ${side[0]} on true`,
  )
  .join('\n')
