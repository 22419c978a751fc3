import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findByName } from '../find-by-name.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'

type Schemas = components['schemas']
type Fleet = Schemas['Fleet']

const fleetWord = { name: 'FLEET' } as const
const regions = ['global', 'canada', 'china', 'india', 'us_government'] as const

export const fleets = command({
  name: 'discovery',
  summary: 'List fleets: cloud accounts whose networks become devices',
  words: [],
  options: {},
  examples: [['coffer discovery --tenant acme', 'with the result of the last scan']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    await out.list(
      rowsOf<Fleet>((page) => connection.api.GET('/api/discovery/fleets', { params: { query: { tenant, ...page } } })),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'SCHEDULE', of: ({ schedule }) => schedule },
        { title: 'ADDRESS', of: ({ address_status: status }) => status },
        { title: 'LAST SCAN', of: ({ last_scan: scan }) => scan?.status },
        { title: 'NETWORKS', of: ({ last_scan: scan }) => scan?.progress.networks, isNumber: true },
        { title: 'WHAT', of: ({ last_scan: scan }) => scan?.error },
      ],
      'no fleets',
    )
  },
})

export const addFleet = command({
  name: 'discovery add',
  summary: 'Add a fleet, without contacting the cloud yet',
  words: [{ name: 'NAME' }],
  options: {
    credential: { type: 'string', value: 'CREDENTIAL', description: 'credential with the API token of the cloud' },
    region: { type: 'string', value: 'REGION', oneOf: regions, description: 'region of the vendor’s cloud' },
    organisation: {
      type: 'string',
      multiple: true,
      value: 'ID',
      description: 'only this organisation; can be repeated',
    },
    agent: {
      type: 'string',
      multiple: true,
      value: 'AGENT',
      description: 'agent of the devices; can be repeated',
    },
    schedule: { type: 'string', value: 'CRON', description: 'schedule of the devices' },
  },
  examples: [
    ['coffer discovery add stores --credential dashboard --schedule "0 3 * * *" --tenant acme', 'then scan it'],
  ],
  async run({ words: [name = ''], values, connect, out }) {
    if (!values.credential)
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--credential'] }))
    const connection = connect()
    const tenant = await connection.tenantId()
    const agents: string[] = []
    for (const agent of values.agent ?? []) agents.push(await findByName(connection, 'agent', agent, tenant))
    const body = {
      name,
      credential_id: await findByName(connection, 'credential', values.credential, tenant),
      region: values.region,
      org_ids: values.organisation,
      agent_ids: values.agent && agents,
      schedule: values.schedule,
    }
    const added = dataOf(await connection.api.POST('/api/discovery/fleets', { params: { query: { tenant } }, body }))
    await out.thing(added, () => line(`${added.name} added. Scan it with: coffer discovery scan "${added.name}"`))
  },
})

export const showFleet = command({
  name: 'discovery show',
  summary: 'List the networks that the last scan of a fleet found',
  words: [fleetWord],
  options: {},
  examples: [['coffer discovery show stores --tenant acme', 'with the keys for coffer discovery apply']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const { last_scan: scan } = dataOf(await connection.api.GET('/api/discovery/fleets/{fleet_id}', { params }))
    await out.list(
      scan?.results ?? [],
      [
        { title: 'KEY', of: ({ key }: Schemas['FleetResult']) => key },
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ORGANISATION', of: ({ organisation }) => organisation },
        { title: 'DEVICE', of: ({ device_name: name }) => name },
        { title: 'STATE', of: stateOf },
      ],
      'no networks found yet',
    )
    if (scan) out.notice(printableLine(`last scan: ${scan.status}${scan.error ? `: ${scan.error}` : ''}`))
    for (const { name, reason } of scan?.skipped ?? []) out.notice(printableLine(`omitted: ${name}: ${reason}`))
  },
})

