import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import type { FoundDevice } from './found-devices.ts'

type TenantName = (tenantId: string) => string | undefined

const lineColumns = ['customer', 'device', 'platform', 'site', 'key', 'transport', 'captured_at', 'line', 'text']
const deviceColumns = ['customer', 'device', 'platform', 'site', 'texts']

/** Returns the results for a spreadsheet (RFC 4180): a row for each line, or for each device that lacks it. */
export function tableOf(devices: readonly FoundDevice[], nameOf: TenantName, isMissing: boolean): string {
  const rows = isMissing ? missingRows(devices, nameOf) : lineRows(devices, nameOf)
  const lines = [isMissing ? deviceColumns : lineColumns, ...rows]
  return `\ufeff${lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`
}

/** Returns the results as text: `device key:line: text`, like grep, or names. */
export function textOf(devices: readonly FoundDevice[], isMissing: boolean): string {
  if (isMissing) return devices.filter(isLacking).map(({ name }) => `${name}\n`).join('') // prettier-ignore
  return hitsOf(devices)
    .map(({ device, text, line, said }) => `${device.name} ${text.key}:${line}: ${said}\n`)
    .join('')
}

function lineRows(devices: readonly FoundDevice[], nameOf: TenantName): string[][] {
  return hitsOf(devices).map(({ device, text, line, said }) => [
    nameOf(device.tenantId) ?? '',
    device.name,
    device.platform,
    device.site,
    text.key,
    text.transport,
    text.capturedAt,
    String(line),
    said,
  ])
}

function missingRows(devices: readonly FoundDevice[], nameOf: TenantName): string[][] {
  return devices
    .filter(isLacking)
    .map((device) => [
      nameOf(device.tenantId) ?? '',
      device.name,
      device.platform,
      device.site,
      String(device.missingIn),
    ])
}

function isLacking({ missingIn }: FoundDevice): boolean {
  return missingIn !== undefined
}

function hitsOf(devices: readonly FoundDevice[]) {
  return devices.flatMap((device) =>
    device.texts.flatMap((text) =>
      text.lines.flatMap((found) =>
        found.kind === 'hit' ? [{ device, text, line: found.line, said: found.text }] : [],
      ),
    ),
  )
}
