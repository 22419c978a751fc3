import type { Session, SnmpLibrary } from 'net-snmp'
import { message } from '../../../../shared/messages/message.ts'
import { explainSocketError } from '../../../outbound/explain-socket-error.ts'
import { OutgoingFailed } from '../../../outbound/outbound-client.ts'
import type { DeliveryError } from '../../../store/models/notification-delivery.ts'
import { type SnmpNotification, buildSnmpNotification, snmpEngineId, snmpEngineTime } from './build-snmp-objects.ts'
import type { SnmpSecrets, SnmpSettings } from './channel-settings.ts'
import { findReceiver } from './connect-receiver.ts'
import type { Send, SendResult } from './notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** Milliseconds until an inform without an answer is sent a second time. */
const timeoutMs = 5_000

/** Milliseconds for all messages of an attempt. */
const attemptMs = 15_000

/** Messages of an attempt: the engine's discovery, the inform and a repetition. */
const maxSends = 3

export function createSnmpSender(
  { outgoing, hostname, locale, now, signal }: SenderDependencies,
  settings: SnmpSettings,
  secrets: SnmpSecrets,
): Send {
  const { host, port, type, enterpriseNumber } = settings
  return async (notification): Promise<SendResult> => {
    try {
      const { default: snmp } = await import('net-snmp')
      const [{ address, family }] = await findReceiver(outgoing, { protocol: 'snmp', host, port })
      const transport = family === 6 ? 'udp6' : 'udp4'
      const options = { port, trapPort: port, transport, timeout: timeoutMs, retries: 1, engineID: snmpEngineId(hostname, enterpriseNumber) } // prettier-ignore
      const session = openSession(snmp, address, settings, secrets, options)
      try {
        if (type === 'trap') stampEngineTime(session, now())
        await transmit(snmp, session, type, buildSnmpNotification(notification, enterpriseNumber, locale), signal)
      } finally {
        session.close()
      }
      return { status: null, error: null }
    } catch (error) {
      return { status: null, error: explain(error, host) }
    }
  }
}

function openSession(
  snmp: SnmpLibrary,
  address: string,
  { version, username, authProtocol, privProtocol }: SnmpSettings,
  { community, authPassword, privPassword }: SnmpSecrets,
  options: object,
): Session {
  if (version === '2c') return snmp.createSession(address, community ?? '', { ...options, version: snmp.Version2c })
  const authProtocols = { sha1: snmp.AuthProtocols.sha, sha256: snmp.AuthProtocols.sha256, sha512: snmp.AuthProtocols.sha512 } // prettier-ignore
  const privProtocols = { aes128: snmp.PrivProtocols.aes, aes256: snmp.PrivProtocols.aes256b }
  const user = {
    name: username ?? '',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: authProtocols[authProtocol ?? 'sha256'],
    authKey: authPassword ?? '',
    privProtocol: privProtocols[privProtocol ?? 'aes128'],
    privKey: privPassword ?? '',
  }
  return snmp.createV3Session(address, user, options)
}

/** The library sends every trap of version 3 with the time 0, which a receiver rejects after 150 seconds. */
function stampEngineTime(session: Session, now: Date): void {
  const { boots, time } = snmpEngineTime(now)
  const send = session.send.bind(session)
  session.send = (request, noWait) => {
    const parameters = request.message.msgSecurityParameters
    if (parameters) {
      parameters.msgAuthoritativeEngineBoots = boots
      parameters.msgAuthoritativeEngineTime = time
    }
    return send(request, noWait)
  }
}

function transmit(
  snmp: SnmpLibrary,
  session: Session,
  type: 'trap' | 'inform',
  { oid, objects }: SnmpNotification,
  signal: AbortSignal,
): Promise<void> {
  const variables = objects.map(({ oid, value }) => {
    return { oid, type: typeof value === 'number' ? snmp.ObjectType.Integer : snmp.ObjectType.OctetString, value }
  })
  return new Promise((resolve, reject) => {
    const onLate = () => reject(Object.assign(new Error(), { name: 'RequestTimedOutError' }))
    const limit = setTimeout(onLate, attemptMs)
    signal.addEventListener('abort', onLate)
    session.on('close', () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', onLate)
    })
    session.on('error', reject)
    limitSends(session, () => reject(new Error('it never accepts the message')))
    session[type](oid, variables, (error) => (error ? reject(error) : resolve()))
  })
}

/** The library answers each report of a receiver by another message, so that the receiver could make it send without end. */
function limitSends(session: Session, onLimit: () => void): void {
  const send = session.send.bind(session)
  let sends = 0
  session.send = (request, noWait) => {
    sends += 1
    if (sends <= maxSends) return send(request, noWait)
    onLimit()
    return session
  }
}

function explain(error: unknown, host: string): DeliveryError {
  if (error instanceof OutgoingFailed) return error.reason
  const name = error instanceof Error ? error.name : ''
  if (name === 'RequestTimedOutError') return message('outbound_timed_out', { host, timeout: attemptMs / 1000 })
  if (error instanceof Error && 'syscall' in error) return explainSocketError(error, host).reason
  return message('delivery_refused', { host, answer: error instanceof Error ? error.message.slice(0, 200) : '?' })
}
