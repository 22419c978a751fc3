import dgram from 'node:dgram'
import net from 'node:net'
import tls from 'node:tls'
import type { components } from '../../shared/contract/api-types.ts'
import type { ListenerProtocol } from './change-queue.ts'
import { createSyslogFrames } from './syslog-frames.ts'

type ListenerError = components['schemas']['ListenerError']

/** Receive buffer of a UDP socket in bytes, for bursts. The kernel may allow less. */
const receiveBytes = 4 * 1024 * 1024

/** Maximum number of TCP connections of a listener. */
const maxConnections = 500

/** Maximum of one address, so that a sender cannot use them all. */
const maxPerAddress = 10

/** A connection without data for this time is closed. Senders connect again. */
const idleMs = 3_600_000

/** The same before its first data. */
const firstDataMs = 60_000

/** PEM texts with which the agent proves its identity to senders over TLS. */
export interface ListenerCertificate {
  cert: string
  key: string
}

/** A port that was opened, or could not be. */
export interface OpenListener {
  protocol: ListenerProtocol
  port: number
  error: ListenerError | null
  close(): void
}

/** What receives the messages of the listeners. */
export interface MessageHandler {
  onMessage: OnMessage
  /** Whether messages from this address may be of a known device. Others are not allowed to connect. */
  mayConnect(address: string): boolean
  /** A client that may connect did not complete the TLS handshake. */
  onHandshakeFailed(address: string, reason: string): void
}

/** @param reply sends an answer to the sender of a datagram */
export type OnMessage = (
  protocol: ListenerProtocol,
  message: Buffer,
  address: string,
  reply?: (answer: Buffer) => void,
) => void

/** Opens the port of a listener on all addresses. If that fails, the result has an error. */
export function openListener(
  protocol: ListenerProtocol,
  port: number,
  certificate: ListenerCertificate | null,
  handler: MessageHandler,
): Promise<OpenListener> {
  if (protocol === 'syslog_udp' || protocol === 'snmp_trap') return openUdp(protocol, port, handler.onMessage)
  if (protocol === 'syslog_tcp') return openServer(protocol, port, handler, () => net.createServer())
  if (!certificate) return Promise.resolve(failed(protocol, port, 'certificate_missing'))
  const create = () =>
    tls.createServer({ ...certificate, minVersion: 'TLSv1.2' }).on('tlsClientError', (error, { remoteAddress }) => {
      if (remoteAddress !== undefined) handler.onHandshakeFailed(plainAddress(remoteAddress), handshakeReason(error))
    })
  return openServer(protocol, port, handler, create)
}

const noTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']

/** Returns why a TLS handshake failed. A client that rejects the certificate sends an alert (RFC 8446, section 6.2). */
function handshakeReason(error: Error): string {
  const code = codeOf(error) ?? 'no code'
  if (noTls.includes(code)) return 'the client does not use TLS'
  const isRejected =
    /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED|UNSUPPORTED_CERTIFICATE)/
  return isRejected.test(code) ? 'the client does not trust the certificate' : `the TLS handshake failed (${code})`
}

function failed(protocol: ListenerProtocol, port: number, error: ListenerError): OpenListener {
  return { protocol, port, error, close: () => undefined }
}

async function openUdp(protocol: ListenerProtocol, port: number, onMessage: OnMessage): Promise<OpenListener> {
  try {
    return await bindUdp('udp6', protocol, port, onMessage)
  } catch (error) {
    if (codeOf(error) !== 'EAFNOSUPPORT' && codeOf(error) !== 'EADDRNOTAVAIL') {
      return failed(protocol, port, reasonOf(error))
    }
    return bindUdp('udp4', protocol, port, onMessage).catch((other: unknown) => failed(protocol, port, reasonOf(other)))
  }
}

/** `udp6` also receives from IPv4 addresses. */
function bindUdp(
  type: 'udp4' | 'udp6',
  protocol: ListenerProtocol,
  port: number,
  onMessage: OnMessage,
): Promise<OpenListener> {
  const socket = dgram.createSocket({ type, recvBufferSize: receiveBytes })
  socket.on('message', (message, { address, port: from }) => {
    const isAnswerable = protocol === 'snmp_trap' && from !== 0
    const reply = isAnswerable ? (answer: Buffer) => socket.send(answer, from, address) : undefined
    onMessage(protocol, message, plainAddress(address), reply)
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, () => {
      socket.off('error', reject)
      socket.on('error', () => undefined)
      resolve({ protocol, port, error: null, close: () => socket.close() })
    })
  })
}

function openServer(
  protocol: ListenerProtocol,
  port: number,
  { onMessage, mayConnect }: MessageHandler,
  create: () => net.Server,
): Promise<OpenListener> {
  const sockets = new Map<net.Socket, string>()
  let server: net.Server
  try {
    server = create()
  } catch {
    return Promise.resolve(failed(protocol, port, 'certificate_invalid'))
  }
  server.maxConnections = maxConnections
  // before a TLS handshake, which costs more
  server.on('connection', (socket: net.Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const open = [...sockets.values()].filter((other) => other === address).length
    if (open >= maxPerAddress || !mayConnect(address)) return socket.destroy()
    sockets.set(socket, address)
    socket.setTimeout(firstDataMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.on(protocol === 'syslog_tls' ? 'secureConnection' : 'connection', (socket: net.Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    socket.once('data', () => socket.setTimeout(idleMs))
    socket.on('error', () => socket.destroy())
    socket.on(
      'data',
      createSyslogFrames((message) => onMessage(protocol, message, address)),
    )
  })
  return new Promise((resolve) => {
    const onError = (error: Error) => resolve(failed(protocol, port, reasonOf(error)))
    server.once('error', onError)
    server.listen({ port }, () => {
      server.off('error', onError)
      server.on('error', () => undefined)
      const close = () => {
        server.close()
        for (const socket of sockets.keys()) socket.destroy()
      }
      resolve({ protocol, port, error: null, close })
    })
  })
}

function reasonOf(error: unknown): ListenerError {
  const code = codeOf(error)
  return code === 'EADDRINUSE' ? 'port_in_use' : code === 'EACCES' ? 'port_not_permitted' : 'not_opened'
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/** Returns an IPv4-mapped IPv6 address as an IPv4 address, others without their zone. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}
