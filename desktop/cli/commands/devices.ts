import type { components, operations } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { type Device, findDevice } from '../find-device.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { lineagesOf } from '../find-version.ts'
import { limitOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { type Column, tableOf } from '../table.ts'

type State = components['schemas']['DeviceState']
type Sort = NonNullable<NonNullable<Query>['sort']>
type Query = operations['listDevices']['parameters']['query']

/** Every state of a device; a test compares it with the contract. */
export const deviceStates = [
  'changed',
  'unchanged',
  'partial',
  'failed',
  'stale',
  'blocked',
  'never',
  'disabled',
  'decommissioned',
] as const satisfies readonly State[]

const sorts = [
  'name',
  '-name',
  'last_success_at',
  '-last_success_at',
  'created_at',
  '-created_at',
  'vendor',
  '-vendor',
  'model',
  '-model',
  'serial',
  '-serial',
  'os_version',
  '-os_version',
  'end_of_support_on',
  '-end_of_support_on',
] as const satisfies readonly Sort[]

export const devices = command({
  name: 'devices',
  summary: 'List devices',
  details: 'All filters must match. Of several states, platforms, sites or tags, one must match.',
  words: [],
  options: {
    q: { type: 'string', short: 'q', value: 'TEXT', description: 'search in the name, address, site and tags' },
    state: {
      type: 'string',
      multiple: true,
      value: 'STATE',
      oneOf: deviceStates,
      description: 'only in this state; can be repeated',
    },
    platform: {
      type: 'string',
      multiple: true,
      value: 'PLATFORM',
      description: 'only of this platform, such as netco_iosxe; can be repeated',
    },
    site: { type: 'string', multiple: true, value: 'SITE', description: 'only at this site; can be repeated' },
    tag: { type: 'string', multiple: true, value: 'TAG', description: 'only with this tag; can be repeated' },
    vendor: { type: 'string', multiple: true, value: 'VENDOR', description: 'only of this vendor; can be repeated' },
    model: { type: 'string', multiple: true, value: 'MODEL', description: 'only of this model; can be repeated' },
    serial: { type: 'string', multiple: true, value: 'SERIAL', description: 'only with this serial number; can be repeated' }, // prettier-ignore
    'os-version': {
      type: 'string',
      multiple: true,
      value: 'VERSION',
      description: 'only with this version of the operating system; can be repeated',
    },
    'end-of-support-by': {
      type: 'string',
      value: 'DAY',
      description: 'only devices whose support ends by this day, such as 2027-12-31',
    },
    facts: { type: 'boolean', description: 'show model, serial number and version instead of address and runs' },
    sort: { type: 'string', value: 'ORDER', oneOf: sorts, description: 'sort order' },
    limit: { type: 'string', value: 'N', description: 'maximum number; default all' },
  },
  examples: [
    ['coffer devices --state failed --state stale', 'devices whose last backup failed or is too old'],
    ['coffer devices --facts --sort os_version', 'models, serial numbers and versions'],
    ['coffer devices --facts --end-of-support-by 2027-12-31', 'devices to replace or upgrade until then'],
    ['coffer devices --site lyon --json', 'JSON output'],
  ],
  async run({ values, connect, out }) {
    const connection = connect()
    const { limit, platform, facts, 'os-version': osVersion, 'end-of-support-by': end, ...filters } = values
    const tenant = await connection.tenantId()
    const query = {
      ...{ ...filters, os_version: osVersion, end_of_support_by: end, tenant },
      platform: platform as Device['platform'][] | undefined,
    }
    const found = rowsOf<Device>(
      (page) => connection.api.GET('/api/devices', { params: { query: { ...query, ...page } } }),
      limitOf(limit, Infinity),
    )
    const shown = facts ? factColumns : deviceColumns
    const columns = out.form === 'people' && !tenant ? await columnsWithTenant(connection, shown) : shown
    await out.list(found, columns, 'no devices match')
  },
})

export const showDevice = command({
  name: 'devices show',
  summary: 'Show a device',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {},
  examples: [['coffer devices show edge1', 'its settings, state and artifacts']],
  async run({ words: [name = ''], connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const isSeen = out.form === 'people'
    const lineages = isSeen ? await lineagesOf(connection, device) : []
    await out.thing(
      device,
      () =>
        `${formatDevice(device)}\n${lineages.length > 0 ? tableOf(lineages, lineageColumns, null) : 'no backups yet\n'}`,
    )
  },
})

const deviceColumns: Column<Device>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'STATE', of: ({ state }) => state },
  { title: 'PLATFORM', of: ({ platform }) => platform },
  { title: 'ADDRESS', of: ({ hostname }) => hostname },
  { title: 'SITE', of: ({ site }) => site },
  { title: 'LAST SUCCESS', of: ({ last_success_at: at }) => shortInstant(at) },
  { title: 'NEXT RUN', of: ({ next_run_at: at }) => shortInstant(at) },
]

const factColumns: Column<Device>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'VENDOR', of: ({ facts }) => facts?.vendor ?? '' },
  { title: 'MODEL', of: ({ facts }) => facts?.model ?? '' },
  { title: 'SERIAL', of: ({ facts }) => facts?.serial ?? '' },
  { title: 'VERSION', of: ({ facts }) => facts?.os_version ?? '' },
  { title: 'SUPPORT ENDS', of: ({ facts }) => facts?.end_of_support_on ?? '' },
  { title: 'HOSTNAME', of: ({ facts }) => facts?.hostname ?? '' },
]

const lineageColumns: Column<Awaited<ReturnType<typeof lineagesOf>>[number]>[] = [
  { title: 'KEY', of: ({ key }) => key },
  { title: 'OVER', of: ({ transport }) => transport },
  { title: 'VERSIONS', of: ({ versions_count: count }) => count, isNumber: true },
  { title: 'LATEST', of: ({ latest_captured_at: at }) => shortInstant(at) },
  { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
]

/** Returns the columns, with the tenant if the user sees several. */
async function columnsWithTenant({ api }: Connection, columns: Column<Device>[]): Promise<Column<Device>[]> {
  const slugs = await slugsByTenantId(api)
  if (slugs.size < 2) return columns
  return [{ title: 'CUSTOMER', of: ({ tenant_id: id }) => slugs.get(id) ?? id }, ...columns]
}

/** Returns a line for each field with a value. */
function formatDevice(device: Device): string {
  return Object.entries(device)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(
      ([name, value]) =>
        `${`${name}:`.padEnd(22)}${typeof value === 'object' ? JSON.stringify(value) : printableLine(String(value))}\n`,
    )
    .join('')
}