export const scanFleet = command({
  name: 'discovery scan',
  summary: 'Start a scan for the networks of a fleet; adds no devices',
  words: [fleetWord],
  options: {},
  examples: [['coffer discovery scan stores --tenant acme', 'then: coffer discovery show stores']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const fleet = dataOf(await connection.api.POST('/api/discovery/fleets/{fleet_id}/scan', { params }))
    await out.thing(fleet, () => line(`the scan of ${fleet.name} is ${fleet.last_scan?.status ?? 'queued'}`))
  },
})

export const applyFleet = command({
  name: 'discovery apply',
  summary: 'Add the networks with these keys as devices, or decommission them',
  details: `By default, adds the networks and decommissions no device. --remove decommissions the devices of these networks.
--align makes the keys the whole selection: all other devices of the fleet are decommissioned.`,
  words: [fleetWord, { name: 'KEY', many: true, optional: true }],
  options: {
    remove: { type: 'boolean', description: 'decommission these devices' },
    align: { type: 'boolean', description: 'back up only these networks of the fleet' },
    yes: yesOption,
  },
  examples: [['coffer discovery apply stores N_1 L_2 --tenant acme', 'two networks become devices']],
  async run({ words: [named = '', ...keys], values, terminal, connect, out }) {
    if (values.remove && values.align)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--remove', '--align'] }))
    if (keys.length === 0 && !values.align)
      throw new CommandError(exitCodes.unusable, message('network_selection_missing'))
    const connection = connect()
    const params = await paramsOf(connection, named)
    const how = values.remove ? 'remove' : values.align ? 'align' : 'add'
    if (how === 'align') {
      await requireYes(terminal, `Decommission all other devices of ${named}?`, values.yes)
    }
    const applied = dataOf(
      await connection.api.POST('/api/discovery/fleets/{fleet_id}/apply', { params, body: { keys, how } }),
    )
    await out.thing(applied, () => appliedLines(applied))
  },
})

export const approveFleet = command({
  name: 'discovery approve',
  summary: 'Approve sending the key of a fleet to its cloud; requires a session',
  words: [fleetWord],
  options: {},
  examples: [['coffer discovery approve stores --tenant acme', 'after an API token added or changed it']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const fleet = dataOf(await connection.api.POST('/api/discovery/fleets/{fleet_id}/approve-address', { params }))
    await out.thing(fleet, () => line(`the address of ${fleet.name} is ${fleet.address_status}`))
  },
})

export const removeFleet = command({
  name: 'discovery remove',
  summary: 'Delete a fleet; its devices remain in service',
  words: [fleetWord],
  options: {},
  examples: [['coffer discovery remove stores --tenant acme', 'also deletes the results of its scans']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    await connection.api.DELETE('/api/discovery/fleets/{fleet_id}', { params: await paramsOf(connection, named) })
    out.notice(printableLine(`${named} deleted`))
  },
})

async function paramsOf(connection: Connection, named: string) {
  const tenant = await connection.tenantId()
  if (isUuid(named)) return { path: { fleet_id: named }, query: { tenant } }
  const same = dataOf(await connection.api.GET('/api/discovery/fleets', { params: { query: { name: named, tenant } } }))
  const [fleet, another] = same
  if (!fleet)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind: 'fleet', name: named }),
      message('run_command', { command: 'coffer discovery' }),
    )
  if (another)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_unique', { kind: 'fleet', name: named }),
      message('add_option', { option: '--tenant CUSTOMER' }),
    )
  return { path: { fleet_id: fleet.id }, query: { tenant: fleet.tenant_id } }
}

function stateOf({ existing, imported, seen }: Schemas['FleetResult']): string {
  const state = imported ? 'imported' : existing ? 'in service' : 'new'
  return seen ? state : `${state}, not seen`
}

function appliedLines({ unchanged, ...changes }: Schemas['FleetApplied']): string {
  const lines = Object.entries(changes).flatMap(([what, names]) => names.map((name) => line(`${name} is ${what}`)))
  return [...lines, `${unchanged} unchanged\n`].join('')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
