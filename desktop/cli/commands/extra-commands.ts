import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import type { Column } from '../table.ts'
import { numberOf } from '../whole-number.ts'

type ExtraCommand = components['schemas']['ExtraCommand']

const checks = {
  'min-lines': { type: 'string', value: 'N', description: 'reject output with fewer lines; default 1' },
  contains: { type: 'string', value: 'PATTERN', description: 'reject output without a line that matches' },
} as const

export const extraCommands = command({
  name: 'extra-commands',
  summary: 'List extra commands, whose output is backed up with the configuration',
  words: [],
  options: {
    device: { type: 'string', value: 'DEVICE', description: 'those in effect on this device' },
    platform: { type: 'string', value: 'PLATFORM', description: 'those for this platform' },
  },
  examples: [
    ['coffer extra-commands --platform netco_iosxe', 'those of IOS XE devices'],
    ['coffer extra-commands --device edge1', 'its own, those of its tags, and those of its customer'],
  ],
  async run({ values: { device, platform }, connect, out }) {
    const connection = connect()
    const found = device === undefined ? listAll(connection, platform) : await listOfDevice(connection, device)
    await out.list(found, columns, 'no extra commands')
  },
})

export const addExtraCommand = command({
  name: 'extra-commands add',
  summary: 'Add a display command for devices of a platform',
  details:
    'KEY begins with extra- and names the artifact with the output. Without --tag and --device, the command is for all ' +
    'devices of the platform. It cannot change a device; if it fails, the configuration is still backed up.',
  words: [{ name: 'KEY' }, { name: 'COMMAND' }],
  options: {
    platform: { type: 'string', value: 'PLATFORM', description: 'platform; default: that of --device' },
    tag: { type: 'string', value: 'TAG', description: 'only devices with this tag' },
    device: { type: 'string', value: 'DEVICE', description: 'only this device' },
    ...checks,
  },
  examples: [
    ['coffer extra-commands add extra-routes "show ip route" --platform netco_iosxe --tag core', 'for tagged devices'],
    ['coffer extra-commands add extra-bgp "show bgp summary" --device edge1 --contains ^Neighbor', 'for one device'],
  ],
  async run({ words: [key = '', text = ''], values, connect, out }) {
    const connection = connect()
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const platform = values.platform ?? device?.platform
    if (platform === undefined) throw new CommandError(exitCodes.unusable, message('extra_command_platform_missing'))
    const tenant = device?.tenant_id ?? (await connection.tenantId())
    const body = { platform, key, command: text, tag: values.tag, device_id: device?.id, ...checksIn(values) }
    const params = { query: { tenant } }
    const created = dataOf(await connection.api.POST('/api/extra-commands', { params, body }))
    await out.thing(created, () => `${printableLine(`${created.key} added`)}\n`)
  },
})

export const editExtraCommand = command({
  name: 'extra-commands edit',
  summary: 'Change an extra command',
  words: [{ name: 'KEY|ID' }],
  options: {
    command: { type: 'string', value: 'COMMAND', description: 'another command' },
    ...checks,
    'any-output': { type: 'boolean', description: 'no longer require a pattern' },
  },
  examples: [['coffer extra-commands edit extra-routes --command "show ip route vrf all"', 'from the next backup on']],
  async run({ words: [named = ''], values, connect, out }) {
    const body = {
      ...(values.command !== undefined && { command: values.command }),
      ...checksIn(values),
      ...(values['any-output'] && { contains: null }),
    }
    if (Object.keys(body).length === 0)
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer extra-commands edit --help' }),
      )
    const connection = connect()
    const params = paramsOf(await findExtraCommand(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/extra-commands/{command_id}', { params, body }))
    await out.thing(changed, () => `${printableLine(`${changed.key} changed`)}\n`)
  },
})

export const removeExtraCommand = command({
  name: 'extra-commands remove',
  summary: 'Delete an extra command; its versions remain',
  words: [{ name: 'KEY|ID' }],
  options: {},
  examples: [['coffer extra-commands remove extra-routes', 'no longer collected']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const found = await findExtraCommand(connection, named)
    await connection.api.DELETE('/api/extra-commands/{command_id}', { params: paramsOf(found) })
    out.notice(printableLine(`${found.key} deleted`))
  },
})

const columns: Column<ExtraCommand>[] = [
  { title: 'PLATFORM', of: ({ platform }) => platform },
  { title: 'KEY', of: ({ key }) => key },
  { title: 'COMMAND', of: ({ command: text }) => text },
  { title: 'FOR', of: ({ scope, tag, device }) => [scope, tag ?? device ?? ''].join(' ').trim() },
  { title: 'ID', of: ({ id }) => id },
]

function checksIn(values: { 'min-lines'?: string; contains?: string }) {
  const minLines = numberOf('min-lines', values['min-lines'])
  return {
    ...(minLines !== undefined && { min_lines: minLines }),
    ...(values.contains !== undefined && { contains: values.contains }),
  }
}

async function* listAll(connection: Connection, platform?: string): AsyncGenerator<ExtraCommand> {
  const tenant = await connection.tenantId()
  yield* rowsOf<ExtraCommand>((page) =>
    connection.api.GET('/api/extra-commands', { params: { query: { tenant, platform, ...page } } }),
  )
}

async function listOfDevice(connection: Connection, name: string): Promise<ExtraCommand[]> {
  const { id, tenant_id: tenant } = await findDevice(connection, name)
  const params = { path: { device_id: id }, query: { tenant } }
  return dataOf(await connection.api.GET('/api/devices/{device_id}/extra-commands', { params }))
}

/** @throws CommandError if no or several commands have the key */
async function findExtraCommand(connection: Connection, named: string): Promise<ExtraCommand> {
  if (isUuid(named)) {
    const params = { path: { command_id: named }, query: { tenant: await connection.tenantId() } }
    return dataOf(await connection.api.GET('/api/extra-commands/{command_id}', { params }))
  }
  const all = await Array.fromAsync(listAll(connection))
  const [found, other] = all.filter(({ key }) => key === named)
  const hint = message('run_command', { command: 'coffer extra-commands' })
  if (!found)
    throw new CommandError(exitCodes.notFound, message('name_not_found', { kind: 'extra_command', name: named }), hint)
  if (other)
    throw new CommandError(exitCodes.unusable, message('name_not_unique', { kind: 'extra_command', name: named }), hint)
  return found
}

function paramsOf({ id, tenant_id: tenant }: ExtraCommand) {
  return { path: { command_id: id }, query: { tenant } }
}
