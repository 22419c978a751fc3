import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import { writeContent } from '../content.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findTenant, listTenants } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { saveFile } from '../save-file.ts'
import { numberOf } from '../whole-number.ts'

type Customer = components['schemas']['Tenant']

const tenantWord = { name: 'CUSTOMER' } as const

const fields = {
  name: { type: 'string', value: 'NAME', description: 'display name' },
  'keep-decommissioned': {
    type: 'string',
    value: 'DAYS',
    description: 'days to keep backups of decommissioned devices; default 365',
  },
} as const

export const customers = command({
  name: 'customers',
  summary: 'List customers',
  words: [],
  options: {},
  examples: [['coffer customers', 'with the short names for --tenant']],
  async run({ connect, out }) {
    await out.list(
      listTenants(connect().api),
      [
        { title: 'SHORT NAME', of: ({ slug }) => slug },
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no customers',
    )
  },
})

export const addTenant = command({
  name: 'customers add',
  summary: 'Add a customer with its own encryption keys',
  details: 'You cannot change the short name. It is also the display name unless you add --name.',
  words: [{ name: 'SHORT-NAME' }],
  options: fields,
  examples: [
    ['coffer customers add acme --name "Acme Ltd"', 'then add an agent: coffer agents add paris-1 --tenant acme'],
  ],
  async run({ words: [slug = ''], values, connect, out }) {
    const days = numberOf('keep-decommissioned', values['keep-decommissioned'])
    const body = { slug, name: values.name ?? slug, decommissioned_retention_days: days }
    const added = dataOf(await connect().api.POST('/api/tenants', { body }))
    await out.thing(added, () => `${printableLine(added.slug)} added\n`)
  },
})

export const showTenant = command({
  name: 'customers show',
  summary: 'Show a customer',
  words: [tenantWord],
  options: {},
  examples: [['coffer customers show acme', 'its name, and any pending destruction of its keys']],
  async run({ words: [named = ''], connect, out }) {
    const { api } = connect()
    const params = { path: { customer_id: await findTenant(api, named) } }
    const customer = dataOf(await api.GET('/api/tenants/{customer_id}', { params }))
    await out.thing(customer, () => formatCustomer(customer))
  },
})

export const editTenant = command({
  name: 'customers edit',
  summary: 'Change a customer: its name, retention of decommissioned devices, second factors, networks',
  details: 'Fewer days require your password and take effect after the cooling-off period.',
  words: [tenantWord],
  options: {
    ...fields,
    'second-factor': {
      type: 'string',
      value: 'required|optional',
      description: 'whether its users must have a second factor; requires your password',
    },
    networks: {
      type: 'string',
      value: 'NETWORKS',
      description: 'allowed networks of its users, separated by commas, or "any"; requires your password',
    },
  },
  examples: [['coffer customers edit acme --name "Acme Networks"', 'the short name stays']],
  async run({ words: [named = ''], values, connect, out }) {
    const days = numberOf('keep-decommissioned', values['keep-decommissioned'])
    const body = {
      name: values.name,
      decommissioned_retention_days: days,
      second_factor_required: parseRequirement(values['second-factor']),
      allowed_networks: parseNetworks(values.networks),
    }
    if (Object.values(body).every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer customers edit --help' }),
      )
    }
    const { api } = connect()
    const params = { path: { customer_id: await findTenant(api, named) } }
    const changed = dataOf(await api.PATCH('/api/tenants/{customer_id}', { params, body }))
    await out.thing(changed, () => `${printableLine(changed.slug)} changed\n`)
  },
})

export const exportTenant = command({
  name: 'customers export',
  summary: 'Export the definition of a customer: its settings by name, without secrets',
  details: '--devices includes its devices. `coffer import` imports the document.',
  words: [tenantWord],
  options: {
    devices: { type: 'boolean', description: 'include its devices' },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; default: standard output' },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [['coffer customers export acme --devices --output acme.json', 'a complete file for an import']],
  async run({ words: [named = ''], values, connect, out }) {
    const { api } = connect()
    const params = { path: { customer_id: await findTenant(api, named) }, query: { with_devices: values.devices } }
    const { data } = await api.GET('/api/tenants/{customer_id}/export', { params, parseAs: 'stream' })
    if (values.output === undefined || values.output === '-') return writeContent(data, out)
    const size = await saveFile(values.output, chunksOf(data), values.force === true)
    out.notice(`${values.output}: ${size} bytes`)
  },
})

function parseNetworks(given: string | undefined): string[] | undefined {
  if (given === undefined || given === 'any') return given === undefined ? undefined : []
  return given.split(',').map((network) => network.trim())
}

/** @throws CommandError */
function parseRequirement(given: string | undefined): boolean | undefined {
  if (given === undefined || given === 'required' || given === 'optional')
    return given === undefined ? undefined : given === 'required'
  throw new CommandError(
    exitCodes.unusable,
    message('option_value_invalid', { option: '--second-factor', given, expected: 'requirement' }),
  )
}

function formatCustomer(customer: Customer): string {
  const {
    allowed_networks: networks,
    destruction,
    purges_not_before: notBefore,
    keys_destroyed_at: destroyedAt,
  } = customer
  const isWaiting = destruction?.state === 'pending'
  const lines = [
    `${customer.slug}: ${customer.name}`,
    `id ${customer.id}, added ${shortInstant(customer.created_at)}`,
    `backups of decommissioned devices are kept for ${customer.decommissioned_retention_days} days`,
    ...(customer.second_factor_required ? ['its users must have a second factor'] : []),
    ...(networks.length > 0 ? [`its users may use Coffer from ${networks.join(', ')}`] : []),
    ...(notBefore ? [`the days were reduced: no device is purged before ${shortInstant(notBefore)}`] : []),
    ...(isWaiting ? [`will be destroyed (${destruction.kind}) at ${shortInstant(destruction.due_at)}`] : []),
    ...(destroyedAt ? [`its keys were destroyed at ${shortInstant(destroyedAt)}`] : []),
  ]
  return lines.map((line) => `${printableLine(line)}\n`).join('')
}
