import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { customRoleOption, findChosenRole } from '../find-role.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import { tokenLimitOptions, readTokenLimits, roleMissing, roles, tokenColumns } from './tokens.ts'

type Schemas = components['schemas']
type Account = Schemas['ServiceAccount']

const accountWord = { name: 'ACCOUNT' } as const
const roleOptions = {
  role: { type: 'string', value: 'ROLE', oneOf: roles, description: 'role of the account' },
  ...customRoleOption,
} as const

export const listServiceAccounts = command({
  name: 'service-accounts',
  summary: 'List service accounts, which own API tokens and cannot log in',
  words: [],
  options: {},
  examples: [['coffer service-accounts --tenant acme', 'of one customer; without --tenant, all']],
  async run({ connect, out }) {
    const connection = connect()
    const slugs = out.form === 'people' ? await slugsByTenantId(connection.api) : new Map<string, string>()
    await out.list(
      accountsOf(connection),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ROLE', of: ({ role, role_name: custom }) => custom ?? role },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? null : (slugs.get(id) ?? id)) },
        { title: 'TOKENS', of: ({ tokens_count: count }) => String(count) },
        { title: 'STATE', of: ({ disabled }) => (disabled ? 'disabled' : 'enabled') },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no service accounts',
    )
  },
})

export const addServiceAccount = command({
  name: 'service-accounts add',
  summary: 'Add a service account of a customer, or without --tenant of the platform',
  details: 'Requires your password.',
  words: [{ name: 'NAME' }],
  options: roleOptions,
  examples: [
    ['coffer service-accounts add monitoring --role tenant_readonly --tenant acme', 'then add an API token to it'],
  ],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const role = await findChosenRole(connection, values, tenant)
    if (!role) throw roleMissing()
    const params = { query: { tenant } }
    const added = dataOf(await connection.api.POST('/api/service-accounts', { params, body: { name, ...role } }))
    await out.thing(added, () => line(`${added.name} added as ${added.role_name ?? added.role}`))
  },
})

export const editServiceAccount = command({
  name: 'service-accounts edit',
  summary: 'Change the role of a service account; requires your password',
  details: 'API tokens keep the role that they were created with, but have no more permissions than the new role.',
  words: [accountWord],
  options: roleOptions,
  examples: [['coffer service-accounts edit monitoring --role tenant_auditor --tenant acme', 'takes effect at once']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const account = await findAccount(connection, named)
    const role = await findChosenRole(connection, values, account.tenant_id ?? undefined)
    if (!role) throw roleMissing()
    const changed = await changeAccount(connection, account, role)
    await out.thing(changed, () => line(`${changed.name} changed: ${changed.role_name ?? changed.role}`))
  },
})

export const disableServiceAccount = command({
  name: 'service-accounts disable',
  summary: 'Disable a service account; its API tokens stop working',
  words: [accountWord],
  options: {},
  examples: [['coffer service-accounts disable monitoring --tenant acme', 'nothing is deleted']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const changed = await changeAccount(connection, await findAccount(connection, named), { disabled: true })
    await out.thing(changed, () => line(`${changed.name} disabled`))
  },
})

export const enableServiceAccount = command({
  name: 'service-accounts enable',
  summary: 'Enable a disabled service account; requires your password',
  words: [accountWord],
  options: {},
  examples: [['coffer service-accounts enable monitoring --tenant acme', 'its API tokens work again']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const changed = await changeAccount(connection, await findAccount(connection, named), { disabled: false })
    await out.thing(changed, () => line(`${changed.name} enabled`))
  },
})

export const removeServiceAccount = command({
  name: 'service-accounts remove',
  summary: 'Delete a service account and its API tokens; its audit records remain',
  words: [accountWord],
  options: { yes: yesOption },
  examples: [['coffer service-accounts remove monitoring --tenant acme', 'asks first']],
  async run({ words: [named = ''], values, terminal, connect, out }) {
    const connection = connect()
    const account = await findAccount(connection, named)
    await requireYes(terminal, `Delete ${account.name} and its API tokens?`, values.yes)
    await connection.api.DELETE('/api/service-accounts/{service_account_id}', { params: paramsOf(account) })
    out.notice(printableLine(`${account.name} deleted`))
  },
})

