import type { AdviceMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
/** A server of another protocol than SSH, identified by its first bytes. */
export interface ForeignServer {
  /** The protocol and the bytes received, ready for a message once control characters are made visible. */
  seen: string
  advice: AdviceMessage
}

/**
 * Identifies the protocol of a server by its first bytes. These are public: every client receives them before a login.
 * @param sent everything received; empty if the port was silent
 */
export function identifyServer(sent: Buffer): ForeignServer {
  if (sent.length === 0) return { seen: 'an open port that sent nothing', advice: silentAdvice }
  const text = withoutTelnet(sent).toString('latin1')
  const words = textIn(text)
  const of = (server: string, advice: AdviceMessage) => ({
    seen: words === '' ? server : `${server}: “${words}”`,
    advice,
  })
  if (hasTelnet(sent)) return of('a telnet server', telnetAdvice)
  const oldVersion = /^SSH-1\.[^\r\n]*/m.exec(text)?.[0]
  if (oldVersion !== undefined)
    return { seen: `an SSH 1 server: ${oldVersion.slice(0, shownLength)}`, advice: version1Advice }
  if (/^HTTP\/\d|^\s*<(?:!doctype|html)/i.test(text)) return of('an HTTP server', httpAdvice)
  if (sent[0] === 0x15 || sent[0] === 0x16) return { seen: 'a TLS server', advice: httpAdvice }
  if (/^220[ -]/.test(text)) return of('an FTP or mail server', portAdvice)
  if (isLoginPrompt(text)) return of('a login prompt without SSH, as of telnet or a console server', telnetAdvice)
  return of(`${sent.length} bytes that are not SSH`, portAdvice)
}

/** Whether the server is certainly not an SSH server: it sent RFC 854 negotiation or an HTTP answer. */
export function isForeign(sent: Buffer): boolean {
  return hasTelnet(sent) || /^HTTP\/\d/.test(sent.toString('latin1', 0, 8))
}

/** Whether the server waits for typed input. */
export function isLoginPrompt(text: string): boolean {
  return /(?:login|user ?name|user|password|passcode) ?: ?$/i.test(text.slice(-80).trimEnd())
}

const portAdvice = message('advice_ssh_port')
const silentAdvice = message('advice_ssh_port_silent')
const telnetAdvice = message('advice_ssh_port_telnet')
const httpAdvice = message('advice_ssh_port_http')
const version1Advice = message('advice_ssh_version_2')

const interpretAsCommand = 0xff
const shownLength = 120

/** WILL, WONT, DO or DONT (RFC 854). */
function isNegotiation(sent: Buffer, at: number): boolean {
  const command = sent[at + 1] ?? 0
  return sent[at] === interpretAsCommand && command >= 0xfb && command <= 0xfe
}

function hasTelnet(sent: Buffer): boolean {
  for (let at = sent.indexOf(interpretAsCommand); at >= 0; at = sent.indexOf(interpretAsCommand, at + 1)) {
    if (isNegotiation(sent, at)) return true
  }
  return false
}

function withoutTelnet(sent: Buffer): Buffer {
  const kept = Buffer.alloc(sent.length)
  let length = 0
  for (let at = 0; at < sent.length; at++) {
    if (isNegotiation(sent, at)) at += 2
    else kept[length++] = sent[at] ?? 0
  }
  return kept.subarray(0, length)
}

/** Returns the last lines without unprintable characters. */
function textIn(text: string): string {
  const lines = text
    .slice(-4 * shownLength)
    .split('\n')
    .map((line) => line.replace(/[^\x20-\x7e]/g, '').trim())
    .filter((line) => line !== '')
  return lines.slice(-3).join(' ⏎ ').slice(0, shownLength)
}
