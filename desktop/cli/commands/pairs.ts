import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { coloured } from '../content.ts'
import { counted } from '../counted.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { findLineage } from '../find-version.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import type { Column } from '../table.ts'
import { numberOf } from '../whole-number.ts'

type DevicePair = components['schemas']['DevicePair']

const declared = {
  ignore: {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    description: 'declared difference: a line that matches is ignored, or only what the groups match; can be repeated',
  },
  note: { type: 'string', value: 'TEXT', description: 'why they are a pair' },
} as const

export const listPairs = command({
  name: 'pair list',
  summary: 'List device pairs, which must have the same configuration, with their state',
  words: [],
  options: {
    device: { type: 'string', value: 'DEVICE', description: 'pairs of this device' },
    differs: { type: 'boolean', description: 'only pairs that differ' },
    'exit-code': { type: 'boolean', description: 'exit with 8 if a listed pair differs' },
  },
  examples: [
    ['coffer pair list', 'all pairs'],
    ['coffer pair list --differs --exit-code', 'for a scheduled check'],
  ],
  async run({ values: { device, differs, 'exit-code': matters }, connect, out }) {
    const connection = connect()
    const found = device === undefined ? undefined : await findDevice(connection, device)
    const tenant = found?.tenant_id ?? (await connection.tenantId())
    const pairs = await Array.fromAsync(listAll(connection, { tenant, device_id: found?.id, differs }))
    await out.list(pairs, columns, 'no device pairs')
    return matters && pairs.some(({ state }) => state === 'differs') ? exitCodes.notGood : exitCodes.done
  },
})

export const showPair = command({
  name: 'pair show',
  summary: 'Show a device pair with its declared differences',
  words: [{ name: 'PAIR' }],
  options: {},
  examples: [['coffer pair show "core firewalls"', 'its state and what it ignores']],
  async run({ words: [named = ''], connect, out }) {
    const pair = await findPair(connect(), named)
    await out.thing(pair, () => describePair(pair))
  },
})

export const addPair = command({
  name: 'pair add',
  summary: 'Save two devices as a pair and compare them',
  details:
    'Compares the latest versions of both devices now, and again after each backup that stores another version. ' +
    'The texts are normalised first.',
  words: [{ name: 'NAME' }, { name: 'DEVICE', isDevice: true }, { name: 'OTHER', isDevice: true }],
  options: {
    key: { type: 'string', value: 'KEY', description: 'artifact; default: the first artifact of the platform' },
    ...declared,
  },
  examples: [
    [
      String.raw`coffer pair add "core firewalls" fw1 fw2 --ignore "^hostname" --ignore "ip address (\S+)"`,
      'names and addresses may differ',
    ],
  ],
  async run({ words: [name = '', device = '', other = ''], values, connect, out }) {
    const connection = connect()
    const [first, second] = [await findDevice(connection, device), await findDevice(connection, other)]
    const key = values.key ?? (await findLineage(connection, first, {})).key
    const body = { name, first_device_id: first.id, second_device_id: second.id, key, ...declaredIn(values) }
    const params = { query: { tenant: first.tenant_id } }
    const created = dataOf(await connection.api.POST('/api/device-pairs', { params, body }))
    await out.thing(created, () => `${printableLine(`${created.name} added: ${stateOf(created)}`)}\n`)
  },
})

