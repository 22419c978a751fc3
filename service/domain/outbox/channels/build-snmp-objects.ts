import { createHash } from 'node:crypto'
import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { describeRest } from './describe-notification.ts'
import type { Notification } from './notification.ts'
import { limitLines, shortenToBytes } from './shorten-text.ts'

/** An object of COFFER-MIB with its value. */
export interface SnmpObject {
  oid: string
  value: string | number
}

/** A notification of COFFER-MIB (`docs/COFFER-MIB.txt`). */
export interface SnmpNotification {
  /** `snmpTrapOID`. */
  oid: string
  objects: SnmpObject[]
}

const severities: Record<Notification['severity'], number> = { info: 1, warning: 2, critical: 3 }
const kinds: Record<Notification['kind'], number> = { event: 1, digest: 2, escalation: 3, test: 4 }

/** Together the texts must fit into a datagram that no network fragments. */
const maxTextBytes = 700

/** Returns the notification and its objects, in the order of the MIB. */
export function buildSnmpNotification(
  notification: Notification,
  enterpriseNumber: number,
  locale: Locale,
): SnmpNotification {
  const { id, kind, severity, title, lines, link, customer, alert } = notification
  const base = `1.3.6.1.4.1.${enterpriseNumber}`
  const fits = (shown: readonly string[]) => Buffer.byteLength(shown.join('\n')) <= maxTextBytes
  const text = limitLines(lines, fits, (more) => describeRest(more, locale)).join('\n')
  const values = [
    id,
    kinds[kind],
    severities[severity],
    shortenToBytes(title, 200),
    shortenToBytes(text, maxTextBytes),
    shortenToBytes(customer ?? '', 100),
    shortenToBytes(alert?.key ?? '', 150),
    link !== null && Buffer.byteLength(link) <= 255 ? link : '',
  ]
  const objects = values.map((value, at) => ({ oid: `${base}.1.${at + 1}.0`, value }))
  return { oid: `${base}.0.${notificationNumber(notification)}`, objects }
}

/** `cofferTest`, `cofferAlertClosed`, `cofferAlertOpened` or `cofferEvent`. */
function notificationNumber({ kind, alert }: Notification): number {
  if (kind === 'test') return 4
  return alert === null ? 1 : alert.resolved ? 3 : 2
}

/**
 * Returns the engine of this installation for version 3 (RFC 3411, section 5). Receivers of traps identify the user by it,
 * so it is the same in each process and after each start.
 */
export function snmpEngineId(hostname: string, enterpriseNumber: number): Buffer {
  const id = Buffer.alloc(13)
  id.writeUInt32BE((enterpriseNumber | 0x80000000) >>> 0, 0)
  id.writeUInt8(5, 4)
  createHash('sha256').update(hostname).digest().copy(id, 5, 0, 8)
  return id
}

/**
 * Returns boots and time of the engine, by which receivers reject old messages (RFC 3414, section 2.2). They are day and
 * second of the day, so that they increase over starts and are the same in each replica.
 */
export function snmpEngineTime(now: Date): { boots: number; time: number } {
  const seconds = Math.floor(now.getTime() / 1000)
  return { boots: Math.floor(seconds / 86_400), time: seconds % 86_400 }
}
