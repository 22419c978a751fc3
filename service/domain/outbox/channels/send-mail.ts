import { BlockList, isIP, isIPv6 } from 'node:net'
import type { SendMailOptions } from 'nodemailer'
import { message } from '../../../../shared/messages/message.ts'
import { explainSocketError } from '../../../outbound/explain-socket-error.ts'
import { plainAddress } from '../../../outbound/ssrf-policy.ts'
import type { DeliveryError } from '../../../store/models/notification-delivery.ts'
import type { MailServer } from './channel-settings.ts'
import { type Refusals, splitRefusals } from './mail-recipients.ts'
import type { SendResult } from './notification.ts'
import { transmitMail } from './transmit-mail.ts'

const timeoutMs = 15_000

/** One address, as `to` and `from` accept it: no display name, no comment, no quotes, no line break. */
export const mailAddressPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?$/u

/** The answer of the mail server, and the recipients that it refused. */
export interface SentMail extends SendResult {
  rejected: string[]
  accepted: string[]
  /** The rejected ones by the kind of refusal. */
  refusals: Refusals
}

/** A message in the form of nodemailer, with addresses as objects. */
export type OutgoingMail = SendMailOptions & { to: { name: string; address: string }[] }

/** Limits of sending one message. */
export interface MailLimits {
  /** Ends the attempt: the connection is reset, so that the server does not get the rest of the message. */
  signal: AbortSignal
  /** Longest wait for an answer of the server, in milliseconds. */
  answerMs?: number
}

/**
 * Sends a message once through the mail server of the installation. Errors are part of the result: it is permanent if the server refused
 * all recipients permanently.
 * @param build returns the message for the address of the sender
 * @param hostname host name of this installation
 */
export async function sendMail(
  mailServer: MailServer | null,
  hostname: string,
  build: (from: string) => OutgoingMail,
  { signal, answerMs = timeoutMs }: MailLimits,
): Promise<SentMail> {
  if (!mailServer) return failed(message('mail_server_missing'))
  const { host, security, from } = mailServer
  if (security === 'none' && !isThisMachine(host)) return failed(message('mail_server_requires_tls', { host }))
  const mail = build(from)
  const addresses = [from, ...mail.to.map(({ address }) => address)]
  if (!addresses.every((address) => mailAddressPattern.test(address))) return failed(message('delivery_not_prepared'))
  const { username, password } = mailServer
  const login =
    username !== null && password !== null && security !== 'none' ? { user: username, pass: password } : null
  const options = { ...connectionOptions(mailServer, hostname), socketTimeout: answerMs }
  try {
    const { response, accepted, rejected, rejectedErrors = [] } = await transmitMail(mail, { options, login, signal })
    const status = Number(response.slice(0, 3)) || null
    const refusals = splitRefusals(rejectedErrors)
    return { status, error: null, rejected: rejected.map(addressOf), accepted: accepted.map(addressOf), refusals }
  } catch (error) {
    const refusals = splitRefusals((error as MailError).rejectedErrors ?? [])
    const isPermanent = refusals.refused.length > 0 && refusals.deferred.length === 0
    return { ...failed(explain(error, host, answerMs)), status: statusOf(error), refusals, isPermanent }
  }
}

function failed(error: DeliveryError): SentMail {
  return { status: null, error, rejected: [], accepted: [], refusals: { deferred: [], refused: [] } }
}

function connectionOptions({ host, port, security, caCertificates }: MailServer, hostname: string) {
  return {
    host: host === 'localhost' ? '127.0.0.1' : host,
    port,
    name: hostname,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      minVersion: 'TLSv1.2' as const,
      ...(isIP(host) === 0 && { servername: host }),
      ...(caCertificates !== null && { ca: caCertificates }),
    },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isThisMachine(host: string): boolean {
  if (host === 'localhost') return true
  const address = isIP(host) === 0 ? null : plainAddress(host)
  return address !== null && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function addressOf(recipient: unknown): string {
  return typeof recipient === 'string' ? recipient : String((recipient as { address?: unknown }).address)
}

/** Errors of nodemailer have the answer of the server, or the code of the socket's error. */
interface MailError {
  code?: string
  originalCode?: string
  responseCode?: number
  response?: string
  rejectedErrors?: { recipient?: string; responseCode?: number }[]
}

function statusOf(error: unknown): number | null {
  return (error as MailError).responseCode ?? null
}

function explain(error: unknown, host: string, answerMs: number): DeliveryError {
  const { code, originalCode, response } = error as MailError
  if (code === 'EAUTH') return message('mail_login_refused', { host })
  if (code === 'ETLS' && response !== undefined) return message('mail_server_without_tls', { host })
  if (response !== undefined) return message('delivery_refused', { host, answer: response.slice(0, 300) })
  if (code === 'ETIMEDOUT') return message('outbound_timed_out', { host, timeout: answerMs / 1000 })
  return explainSocketError(Object.assign(new Error(), { code: originalCode ?? code }), host).reason
}
