import type { Counting } from '../daily-report/count-devices.ts'

/** The facts of a device in service, for a metric. Unknown facts are empty. */
export interface FactsOfDevice {
  customer: string
  device: string
  platform: string
  vendor: string
  model: string
  serial: string
  osVersion: string
  endOfSupport: string
}

/** Returns the devices in service that have shown facts, by customer and name. */
export async function readDeviceFacts({ trx, tenantId }: Counting): Promise<FactsOfDevice[]> {
  const { rows } = await trx.raw<{ rows: FactsOfDevice[] }>(
    `select t.slug as customer, d.name as device, d.platform, d.fact_vendor as vendor, d.fact_model as model,
       d.fact_serial as serial, d.fact_os_version as "osVersion", d.end_of_support_on as "endOfSupport"
     from devices d join tenants t on t.id = d.tenant_id
     where d.decommissioned_at is null and d.enabled and ${tenantId === null ? 'true' : 'd.tenant_id = ?'}
       and (d.fact_vendor, d.fact_model, d.fact_serial, d.fact_os_version) <> ('', '', '', '')
     order by t.slug, d.name`,
    tenantId === null ? [] : [tenantId],
  )
  return rows
}