export const setPair = command({
  name: 'pair set',
  summary: 'Change a device pair and compare it again',
  details: '--ignore replaces all declared differences of the pair.',
  words: [{ name: 'PAIR' }],
  options: {
    name: { type: 'string', value: 'NAME', description: 'another name' },
    device: { type: 'string', value: 'DEVICE', description: 'another first device' },
    other: { type: 'string', value: 'DEVICE', description: 'another second device' },
    key: { type: 'string', value: 'KEY', description: 'another artifact' },
    ...declared,
    'ignore-nothing': { type: 'boolean', description: 'remove all declared differences' },
  },
  examples: [['coffer pair set "core firewalls" --ignore "^hostname"', 'only the names may differ']],
  async run({ words: [named = ''], values, connect, out }) {
    const { name, key, device, other } = values
    const connection = connect()
    const body = {
      ...(name !== undefined && { name }),
      ...(key !== undefined && { key }),
      ...(device !== undefined && { first_device_id: (await findDevice(connection, device)).id }),
      ...(other !== undefined && { second_device_id: (await findDevice(connection, other)).id }),
      ...declaredIn(values),
      ...(values['ignore-nothing'] && { declared_differences: [] }),
    }
    if (Object.keys(body).length === 0)
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer pair set --help' }),
      )
    const params = paramsOf(await findPair(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/device-pairs/{pair_id}', { params, body }))
    await out.thing(changed, () => `${printableLine(`${changed.name} changed: ${stateOf(changed)}`)}\n`)
  },
})

export const removePair = command({
  name: 'pair remove',
  summary: 'Delete a device pair; devices and versions are unchanged',
  words: [{ name: 'PAIR' }],
  options: {},
  examples: [['coffer pair remove "core firewalls"', 'no longer compared']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const found = await findPair(connection, named)
    await connection.api.DELETE('/api/device-pairs/{pair_id}', { params: paramsOf(found) })
    out.notice(printableLine(`${found.name} deleted`))
  },
})

export const diffPair = command({
  name: 'pair diff',
  summary: 'Show how the devices of a pair differ beyond what is declared',
  words: [{ name: 'PAIR' }],
  options: {
    context: { type: 'string', short: 'C', value: 'LINES', description: 'unchanged lines around a change, 0 to 20' },
    'ignore-whitespace': { type: 'boolean', description: 'treat lines that differ only in whitespace as equal' },
    'exit-code': { type: 'boolean', description: 'exit with 8 if they differ' },
  },
  examples: [['coffer pair diff "core firewalls"', 'from the first device to the second']],
  async run({ words: [named = ''], values, connect, out }) {
    const context = numberOf('context', values.context)
    const connection = connect()
    const { path, query } = paramsOf(await findPair(connection, named))
    const options = { context, ignore_whitespace: values['ignore-whitespace'] }
    const params = { path, query: { ...query, ...options } }
    const found = dataOf(await connection.api.GET('/api/device-pairs/{pair_id}/diff', { params }))
    await out.thing(found, () => coloured(found.unified, out))
    const differs = found.added + found.removed > 0
    if (out.isTerminal)
      out.notice(differs ? `${counted(found.added, 'line')} added, ${found.removed} removed` : 'no difference')
    if (found.truncated) out.notice('warning: only part of the difference is shown; the counts include all of it')
    return differs && values['exit-code'] ? exitCodes.notGood : exitCodes.done
  },
})

const columns: Column<DevicePair>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'DEVICE', of: ({ first }) => first.device },
  { title: 'OTHER', of: ({ second }) => second.device },
  { title: 'KEY', of: ({ key }) => key },
  { title: 'STATE', of: (pair) => stateOf(pair) },
  { title: 'SINCE', of: ({ since }) => since },
  { title: 'ID', of: ({ id }) => id },
]

function stateOf({ state, differing_lines: lines }: DevicePair): string {
  return state === 'differs' && lines !== null ? `differs in ${counted(lines, 'line')}` : state
}

function describePair(pair: DevicePair): string {
  const { name, first, second, key, since, reason, note, declared_differences: ignored } = pair
  const lines = [
    `name       ${name}`,
    `devices    ${first.device} (${first.platform}), ${second.device} (${second.platform})`,
    `artifact   ${key}`,
    `state      ${stateOf(pair)} since ${since}`,
    ...(reason === null ? [] : [`reason     ${reason}`]),
    ...ignored.map((one) => `ignored    ${one.pattern}${one.note ? `  (${one.note})` : ''}`),
    ...(note === null ? [] : [`note       ${note}`]),
  ]
  return lines.map((line) => `${printableLine(line)}\n`).join('')
}

function declaredIn({ ignore, note }: { ignore?: string[]; note?: string }) {
  return {
    ...(ignore && { declared_differences: ignore.map((pattern) => ({ pattern })) }),
    ...(note !== undefined && { note }),
  }
}

function listAll(
  connection: Connection,
  query: { tenant?: string; device_id?: string; differs?: boolean },
): AsyncGenerator<DevicePair> {
  return rowsOf<DevicePair>((page) =>
    connection.api.GET('/api/device-pairs', { params: { query: { ...query, ...page } } }),
  )
}

/** @throws CommandError if no or several pairs have the name */
async function findPair(connection: Connection, named: string): Promise<DevicePair> {
  const tenant = await connection.tenantId()
  if (isUuid(named)) {
    const params = { path: { pair_id: named }, query: { tenant } }
    return dataOf(await connection.api.GET('/api/device-pairs/{pair_id}', { params }))
  }
  const all = await Array.fromAsync(listAll(connection, { tenant }))
  const [found, other] = all.filter(({ name }) => name === named)
  const kind = { kind: 'device_pair', name: named }
  if (!found) {
    const hint = message('run_command', { command: 'coffer pair list' })
    throw new CommandError(exitCodes.notFound, message('name_not_found', kind), hint)
  }
  if (other) {
    const hint = message('add_option', { option: '--tenant SLUG' })
    throw new CommandError(exitCodes.notFound, message('name_not_unique', kind), hint)
  }
  return found
}

function paramsOf({ id, tenant_id: tenant }: DevicePair) {
  return { path: { pair_id: id }, query: { tenant } }
}
