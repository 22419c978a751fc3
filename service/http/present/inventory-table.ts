import { writeCell, writeList } from '../../../shared/inventory/csv-cells.ts'
import { type DeviceDefinition, factCells } from '../../domain/inventory/import-export/device-definition.ts'
import type { fieldColumns } from '../../domain/inventory/import-export/table-columns.ts'
import { exportColumns } from '../../domain/inventory/import-export/table-columns.ts'

/** Devices of a tenant for a table. */
export interface TableSection {
  slug: string
  devices: AsyncIterable<DeviceDefinition[]>
}

/**
 * Writes every column that the import accepts and the facts of the devices, with line ends as in RFC 4180. Blackouts are exported in JSON only.
 * @param withTenant adds the tenant as the last column
 */
export async function* writeTable(sections: AsyncIterable<TableSection>, withTenant: boolean): AsyncGenerator<Buffer> {
  const columns = [...exportColumns, ...factCells]
  yield lineOf(withTenant ? [...columns, 'customer'] : columns)
  for await (const { slug, devices } of sections) {
    for await (const page of devices) {
      yield Buffer.concat(page.map((device) => lineOf(withTenant ? [...cellsOf(device), slug] : cellsOf(device))))
    }
  }
}

function cellsOf(device: DeviceDefinition): string[] {
  const fields: Record<keyof typeof fieldColumns, unknown> = {
    name: device.name,
    hostname: device.hostname,
    platform: device.platform,
    transport: device.transportPref,
    site: device.site,
    schedule: device.schedule,
    credential: device.credential,
    agents: device.agents,
    tags: device.tags,
    credential_api: device.credentialApi,
    credential_ssh: device.credentialSsh,
    enabled: device.enabled,
    staleness_hours: device.stalenessHours,
    retry_attempts: device.retryAttempts,
    retry_delay_minutes: device.retryDelayMinutes,
    trust_posture: device.trustPosture,
    restore_policy: device.restorePolicy,
    keep_days: device.retention?.keepDays,
    keep_last: device.retention?.keepLast,
  }
  const cells: Record<string, unknown> = { ...device.options, ...fields }
  return [
    ...exportColumns.map((column) => textIn(cells[column])),
    ...factCells.map((name) => device.facts?.[name] ?? ''),
  ]
}

function textIn(value: unknown): string {
  if (Array.isArray(value)) return writeList(value.map(String))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function lineOf(cells: readonly string[]): Buffer {
  return Buffer.from(`${cells.map(writeCell).join(',')}\r\n`)
}
