import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findRole, listAllRoles } from '../find-role.ts'
import type { Connection } from '../connection.ts'
import { findTenant, slugsByTenantId } from '../find-tenant.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'

type CustomRole = components['schemas']['CustomRole']
type Permission = components['schemas']['Permission']

const roleWord = { name: 'ROLE' } as const
const permissionOption = {
  permission: {
    type: 'string',
    multiple: true,
    value: 'PERMISSION',
    description: 'permission of the role; can be repeated',
  },
} as const
const limitOptions = {
  site: {
    type: 'string',
    multiple: true,
    value: 'SITE',
    description: 'limit to devices of this site; can be repeated',
  },
  tag: { type: 'string', multiple: true, value: 'TAG', description: 'limit to devices with this tag; can be repeated' },
  customer: {
    type: 'string',
    multiple: true,
    value: 'CUSTOMER',
    description: 'limit a role of the platform to this customer; can be repeated',
  },
} as const

export const listRoles = command({
  name: 'roles',
  summary: 'List custom roles',
  words: [],
  options: {},
  examples: [['coffer roles --tenant acme', 'roles of one customer; without --tenant, all roles']],
  async run({ connect, out }) {
    const connection = connect()
    const slugs = out.form === 'people' ? await slugsByTenantId(connection.api) : new Map<string, string>()
    await out.list(
      listAllRoles(connection, await connection.tenantId()),
      [
        { title: 'NAME', of: ({ name }: CustomRole) => name },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? null : (slugs.get(id) ?? id)) },
        { title: 'PERMISSIONS', of: ({ permissions }) => permissions.join(' ') },
        { title: 'SITES', of: ({ sites }) => sites.join(', ') },
        { title: 'TAGS', of: ({ tags }) => tags.join(', ') },
        { title: 'LIMITED TO CUSTOMERS', of: ({ tenant_ids: ids }) => ids.map((id) => slugs.get(id) ?? id).join(', ') },
        { title: 'USERS', of: ({ users_count: count }) => String(count) },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no custom roles',
    )
  },
})

export const showRole = command({
  name: 'roles show',
  summary: 'Show a custom role',
  words: [roleWord],
  options: {},
  examples: [['coffer roles show "Night shift" --tenant acme', 'its permissions and the number of its users']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const { id, tenant_id: tenant } = await findRole(connection, named, await connection.tenantId())
    const params = { path: { role_id: id }, query: { tenant: tenant ?? undefined } }
    const role = dataOf(await connection.api.GET('/api/roles/{role_id}', { params }))
    await out.thing(role, () => describeRole(role))
  },
})

export const addRole = command({
  name: 'roles add',
  summary: 'Add a custom role of a customer, or without --tenant of the platform',
  details: 'It can have only permissions that you have. Requires your password.',
  words: [{ name: 'NAME' }],
  options: {
    ...permissionOption,
    ...limitOptions,
    description: { type: 'string', value: 'TEXT', description: 'purpose of the role' },
  },
  examples: [
    [
      'coffer roles add "Night shift" --tenant acme --permission device:read --permission report:read --permission backup:trigger',
      'reads reports and starts backups, but reads no configuration',
    ],
  ],
  async run({ words: [name = ''], values, connect, out }) {
    const { permission, description, site: sites, tag: tags, customer } = values
    if (!permission)
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--permission'] }))
    const connection = connect()
    const params = { query: { tenant: await connection.tenantId() } }
    const tenants = await findTenants(connection, customer)
    const body = { name, description, permissions: permission as Permission[], sites, tags, tenant_ids: tenants }
    const added = dataOf(await connection.api.POST('/api/roles', { params, body }))
    await out.thing(added, () => `${printableLine(`${added.name} added`)}\n`)
  },
})

export const editRole = command({
  name: 'roles edit',
  summary: 'Change a custom role; applies to open sessions from their next request',
  details:
    '--permission replaces all permissions of the role, --site all sites, --tag all tags, --customer all customers. Requires your password.',
  words: [roleWord],
  options: {
    ...permissionOption,
    ...limitOptions,
    unlimited: { type: 'boolean', description: 'remove the limits to sites and tags, or to customers' },
    name: { type: 'string', value: 'NAME', description: 'another name' },
    description: { type: 'string', value: 'TEXT', description: 'another description' },
  },
  examples: [['coffer roles edit "Night shift" --tenant acme --permission report:read', 'reads reports only']],
  async run({ words: [named = ''], values, connect, out }) {
    const { permission, name, description, site, tag, customer, unlimited } = values
    const limits = unlimited ? { sites: [], tags: [] } : { sites: site, tags: tag }
    const given = [permission, name, description, limits.sites, limits.tags, customer]
    if (given.every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer roles edit --help' }),
      )
    }
    const connection = connect()
    const { id, tenant_id: tenant } = await findRole(connection, named, await connection.tenantId())
    const params = { path: { role_id: id }, query: { tenant: tenant ?? undefined } }
    const tenants = unlimited && tenant === null ? [] : await findTenants(connection, customer)
    const body = {
      name,
      description,
      permissions: permission as Permission[] | undefined,
      ...limits,
      tenant_ids: tenants,
    }
    const changed = dataOf(await connection.api.PATCH('/api/roles/{role_id}', { params, body }))
    await out.thing(changed, () => describeRole(changed))
  },
})

export const removeRole = command({
  name: 'roles remove',
  summary: 'Delete a custom role that no user and no API token has',
  words: [roleWord],
  options: { yes: yesOption },
  examples: [['coffer roles remove "Night shift" --tenant acme', 'asks first']],
  async run({ words: [named = ''], values, terminal, connect, out }) {
    const connection = connect()
    const { id, name, tenant_id: tenant } = await findRole(connection, named, await connection.tenantId())
    await requireYes(terminal, `Delete the role ${name}?`, values.yes)
    const params = { path: { role_id: id }, query: { tenant: tenant ?? undefined } }
    await connection.api.DELETE('/api/roles/{role_id}', { params })
    out.notice(printableLine(`${name} deleted`))
  },
})

async function findTenants(connection: Connection, named: string[] | undefined): Promise<string[] | undefined> {
  return named && Promise.all(named.map((one) => findTenant(connection.api, one)))
}

function describeRole(role: CustomRole): string {
  const { name, description, permissions, sites, tags, tenant_ids: tenants, users_count: users } = role
  const lines = [
    `name         ${name}`,
    ...(description === '' ? [] : [`description  ${description}`]),
    `permissions  ${permissions.join(' ')}`,
    ...(sites.length > 0 ? [`sites        ${sites.join(', ')}`] : []),
    ...(tags.length > 0 ? [`tags         ${tags.join(', ')}`] : []),
    ...(tenants.length > 0 ? [`customers    ${tenants.join(', ')}`] : []),
    `users        ${users}`,
  ]
  return lines.map((line) => `${printableLine(line)}\n`).join('')
}
