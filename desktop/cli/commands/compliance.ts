import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import type { Output } from '../output.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { type Column, tableOf } from '../table.ts'
import { findGolden } from './golden.ts'

type Compliance = components['schemas']['Compliance']
type CompliantDevice = components['schemas']['CompliantDevice']
type ComplianceLine = components['schemas']['ComplianceLine']

const options = {
  lines: { type: 'boolean', description: 'list the lines in which devices differ, fewest outliers first' },
  device: { type: 'string', value: 'DEVICE', description: 'list the lines in which this device differs' },
} as const

export const showGolden = command({
  name: 'golden show',
  summary: 'Compare devices with their golden configuration; exits with 8 if one differs',
  details: `Lists the devices by the number of lines that they lack or have in addition. With --lines, lists the lines in which
devices differ: golden lines that some lack, and common lines that most devices have in addition. With --device, lists all lines
in which a device differs.`,
  words: [{ name: 'NAME|ID' }],
  options,
  examples: [
    ['coffer golden show access-switches', 'devices that deviate, the largest deviation first'],
    ['coffer golden show access-switches --lines', 'lines with the devices that lack them'],
  ],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { id, tenant_id: tenant } = await findGolden(connection, named)
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const params = { path: { golden_id: id }, query: { tenant, device_id: device?.id } }
    const found = dataOf(await connection.api.GET('/api/golden-configurations/{golden_id}/compliance', { params }))
    return printCompliance(out, found, values.lines === true || device !== undefined)
  },
})

export const outliers = command({
  name: 'outliers',
  summary: 'Compare the devices of a tag with what most of them have; exits with 8 if one differs',
  details: 'As golden show, but lines that more than half of the devices have are expected.',
  words: [],
  options: {
    tag: { type: 'string', value: 'TAG', description: 'devices with this tag' },
    platform: { type: 'string', value: 'PLATFORM', description: 'devices of this platform' },
    key: { type: 'string', value: 'KEY', description: 'the artifact to compare; default running-config' },
    ...options,
  },
  examples: [['coffer outliers --tag access --platform netco_iosxe --lines', 'lines that few devices lack']],
  async run({ values: { tag, platform, key = 'running-config', lines, device: named }, connect, out }) {
    if (tag === undefined || platform === undefined)
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--tag', '--platform'] }))
    const connection = connect()
    const device = named === undefined ? undefined : await findDevice(connection, named)
    const tenant = await connection.tenantId()
    const params = { query: { tenant, tag, platform, key, device_id: device?.id } }
    const found = dataOf(await connection.api.GET('/api/outliers', { params }))
    return printCompliance(out, found, lines === true || device !== undefined)
  },
})

async function printCompliance(out: Output, found: Compliance, showsLines: boolean): Promise<ExitCode> {
  const names = new Map(found.devices.map(({ id, name }) => [id, name]))
  await out.thing(found, () => {
    if (!showsLines) return found.devices.length === 0 ? '' : tableOf(found.devices, deviceColumns, null)
    return found.lines.length === 0 ? '' : tableOf(found.lines, lineColumns(found, names), null)
  })
  const { devices_compared: compared, devices_total: total, devices_without_missing: whole } = found
  out.notice(`${whole} of ${counted(compared, 'device')} have every line; ${total - compared} not compared`)
  const left = found.lines_total - found.lines.length
  if (showsLines && left > 0) out.notice(`${counted(left, 'further line')} not shown`)
  if (found.reason !== null) out.notice(`warning: ${printableLine(found.reason)}`)
  return found.complete && found.devices_equal === total ? exitCodes.done : exitCodes.notGood
}

const deviceColumns: Column<CompliantDevice>[] = [
  { title: 'DEVICE', of: ({ name }) => name },
  { title: 'SITE', of: ({ site }) => site },
  { title: 'MISSING', of: ({ missing }) => missing, isNumber: true },
  { title: 'EXTRA', of: ({ extra }) => extra, isNumber: true },
  { title: 'VERSION', of: ({ version_id: id }) => id },
  { title: 'NOT COMPARED', of: ({ reason }) => reason },
]

function lineColumns({ devices_compared: compared }: Compliance, names: Map<string, string>): Column<ComplianceLine>[] {
  return [
    { title: 'LINE', of: ({ line }) => line, isNumber: true },
    { title: 'KIND', of: ({ kind }) => kind },
    { title: 'DEVICES', of: ({ devices }) => `${devices} of ${compared}` },
    { title: 'OUTLIERS', of: (line) => outliersOf(line, names) },
    { title: 'TEXT', of: ({ path, text }) => [...path, text].join(' > ') },
  ]
}

function outliersOf(
  { outliers: count, outlier_side: side, outlier_ids: ids }: ComplianceLine,
  names: Map<string, string>,
) {
  if (count === 0) return ''
  const listed = ids === null ? counted(count, 'device') : ids.map((id) => names.get(id) ?? id).join(' ')
  return side === 'without' ? `without: ${listed}` : `with: ${listed}`
}
