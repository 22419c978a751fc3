import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { findLineage, findVersion } from '../find-version.ts'
import { shortInstant } from '../instant.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import type { Column } from '../table.ts'
import { at, lineageOptions } from './versions.ts'

type Golden = components['schemas']['GoldenConfiguration']

const ignore = {
  type: 'string',
  multiple: true,
  value: 'PATTERN',
  description: 'what may differ: lines that match, or only what the groups of the pattern match; repeatable',
} as const
const note = { type: 'string', value: 'TEXT', description: 'a note' } as const

export const listGolden = command({
  name: 'golden list',
  summary: 'List golden configurations, which the devices with a tag should equal',
  words: [],
  options: {},
  examples: [['coffer golden list', 'each with its tag, platform and version']],
  async run({ connect, out }) {
    await out.list(listAll(connect()), columns, 'no golden configurations')
  },
})

export const addGolden = command({
  name: 'golden add',
  summary: 'Make a version of a device the golden configuration of a tag',
  details: `The other devices of its platform with the tag should equal the version. Retention keeps it. A pattern of --ignore
without groups ignores lines that match; with groups, such as "^hostname (.*)", only what they match.`,
  words: [{ name: 'NAME' }, { name: 'DEVICE', isDevice: true }],
  options: {
    tag: { type: 'string', value: 'TAG', description: 'devices with this tag' },
    ...lineageOptions,
    at,
    ignore,
    note,
  },
  examples: [
    ['coffer golden add access-switches sw1 --tag access --ignore "^hostname (.*)"', 'the latest version of sw1'],
  ],
  async run({ words: [name = '', deviceName = ''], values, connect, out, now }) {
    const { tag } = values
    if (tag === undefined)
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--tag'] }))
    const connection = connect()
    const device = await findDevice(connection, deviceName)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const body = {
      name,
      tag,
      version_id: version.id,
      declared_differences: buildDifferences(values.ignore),
      note: values.note,
    }
    const params = { query: { tenant: device.tenant_id } }
    const created = dataOf(await connection.api.POST('/api/golden-configurations', { params, body }))
    await out.thing(created, () => `${printableLine(`${created.name} added`)}\n`)
  },
})

export const setGolden = command({
  name: 'golden set',
  summary: 'Change a golden configuration',
  details:
    'With --device, its version becomes golden: the latest one, or that of --at. --ignore replaces all patterns.',
  words: [{ name: 'NAME|ID' }],
  options: {
    name: { type: 'string', value: 'NAME', description: 'another name' },
    tag: { type: 'string', value: 'TAG', description: 'devices with this tag instead' },
    device: { type: 'string', value: 'DEVICE', description: 'take a version of this device' },
    at,
    ignore,
    'ignore-nothing': { type: 'boolean', description: 'remove all patterns' },
    note,
  },
  examples: [
    ['coffer golden set access-switches --device sw1', 'the present configuration of sw1'],
    ['coffer golden set access-switches --ignore "^hostname (.*)" --ignore "^! "', 'other patterns'],
  ],
  async run({ words: [named = ''], values, connect, out, now }) {
    if (values.at !== undefined && values.device === undefined)
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--device'] }))
    const body: components['schemas']['GoldenConfigurationPatch'] = {
      ...(values.name !== undefined && { name: values.name }),
      ...(values.tag !== undefined && { tag: values.tag }),
      ...(values.note !== undefined && { note: values.note === '' ? null : values.note }),
      ...((values.ignore || values['ignore-nothing']) && { declared_differences: buildDifferences(values.ignore) }),
    }
    if (Object.keys(body).length === 0 && values.device === undefined)
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer golden set --help' }),
      )
    const connection = connect()
    const golden = await findGolden(connection, named)
    if (values.device !== undefined) {
      const device = await findDevice(connection, values.device)
      const lineage = await findLineage(connection, device, { key: golden.key })
      body.version_id = (await findVersion(connection, device, lineage, values.at ?? 'latest', now())).id
    }
    const params = paramsOf(golden)
    const changed = dataOf(await connection.api.PATCH('/api/golden-configurations/{golden_id}', { params, body }))
    await out.thing(changed, () => `${printableLine(`${changed.name} changed`)}\n`)
  },
})

export const removeGolden = command({
  name: 'golden remove',
  summary: 'Delete a golden configuration; its version remains',
  words: [{ name: 'NAME|ID' }],
  options: {},
  examples: [['coffer golden remove access-switches', 'devices are no longer compared with it']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const found = await findGolden(connection, named)
    await connection.api.DELETE('/api/golden-configurations/{golden_id}', { params: paramsOf(found) })
    out.notice(printableLine(`${found.name} deleted`))
  },
})

const columns: Column<Golden>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'TAG', of: ({ tag }) => tag },
  { title: 'PLATFORM', of: ({ platform }) => platform },
  { title: 'KEY', of: ({ key }) => key },
  { title: 'DEVICE', of: ({ device }) => device },
  { title: 'CAPTURED', of: ({ captured_at: captured }) => shortInstant(captured) },
  { title: 'ID', of: ({ id }) => id },
]

function buildDifferences(patterns: readonly string[] = []) {
  return patterns.map((pattern) => ({ pattern }))
}

async function* listAll(connection: Connection): AsyncGenerator<Golden> {
  const tenant = await connection.tenantId()
  yield* rowsOf<Golden>((page) =>
    connection.api.GET('/api/golden-configurations', { params: { query: { tenant, ...page } } }),
  )
}

/**
 * Returns the golden configuration with this name or id.
 * @throws CommandError if none has the name, or those of several customers
 */
export async function findGolden(connection: Connection, named: string): Promise<Golden> {
  if (isUuid(named)) {
    const params = { path: { golden_id: named }, query: { tenant: await connection.tenantId() } }
    return dataOf(await connection.api.GET('/api/golden-configurations/{golden_id}', { params }))
  }
  const all = await Array.fromAsync(listAll(connection))
  const [found, other] = all.filter(({ name }) => name === named)
  const kind = { kind: 'golden_configuration', name: named }
  if (!found) {
    const hint = message('run_command', { command: 'coffer golden list' })
    throw new CommandError(exitCodes.notFound, message('name_not_found', kind), hint)
  }
  if (other) {
    const hint = message('add_option', { option: '--tenant SLUG' })
    throw new CommandError(exitCodes.notFound, message('name_not_unique', kind), hint)
  }
  return found
}

function paramsOf({ id, tenant_id: tenant }: Golden) {
  return { path: { golden_id: id }, query: { tenant } }
}
