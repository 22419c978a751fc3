import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findAgent } from '../find-agent.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { shortInstant } from '../instant.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']

const portOption = (what: string) => ({ type: 'string', value: 'PORT', description: `port for ${what}` }) as const

export const agentListeners = command({
  name: 'agents listeners',
  summary: 'Set the ports on which an agent receives messages from devices',
  details:
    'The agent backs up a device when a syslog message or an SNMP trap of the device reports a change. The options replace the former listeners. Without options, the command shows them.',
  words: [{ name: 'AGENT' }],
  options: {
    'syslog-udp': portOption('syslog over UDP'),
    'syslog-tcp': portOption('syslog over TCP'),
    'syslog-tls': portOption('syslog over TLS'),
    'snmp-trap': portOption('SNMP traps'),
    relay: {
      type: 'string',
      multiple: true,
      value: 'NETWORK',
      description: 'syslog server that forwards messages; can be repeated',
    },
    off: { type: 'boolean', description: 'close all ports' },
  },
  examples: [
    [
      'coffer agents listeners paris-1 --syslog-udp 5514 --snmp-trap 1162',
      'ports from 1024 need no additional privilege',
    ],
    ['coffer agents listeners paris-1', 'shows what each listener has received'],
  ],
  async run({ words: [named = ''], values, connect, out }) {
    const listeners = listenersOf(values)
    if (values.off && listeners)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--off', 'PORT'] }))
    const connection = connect()
    const { id, tenant } = await findAgent(connection, named)
    const params = { path: { agent_id: id }, query: { tenant } }
    const agent =
      listeners || values.off
        ? dataOf(await connection.api.PATCH('/api/agents/{agent_id}', { params, body: { listeners } }))
        : dataOf(await connection.api.GET('/api/agents/{agent_id}', { params }))
    await out.thing(agent, () => formatListeners(agent))
  },
})

/** Returns null if no listener is given. @throws CommandError for a port that is not a number, or relays without a port */
function listenersOf(values: {
  'syslog-udp'?: string
  'syslog-tcp'?: string
  'syslog-tls'?: string
  'snmp-trap'?: string
  relay?: string[]
}): Schemas['Listeners'] | null {
  const ports = {
    syslog_udp: numberOf('syslog-udp', values['syslog-udp']),
    syslog_tcp: numberOf('syslog-tcp', values['syslog-tcp']),
    syslog_tls: numberOf('syslog-tls', values['syslog-tls']),
    snmp_trap: numberOf('snmp-trap', values['snmp-trap']),
  }
  const given = Object.fromEntries(Object.entries(ports).filter(([, port]) => port !== undefined))
  if (Object.keys(given).length > 0) return { ...given, ...(values.relay && { relays: values.relay }) }
  if (!values.relay) return null
  throw new CommandError(
    exitCodes.unusable,
    message('change_missing'),
    message('run_command', { command: 'coffer agents listeners --help' }),
  )
}

function formatListeners({ name, listeners, listener_states: states }: Schemas['Agent']): string {
  if (!listeners) return line(`${name} has no listeners`)
  const { relays = [], ...ports } = listeners
  const lines = Object.entries(ports).map(([protocol, port]) => {
    const state = states.find((one) => one.protocol === protocol && one.port === port)
    const what = `${protocol.replace('_', '-')} ${port}`
    if (!state) return `${what}: not reported yet`
    if (state.error) return `${what}: ${state.error}`
    const rejected = state.rejected > 0 ? `, ${state.rejected} rejected` : ''
    return `${what}: ${state.messages} messages, ${state.unknown_sender_messages} from unknown senders${rejected}, last ${shortInstant(state.last_message_at) ?? '-'}`
  })
  const rejections = states.flatMap(({ last_rejection: last }) => (last ? [describeRejection(last)] : []))
  return [...lines, ...rejections, ...(relays.length > 0 ? [`relays: ${relays.join(', ')}`] : [])].map(line).join('')
}

const rejectionTexts: Record<Schemas['SnmpRejectionReason'], string> = {
  unknown_user: 'the agent has no such user',
  level_mismatch: 'its security level differs from that of the user',
  authentication_failed: 'the authentication password or protocol differs',
  decryption_failed: 'the encryption password or protocol differs',
  outside_time_window: 'it is outside the time window',
}

function describeRejection({ reason, user, address, at }: Schemas['SnmpRejection']): string {
  return `last rejected SNMPv3 message: user ${user}, from ${address}, ${shortInstant(at)}: ${rejectionTexts[reason]}`
}

function line(text: string): string {
  return `${printableLine(text)}\n`
}
