import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import { customRoleOption, findChosenRole } from '../find-role.ts'

type Token = components['schemas']['ApiToken']
type Role = components['schemas']['Role']
type Permission = components['schemas']['Permission']

/** Every built-in role; a test compares it with the contract. */
export const roles = [
  'tenant_auditor',
  'tenant_readonly',
  'tenant_operator',
  'tenant_admin',
  'platform_auditor',
  'platform_operator',
  'platform_admin',
] as const satisfies readonly Role[]

export const tokenColumns = [
  { title: 'NAME', of: ({ name }: Token) => name },
  { title: 'ROLE', of: ({ role }: Token) => role },
  { title: 'PERMISSIONS', of: ({ permissions }: Token) => permissions?.join(' ') ?? 'all of the role' },
  { title: 'DEVICES', of: ({ sites, tags }: Token) => [...sites, ...tags].join(', ') || 'all' },
  { title: 'FROM', of: ({ networks }: Token) => networks.join(', ') },
  { title: 'EXPIRES', of: ({ expires_at: at }: Token) => shortInstant(at) },
  { title: 'LAST USED', of: ({ last_used_at: at }: Token) => shortInstant(at) },
  { title: 'USED FROM', of: ({ last_used_ip: ip }: Token) => ip },
  { title: 'CREATED BY', of: ({ created_by: by }: Token) => by?.email },
  { title: 'ID', of: ({ id }: Token) => id },
]

/** Options that limit a new token. */
export const tokenLimitOptions = {
  permission: {
    type: 'string',
    multiple: true,
    value: 'PERMISSION',
    description: 'only this permission of the role; can be repeated',
  },
  site: {
    type: 'string',
    multiple: true,
    value: 'SITE',
    description: 'only devices of this site; can be repeated',
  },
  tag: { type: 'string', multiple: true, value: 'TAG', description: 'only devices with this tag; can be repeated' },
  days: { type: 'string', value: 'DAYS', description: 'validity in days; default 90, at most 365' },
  network: {
    type: 'string',
    multiple: true,
    value: 'CIDR',
    description: 'network from which it can be used; can be repeated',
  },
} as const

interface TokenLimitValues {
  permission?: string[]
  site?: string[]
  tag?: string[]
  days?: string
  network?: string[]
}

/** Returns the fields of the request that `tokenLimitOptions` choose. */
export function readTokenLimits({ permission, site, tag, days, network }: TokenLimitValues) {
  return {
    permissions: permission as Permission[] | undefined,
    sites: site,
    tags: tag,
    networks: network,
    expires_in_days: days === undefined ? undefined : Number(days),
  }
}

export const tokens = command({
  name: 'tokens',
  summary: 'List your API tokens',
  words: [],
  options: {},
  examples: [['coffer tokens', 'with the time of their last use']],
  async run({ connect, out }) {
    await out.list(dataOf(await connect().api.GET('/api/auth/tokens')), tokenColumns, 'no API tokens')
  },
})

export const addToken = command({
  name: 'tokens add',
  summary: 'Create an API token and print it once',
  details: 'Set it as COFFER_TOKEN, together with COFFER_URL.',
  words: [{ name: 'NAME' }],
  options: {
    role: { type: 'string', value: 'ROLE', oneOf: roles, description: 'role of the token, at most your own' },
    ...customRoleOption,
    ...tokenLimitOptions,
  },
  examples: [
    ['coffer tokens add monitoring --role tenant_readonly --tenant acme > token', 'a token for a monitoring system'],
    [
      'coffer tokens add inventory --role tenant_readonly --permission device:read --tenant acme > token',
      'reads devices, but no configuration',
    ],
  ],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const role = await findChosenRole(connection, values, tenant)
    if (!role) throw roleMissing()
    const body = { name, ...role, ...readTokenLimits(values) }
    const made = dataOf(await connection.api.POST('/api/auth/tokens', { params: { query: { tenant } }, body }))
    await out.thing(made, () => `${made.token}\n`)
    out.notice(`${made.name} is valid until ${shortInstant(made.expires_at)}; the token is not shown again`)
  },
})

/** @returns the error for a command without a role */
export function roleMissing(): CommandError {
  return new CommandError(
    exitCodes.unusable,
    message('options_missing', { options: ['--role'] }),
    message('choose_one_of', { choices: roles }),
  )
}

export const revokeToken = command({
  name: 'tokens revoke',
  summary: 'Revoke one of your API tokens',
  words: [{ name: 'NAME|ID' }],
  options: {},
  examples: [['coffer tokens revoke monitoring', 'takes effect at once']],
  async run({ words: [named], connect, out }) {
    const { api } = connect()
    const all = dataOf(await api.GET('/api/auth/tokens'))
    const [one, another] = all.filter(({ id, name }) => id === named || name === named)
    if (!one)
      throw new CommandError(
        exitCodes.notFound,
        message('name_not_found', { kind: 'api_token', name: named ?? '' }),
        message('run_command', { command: 'coffer tokens' }),
      )
    if (another)
      throw new CommandError(
        exitCodes.notFound,
        message('name_not_unique', { kind: 'api_token', name: named ?? '' }),
        message('give_id'),
      )
    await api.DELETE('/api/auth/tokens/{token_id}', { params: { path: { token_id: one.id } } })
    out.notice(`${one.name} revoked`)
  },
})
