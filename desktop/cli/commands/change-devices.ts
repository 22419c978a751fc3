import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { dryRunOption, refuseSingleOptions, writeChanged } from '../bulk-devices.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findByName } from '../find-by-name.ts'
import { findDevices } from '../find-device.ts'
import { dataOf } from '../pages.ts'

type NewDevice = components['schemas']['NewDevice']

const fields = {
  platform: { type: 'string', value: 'PLATFORM', description: 'platform, such as netco_iosxe' },
  transport: { type: 'string', value: 'METHOD', oneOf: ['auto', 'api', 'ssh'], description: 'connection method' },
  credential: { type: 'string', value: 'NAME', description: 'credential for the login' },
  schedule: {
    type: 'string',
    value: 'CRON',
    description: 'schedule in cron format, such as "0 2 * * *"; empty for on demand',
  },
  site: { type: 'string', value: 'SITE', description: 'site' },
  tag: { type: 'string', multiple: true, value: 'TAG', description: 'tag; can be repeated' },
  agent: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    description: 'agent that may back up the device; can be repeated; default: all agents',
  },
  'approve-address': {
    type: 'boolean',
    description: 'approve sending the credential to this address; requires a session',
  },
  options: {
    type: 'string',
    value: 'JSON',
    description: 'all collection settings as JSON, such as {"paths": ["/etc"]}',
  },
} as const

export const addDevice = command({
  name: 'devices add',
  summary: 'Add a device',
  words: [{ name: 'DEVICE' }, { name: 'ADDRESS' }],
  options: fields,
  examples: [['coffer devices add edge2 192.0.2.2 --platform netco_iosxe --credential routers', 'a router']],
  async run({ words: [name = '', hostname = ''], values, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const { platform } = values
    if (!platform)
      throw new CommandError(
        exitCodes.unusable,
        message('options_missing', { options: ['--platform'] }),
        message('example_value', { example: '--platform netco_iosxe' }),
      )
    const wanted = {
      name,
      hostname,
      platform: platform as NewDevice['platform'],
      ...(await wantedOf(connection, tenant, values)),
    }
    const device = dataOf(await connection.api.POST('/api/devices', { params: { query: { tenant } }, body: wanted }))
    const more =
      device.address_status === 'pending'
        ? `. Its address awaits approval: coffer addresses approve ${device.name}`
        : ''
    await out.thing(device, () => `${device.name} added${more}\n`)
  },
})

export const editDevice = command({
  name: 'devices edit',
  summary: 'Change devices',
  details: `Other values are unchanged. Tags, agents and collection settings are replaced completely. Of several devices, all
or none are changed.`,
  words: [{ name: 'DEVICE', many: true, isDevice: true }],
  options: {
    ...fields,
    name: { type: 'string', value: 'NAME', description: 'another name' },
    address: { type: 'string', value: 'ADDRESS', description: 'new address' },
    enable: { type: 'boolean', description: 'resume backups' },
    disable: { type: 'boolean', description: 'pause backups' },
    'dry-run': dryRunOption,
  },
  examples: [
    ['coffer devices edit edge1 --schedule "0 2 * * *"', 'every night at 02:00'],
    ['coffer devices edit edge1 edge2 --site Lyon --dry-run', 'shows old and new values of both'],
  ],
  async run({ words, values, connect, out }) {
    const connection = connect()
    const [{ id = '', tenant_id: tenant } = {}, ...others] = await findDevices(connection, words)
    if (values.enable && values.disable)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--enable', '--disable'] }))
    const { approve_address, ...wanted } = await wantedOf(connection, tenant, values)
    const change = {
      platform: values.platform as NewDevice['platform'] | undefined,
      enabled: values.enable ? true : values.disable ? false : undefined,
      ...wanted,
    }
    const body = { ...change, name: values.name, hostname: values.address, approve_address }
    if (Object.values(body).every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer devices edit --help' }),
      )
    }
    if (others.length > 0 || values['dry-run']) {
      const { name, address, 'approve-address': approve } = values
      refuseSingleOptions({ name, address, 'approve-address': approve })
      const params = { query: { tenant, dry_run: values['dry-run'] } }
      const bulk = { ids: [id, ...others.map((one) => one.id)], change }
      return writeChanged(out, dataOf(await connection.api.PATCH('/api/devices', { params, body: bulk })))
    }
    const params = { path: { device_id: id }, query: { tenant } }
    const changed = dataOf(await connection.api.PATCH('/api/devices/{device_id}', { params, body }))
    const more =
      changed.address_status === 'pending'
        ? `. Its address awaits approval: coffer addresses approve ${changed.name}`
        : ''
    await out.thing(changed, () => `${changed.name} changed${more}\n`)
  },
})

interface WantedFields {
  transport?: 'auto' | 'api' | 'ssh'
  credential?: string
  schedule?: string
  site?: string
  tag?: string[]
  agent?: string[]
  options?: string
  'approve-address'?: boolean
}

/**
 * Returns the fields in the form of the API, with ids for names. An empty value clears a field.
 * @throws CommandError
 */
async function wantedOf(connection: Connection, tenant: string | undefined, given: WantedFields) {
  const { credential, agent, tag } = given
  return {
    transport_pref: given.transport,
    schedule: given.schedule,
    approve_address: given['approve-address'],
    site: given.site,
    tags: tag?.filter((one) => one !== ''),
    options: given.options === undefined ? undefined : optionsOf(given.options),
    credential_id:
      credential === '' ? null : credential && (await findByName(connection, 'credential', credential, tenant)),
    agent_ids: agent && (await agentIds(connection, agent, tenant)),
  }
}

async function agentIds(connection: Connection, names: string[], tenant: string | undefined): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) if (name !== '') ids.push(await findByName(connection, 'agent', name, tenant))
  return ids
}

function optionsOf(text: string): NewDevice['options'] {
  try {
    const options: unknown = JSON.parse(text)
    if (typeof options === 'object' && options !== null && !Array.isArray(options))
      return options as NewDevice['options']
  } catch {
    // reported below
  }
  throw new CommandError(
    exitCodes.unusable,
    message('option_not_object', { option: '--options' }),
    message('example_value', { example: `--options '{"paths": ["/etc"]}'` }),
  )
}
