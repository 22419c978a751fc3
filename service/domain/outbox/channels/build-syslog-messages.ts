import type { Notification } from './notification.ts'
import { shortenToBytes } from './shorten-text.ts'

interface SyslogOptions {
  /** 0 to 23. */
  facility: number
  hostname: string
  /** Bytes of a message. */
  maxBytes: number
}

/** RFC 5424, section 6.2.1. */
const severities: Record<Notification['severity'], number> = { info: 6, warning: 4, critical: 2 }

/** Reserved for documentation (RFC 5612): structured data that no other product uses. */
const enterprise = 32473

/**
 * Returns the messages of a notification in the form of RFC 5424: one for each line, with the facts of its event as
 * structured data. A longer text is shortened.
 */
export function buildSyslogMessages(notification: Notification, options: SyslogOptions): string[] {
  const { lines, events, title } = notification
  if (lines.length === 0) return [buildMessage(notification, title, null, options)]
  const isPaired = lines.length === events.length
  return lines.map((line, at) => buildMessage(notification, line, isPaired ? (events[at] ?? null) : null, options))
}

function buildMessage(
  notification: Notification,
  text: string,
  event: Record<string, unknown> | null,
  { facility, hostname, maxBytes }: SyslogOptions,
): string {
  const { at, id, kind, customer, link, alert } = notification
  const severity = (event?.['severity'] ?? notification.severity) as Notification['severity']
  const time = typeof event?.['at'] === 'string' ? event['at'] : at.toISOString()
  const type = typeof event?.['type'] === 'string' ? event['type'] : kind
  const data = elementOf({
    id,
    kind,
    severity,
    type,
    event: event?.['id'],
    customer,
    device: nameIn(event?.['device']),
    agent: nameIn(event?.['agent']),
    alert: alert?.key,
    state: alert && (alert.resolved ? 'closed' : 'open'),
    link,
  })
  const priority = facility * 8 + severities[severity]
  const head = `<${priority}>1 ${time} ${word(hostname, 255)} coffer - ${word(type, 32)} ${data} \uFEFF`
  return head + shortenToBytes(oneLine(text), Math.max(64, maxBytes - Buffer.byteLength(head)))
}

/** An SD-ELEMENT (RFC 5424, section 6.3); absent values are left out. */
function elementOf(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  const written = given.map(([name, value]) => `${name}="${escapeValue(shortenToBytes(oneLine(String(value)), 255))}"`)
  return `[coffer@${enterprise} ${written.join(' ')}]`
}

function escapeValue(text: string): string {
  return text.replace(/["\\\]]/g, '\\$&')
}

/** A header field has printable ASCII characters without spaces. */
function word(text: string, max: number): string {
  return text.replace(/[^!-~]/g, '_').slice(0, max) || '-'
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

function nameIn(subject: unknown): string | null {
  return typeof subject === 'object' && subject !== null && 'name' in subject ? String(subject.name) : null
}
