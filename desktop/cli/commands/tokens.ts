import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'

type Token = components['schemas']['ApiToken']
type Role = components['schemas']['Role']

/** Every role; a test compares it with the contract. */
export const roles = [
  'tenant_readonly',
  'tenant_operator',
  'tenant_admin',
  'platform_operator',
  'platform_admin',
] as const satisfies readonly Role[]

export const tokens = command({
  name: 'tokens',
  summary: 'List your API tokens, which programs log in with',
  words: [],
  options: {},
  examples: [['coffer tokens', 'what may use your name, and when it did last']],
  async run({ connect, out }) {
    await out.list(
      dataOf(await connect().api.GET('/api/auth/tokens')),
      [
        { title: 'NAME', of: ({ name }: Token) => name },
        { title: 'ROLE', of: ({ role }) => role },
        { title: 'FROM', of: ({ networks }) => networks.join(', ') },
        { title: 'EXPIRES', of: ({ expires_at: at }) => shortInstant(at) },
        { title: 'LAST USED', of: ({ last_used_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
      ],
      'you have no API token',
    )
  },
})

export const addToken = command({
  name: 'tokens add',
  summary: 'Make an API token for a program, and print it this once',
  details: 'The program gives it to coffer as COFFER_TOKEN, beside COFFER_URL.',
  words: [{ name: 'NAME' }],
  options: {
    role: { type: 'string', value: 'ROLE', oneOf: roles, tells: 'what it may do, at most what you may' },
    days: { type: 'string', value: 'DAYS', tells: 'how long it lasts, 90 unless told, at most 365' },
    network: {
      type: 'string',
      multiple: true,
      value: 'CIDR',
      tells: 'from where it may be used; may come several times',
    },
  },
  examples: [['coffer tokens add monitoring --role tenant_readonly --tenant acme > token', 'for a monitoring system']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const { role, days, network } = values
    if (!role)
      throw new CommandEnd(
        exitCodes.unusable,
        message('options_missing', { options: ['--role'] }),
        message('choose_one_of', { choices: roles }),
      )
    const tenant = await connection.tenantId()
    const body = { name, role, networks: network, expires_in_days: days === undefined ? undefined : Number(days) }
    const made = dataOf(await connection.api.POST('/api/auth/tokens', { params: { query: { tenant } }, body }))
    await out.thing(made, () => `${made.token}\n`)
    out.tell(`${made.name} may be used until ${shortInstant(made.expires_at)}; the token is not shown again`)
  },
})

export const revokeToken = command({
  name: 'tokens revoke',
  summary: 'Revoke one of your API tokens',
  words: [{ name: 'NAME|ID' }],
  options: {},
  examples: [['coffer tokens revoke monitoring', 'it is void from now on']],
  async run({ words: [named], connect, out }) {
    const { api } = connect()
    const all = dataOf(await api.GET('/api/auth/tokens'))
    const [one, another] = all.filter(({ id, name }) => id === named || name === named)
    if (!one)
      throw new CommandEnd(
        exitCodes.notFound,
        message('name_not_found', { kind: 'api_token', name: named ?? '' }),
        message('run_command', { command: 'coffer tokens' }),
      )
    if (another)
      throw new CommandEnd(
        exitCodes.notFound,
        message('name_not_unique', { kind: 'api_token', name: named ?? '' }),
        message('give_id'),
      )
    await api.DELETE('/api/auth/tokens/{token_id}', { params: { path: { token_id: one.id } } })
    out.tell(`${one.name} is void`)
  },
})
