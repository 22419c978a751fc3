import { csvColumns, writeCell, writeList } from '../../../shared/inventory/csv-cells.ts'
import type { DeviceDefinition } from '../../domain/inventory/device-definition.ts'

/** A customer's devices for a table. */
export interface TableSection {
  slug: string
  devices: AsyncIterable<DeviceDefinition[]>
}

/**
 * The columns of the import, lines ended as RFC 4180 has it. What they have no place for is in JSON only.
 * @param withCustomer adds a last column: of which customer a line is
 */
export async function* writeTable(
  sections: AsyncIterable<TableSection>,
  withCustomer: boolean,
): AsyncGenerator<Buffer> {
  yield lineOf(withCustomer ? [...csvColumns, 'customer'] : csvColumns)
  for await (const { slug, devices } of sections) {
    for await (const page of devices) {
      yield Buffer.concat(page.map((device) => lineOf(withCustomer ? [...cellsOf(device), slug] : cellsOf(device))))
    }
  }
}

function cellsOf(device: DeviceDefinition): string[] {
  const { paths, excludes, vdom, vsys } = device.options
  const cells: Record<(typeof csvColumns)[number], string> = {
    name: device.name,
    hostname: device.hostname,
    platform: device.platform,
    transport: device.transportPref,
    site: device.site,
    schedule: device.schedule,
    credential: device.credential ?? '',
    agents: writeList(device.agents),
    tags: writeList(device.tags),
    paths: listIn(paths),
    excludes: listIn(excludes),
    vdom: textIn(vdom),
    vsys: textIn(vsys),
  }
  return csvColumns.map((column) => cells[column])
}

function listIn(option: unknown): string {
  return Array.isArray(option) ? writeList(option.map(String)) : ''
}

function textIn(option: unknown): string {
  return typeof option === 'string' ? option : ''
}

function lineOf(cells: readonly string[]): Buffer {
  return Buffer.from(`${cells.map(writeCell).join(',')}\r\n`)
}
