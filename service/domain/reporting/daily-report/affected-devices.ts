/**
 * A part of a `with`: `affected`, the devices of which the latest version of something cannot be read whole. The check found
 * these, and there are few: they are looked up from there.
 * @param whose further condition on `a`, the lineage
 */
export function affectedDevicesSql(whose: string): string {
  return `hurt as (
    select distinct a.tenant_id, a.device_id from damaged_versions x
    join versions v on v.tenant_id = x.tenant_id and v.id = x.version_id
    join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id and a.latest_version_id = v.id
    where true ${whose})`
}

/**
 * The same with `lost`, those of them of which nothing that the last successful run has seen can be read. A run takes less
 * than a day; what was seen earlier is of another path to the device, or is no longer collected.
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
