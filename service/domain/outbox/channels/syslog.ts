import dgram from 'node:dgram'
import type { Socket } from 'node:net'
import { message } from '../../../../shared/messages/message.ts'
import { explainSocketError } from '../../../outbound/explain-socket-error.ts'
import { OutgoingFailed } from '../../../outbound/outbound-client.ts'
import { buildSyslogMessages } from './build-syslog-messages.ts'
import type { SyslogSecrets, SyslogSettings } from './channel-settings.ts'
import { type Receiver, connectReceiver, findReceiver, receiverTimeoutMs, timedOut } from './connect-receiver.ts'
import type { Notification, Send, SendResult } from './notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** What every receiver accepts (RFC 5424, section 6.1, and RFC 5425, section 4.3.1). */
const maxBytes = { udp: 1400, tcp: 2048, tls: 8192 }

/** Within this time a receiver closes a connection that it does not accept, for example without a client certificate. */
const refusalMs = 500

export function createSyslogSender(
  { outgoing, hostname, signal }: SenderDependencies,
  settings: SyslogSettings,
  { clientKey }: SyslogSecrets,
): Send {
  const { host, port, transport, facility, caCertificates: ca, clientCertificate: cert } = settings
  const receiver: Receiver = { protocol: 'syslog', host, port }

  async function transmit(notification: Notification): Promise<void> {
    const options = { facility, hostname, maxBytes: maxBytes[transport] }
    const messages = buildSyslogMessages(notification, options).map((text) => Buffer.from(text))
    if (transport === 'udp') {
      const [{ address, family }] = await findReceiver(outgoing, receiver)
      return sendDatagrams(messages, address, family === 6 ? 'udp6' : 'udp4', port)
    }
    const files = transport === 'tls' ? { ca, cert, key: clientKey } : null
    const socket = await connectReceiver(outgoing, receiver, files, signal)
    return sendFrames(socket, messages, signal)
  }

  return async (notification): Promise<SendResult> => {
    try {
      await transmit(notification)
      return { status: null, error: null }
    } catch (error) {
      if (error instanceof OutgoingFailed) return { status: null, error: error.reason }
      const isLate = error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'
      const timeout = receiverTimeoutMs / 1000
      return { status: null, error: isLate ? message('outbound_timed_out', { host, timeout }) : explainSocketError(error, host).reason } // prettier-ignore
    }
  }
}

/**
 * Sends messages with octet counting (RFC 6587, section 3.4.1; RFC 5425, section 4.3) and closes the connection. Syslog has no
 * answer: a receiver that closes the connection first did not accept it.
 */
function sendFrames(socket: Socket, messages: Buffer[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let wait: NodeJS.Timeout | undefined
    const settle = () => {
      clearTimeout(wait)
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      settle()
      socket.destroy()
      reject(error)
    }
    const limit = setTimeout(() => fail(timedOut()), receiverTimeoutMs)
    const onAbort = () => fail(timedOut())
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', fail)
    socket.once('end', () => fail(Object.assign(new Error('closed by the receiver'), { code: 'ECONNRESET' })))
    socket.resume()
    socket.write(Buffer.concat(messages.flatMap((text) => [Buffer.from(`${text.length} `), text])), () => {
      wait = setTimeout(() => {
        socket.removeAllListeners('end').once('close', () => {
          settle()
          resolve()
        })
        socket.end(() => socket.destroySoon())
      }, refusalMs)
    })
  })
}

/** Sends one message in each datagram (RFC 5426). Nothing confirms that they arrive. */
async function sendDatagrams(messages: Buffer[], address: string, type: 'udp4' | 'udp6', port: number): Promise<void> {
  const socket = dgram.createSocket(type)
  const failure = new Promise<never>((_resolve, reject) => socket.once('error', reject))
  failure.catch(() => undefined)
  try {
    for (const text of messages) {
      const sent = new Promise<void>((resolve, reject) => {
        socket.send(text, port, address, (error) => (error ? reject(error) : resolve()))
      })
      await Promise.race([sent, failure])
    }
  } finally {
    socket.close()
  }
}
