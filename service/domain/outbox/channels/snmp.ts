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

/** Milliseconds for one of the two attempts of an inform. */
const timeoutMs = 5_000

export function createSnmpSender(
  { outgoing, hostname, locale, now }: SenderDependencies,
  settings: SnmpSettings,
  secrets: SnmpSecrets,
): Send {
  const { host, port, type, enterprise } = settings
  return async (notification): Promise<SendResult> => {
    try {
      const { default: snmp } = await import('net-snmp')
      const { address, family } = await findReceiver(outgoing, { protocol: 'snmp', host, port })
      const transport = family === 6 ? 'udp6' : 'udp4'
      const options = { port, trapPort: port, transport, timeout: timeoutMs, retries: 1, engineID: snmpEngineId(hostname, enterprise) } // prettier-ignore
      const session = openSession(snmp, address, settings, secrets, options)
      try {
        if (type === 'trap') stampEngineTime(session, now())
        await transmit(snmp, session, type, buildSnmpNotification(notification, enterprise, locale))
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
): Promise<void> {
  const variables = objects.map(({ oid, value }) => {
    return { oid, type: typeof value === 'number' ? snmp.ObjectType.Integer : snmp.ObjectType.OctetString, value }
  })
  return new Promise((resolve, reject) => {
    session.on('error', reject)
    session[type](oid, variables, (error) => (error ? reject(error) : resolve()))
  })
}

function explain(error: unknown, host: string): DeliveryError {
  if (error instanceof OutgoingFailed) return error.reason
  const name = error instanceof Error ? error.name : ''
  if (name === 'RequestTimedOutError') return message('outbound_timed_out', { host, timeout: (2 * timeoutMs) / 1000 })
  if (error instanceof Error && 'syscall' in error) return explainSocketError(error, host).reason
  return message('delivery_refused', { host, answer: error instanceof Error ? error.message.slice(0, 200) : '?' })
}