export const listServiceAccountTokens = command({
  name: 'service-accounts tokens',
  summary: 'List the API tokens of a service account',
  words: [accountWord],
  options: {},
  examples: [['coffer service-accounts tokens monitoring --tenant acme', 'with their last use']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const account = await findAccount(connection, named)
    await out.list(tokensOf(connection, account), tokenColumns, 'no API tokens')
  },
})

export const addServiceAccountToken = command({
  name: 'service-accounts add-token',
  summary: 'Create an API token of a service account and print it once',
  details:
    'The token has the current role of the account, and remains valid if your own account is deleted. Requires your password.',
  words: [accountWord, { name: 'NAME' }],
  options: tokenLimitOptions,
  examples: [
    [
      'coffer service-accounts add-token monitoring probe --tenant acme > token',
      'pass it to a program as COFFER_TOKEN',
    ],
  ],
  async run({ words: [named = '', name = ''], values, connect, out }) {
    const connection = connect()
    const account = await findAccount(connection, named)
    const body = { name, ...readTokenLimits(values) }
    const params = paramsOf(account)
    const made = dataOf(
      await connection.api.POST('/api/service-accounts/{service_account_id}/tokens', { params, body }),
    )
    await out.thing(made, () => `${made.token}\n`)
    out.notice(`${made.name} is valid until ${shortInstant(made.expires_at)}; the token is not shown again`)
  },
})

export const revokeServiceAccountToken = command({
  name: 'service-accounts revoke-token',
  summary: 'Revoke an API token of a service account',
  words: [accountWord, { name: 'NAME|ID' }],
  options: {},
  examples: [['coffer service-accounts revoke-token monitoring probe --tenant acme', 'takes effect at once']],
  async run({ words: [named = '', nameOrId = ''], connect, out }) {
    const connection = connect()
    const account = await findAccount(connection, named)
    for await (const token of tokensOf(connection, account)) {
      if (token.id !== nameOrId && token.name !== nameOrId) continue
      const params = { path: { token_id: token.id }, query: { tenant: account.tenant_id ?? undefined } }
      await connection.api.DELETE('/api/tokens/{token_id}', { params })
      out.notice(printableLine(`${token.name} revoked`))
      return
    }
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind: 'api_token', name: nameOrId }),
      message('run_command', { command: `coffer service-accounts tokens ${account.name}` }),
    )
  },
})

function accountsOf(connection: Connection): AsyncGenerator<Account> {
  return rowsOf<Account>(async (page) => {
    const query = { tenant: await connection.tenantId(), ...page }
    return connection.api.GET('/api/service-accounts', { params: { query } })
  })
}

function tokensOf({ api }: Connection, { id, tenant_id: tenant }: Account): AsyncGenerator<Schemas['AnyApiToken']> {
  return rowsOf<Schemas['AnyApiToken']>((page) =>
    api.GET('/api/tokens', { params: { query: { tenant: tenant ?? undefined, user_id: id, ...page } } }),
  )
}

/**
 * Returns the service account with this name, address or id.
 * @throws CommandError, also for the name of accounts of several customers
 */
async function findAccount(connection: Connection, named: string): Promise<Account> {
  const found: Account[] = []
  for await (const account of accountsOf(connection)) {
    if (account.id === named || account.address === named) return account
    if (account.name === named) found.push(account)
  }
  const [only, another] = found
  if (only && !another) return only
  const kind = 'service_account'
  throw new CommandError(
    exitCodes.notFound,
    another ? message('name_not_unique', { kind, name: named }) : message('name_not_found', { kind, name: named }),
    another ? message('give_id') : message('run_command', { command: 'coffer service-accounts' }),
  )
}

async function changeAccount({ api }: Connection, account: Account, body: Schemas['ServiceAccountPatch']) {
  const params = paramsOf(account)
  return dataOf(await api.PATCH('/api/service-accounts/{service_account_id}', { params, body }))
}

function paramsOf({ id, tenant_id: tenant }: Account) {
  return { path: { service_account_id: id }, query: { tenant: tenant ?? undefined } }
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
