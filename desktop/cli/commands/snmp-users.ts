import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findAgent } from '../find-agent.ts'
import { readSecrets } from '../given-secrets.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'

type Schemas = components['schemas']
type User = Schemas['SnmpUser']

export const snmpUsers = command({
  name: 'agents snmp-users',
  summary: 'List the SNMPv3 users whose notifications an agent accepts',
  words: [{ name: 'AGENT' }],
  options: {},
  examples: [
    [
      'coffer agents snmp-users paris-1',
      'names, levels and protocols, without passwords, and the engine id for informs',
    ],
  ],
  async run({ words: [named = ''], connect, out }) {
    const { agent } = await readAgent(connect(), named)
    const engine = `engine id for informs: ${agent.snmp_engine_id}\n`
    await out.thing(agent.snmp_users, () => agent.snmp_users.map(describe).join('') + engine)
  },
})

export const setSnmpUser = command({
  name: 'agents set-snmp-user',
  summary: 'Add an SNMPv3 user to an agent, or change it',
  details: `With --priv, notifications must be authenticated and encrypted; with --auth only, authenticated. An existing user keeps
the level, protocols and passwords that you do not name. Use --level to lower its level.`,
  words: [{ name: 'AGENT' }, { name: 'USER' }],
  options: {
    level: {
      type: 'string',
      value: 'LEVEL',
      oneOf: ['noAuthNoPriv', 'authNoPriv', 'authPriv'],
      description: 'security level; default: that of the user, or the one that the options require',
    },
    auth: {
      type: 'string',
      value: 'PROTOCOL',
      oneOf: ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'],
      description: 'protocol for authentication',
    },
    'auth-password': { type: 'string', value: 'FILE', description: 'file with the password for authentication' },
    priv: {
      type: 'string',
      value: 'PROTOCOL',
      oneOf: ['des', 'aes128', 'aes192', 'aes256', 'aes192_cisco', 'aes256_cisco'],
      description: 'protocol for encryption',
    },
    'priv-password': { type: 'string', value: 'FILE', description: 'file with the password for encryption' },
  },
  examples: [
    [
      'coffer agents set-snmp-user paris-1 traps --auth sha256 --auth-password auth.txt --priv aes128 --priv-password priv.txt',
      'accepts encrypted traps of the user traps',
    ],
  ],
  async run({ words: [named = '', name = ''], values, terminal, connect, out }) {
    const passwords = await readSecrets<'auth_password' | 'priv_password'>(
      {
        ...(values['auth-password'] !== undefined && { auth_password: values['auth-password'] }),
        ...(values['priv-password'] !== undefined && { priv_password: values['priv-password'] }),
      },
      terminal,
    )
    const connection = connect()
    const { agent, paramsOfChange } = await readAgent(connection, named)
    const before = agent.snmp_users.find((user) => user.name === name)
    const others = agent.snmp_users.filter((user) => user !== before)
    const body = { snmp_users: [...others, { name, ...settingsOf(values, before), ...passwords } satisfies User] }
    const changed = dataOf(await connection.api.PATCH('/api/agents/{agent_id}', { params: paramsOfChange, body }))
    const user = changed.snmp_users.find((one) => one.name === name)
    await out.thing(changed.snmp_users, () => (user ? describe(user) : ''))
  },
})

export const removeSnmpUser = command({
  name: 'agents remove-snmp-user',
  summary: 'Remove an SNMPv3 user from an agent',
  words: [{ name: 'AGENT' }, { name: 'USER' }],
  options: {},
  examples: [['coffer agents remove-snmp-user paris-1 traps', 'the agent rejects further messages of the user']],
  async run({ words: [named = '', name = ''], connect, out }) {
    const connection = connect()
    const { agent, paramsOfChange } = await readAgent(connection, named)
    const users = agent.snmp_users.filter((user) => user.name !== name)
    if (users.length === agent.snmp_users.length) {
      throw new CommandError(exitCodes.notFound, message('name_not_found', { kind: 'snmp_user', name }))
    }
    await connection.api.PATCH('/api/agents/{agent_id}', { params: paramsOfChange, body: { snmp_users: users } })
    out.notice(`${printableLine(name)} removed from ${printableLine(agent.name)}`)
  },
})

const levels = ['noAuthNoPriv', 'authNoPriv', 'authPriv'] as const

/** Returns level and protocols. Without `--level`, that of an existing user is never lowered. */
function settingsOf(
  { level: wanted, auth, priv }: { level?: User['level']; auth?: User['auth_protocol']; priv?: User['priv_protocol'] },
  before: User | undefined,
): Omit<User, 'name'> {
  const given = priv !== undefined ? 'authPriv' : auth !== undefined ? 'authNoPriv' : 'noAuthNoPriv'
  const former = before?.level ?? 'noAuthNoPriv'
  const level = wanted ?? (levels.indexOf(given) > levels.indexOf(former) ? given : former)
  const auth_protocol = auth ?? (level === 'noAuthNoPriv' ? undefined : before?.auth_protocol)
  const priv_protocol = priv ?? (level === 'authPriv' ? before?.priv_protocol : undefined)
  return { level, ...(auth_protocol && { auth_protocol }), ...(priv_protocol && { priv_protocol }) }
}

async function readAgent(connection: Connection, named: string) {
  const { id, tenant } = await findAgent(connection, named)
  const params = { path: { agent_id: id }, query: { tenant } }
  const read = await connection.api.GET('/api/agents/{agent_id}', { params })
  const tag = read.response.headers.get('etag')
  return { agent: dataOf(read), paramsOfChange: { ...params, header: tag === null ? {} : { 'If-Match': tag } } }
}

function describe({ name, level, auth_protocol: auth, priv_protocol: priv }: User): string {
  const protocols = [auth, priv].filter((protocol) => protocol !== undefined)
  return `${printableLine([`${name}: ${level}`, ...protocols].join(', '))}\n`
}
