/**
 * Returns a part of a `with` clause: `affected`, the devices whose latest version of an artifact cannot be read
 * completely. It starts from the versions that the integrity check found, which are few.
 * @param whose another condition on `a`, the lineage
 */
export function affectedDevicesSql(whose: string): string {
  return `hurt as (
    select distinct a.tenant_id, a.device_id from damaged_versions x
    join versions v on v.tenant_id = x.tenant_id and v.id = x.version_id
    join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id and a.latest_version_id = v.id
    where true ${whose})`
}

/**
 * Returns `affectedDevicesSql` with `lost`: those of the devices of which nothing that the last successful run has seen
 * can be read. A run takes less than a day; what was seen earlier belongs to another transport, or is no longer
 * collected.
 */
export function lostDevicesSql(whose: string): string {
  return `${affectedDevicesSql(whose)},
  lost as (
    select hurt.tenant_id, hurt.device_id from hurt
    join devices d on d.tenant_id = hurt.tenant_id and d.id = hurt.device_id
    where not exists (
      select from artifacts a join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
      where a.tenant_id = hurt.tenant_id and a.device_id = hurt.device_id
        and (d.last_success_at is null or v.last_seen_at > d.last_success_at - interval '24 hours')
        and not exists (select from damaged_versions x where x.tenant_id = v.tenant_id and x.version_id = v.id)))`
}
