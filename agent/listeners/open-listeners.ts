import dgram from 'node:dgram'
import net from 'node:net'
import tls from 'node:tls'
import type { components } from '../../shared/contract/api-types.ts'
import type { ListenerProtocol } from './change-queue.ts'
import { createSyslogFrames } from './syslog-frames.ts'

type Listeners = components['schemas']['Listeners']
type ListenerError = components['schemas']['ListenerError']

/** Receive buffer of a UDP socket in bytes, for bursts. The kernel may allow less. */
const receiveBytes = 4 * 1024 * 1024

/** Maximum number of TCP connections of a listener. */
const maxConnections = 500

/** A connection without data for this time is closed. Senders connect again. */
const idleMs = 3_600_000

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

/** @param reply sends an answer to the sender of a datagram */
export type OnMessage = (
  protocol: ListenerProtocol,
  message: Buffer,
  address: string,
  reply?: (answer: Buffer) => void,
) => void

/** Opens the ports of the listeners on all addresses. A port that cannot be opened has an error. */
export function openListeners(
  listeners: Listeners,
  certificate: ListenerCertificate | null,
  onMessage: OnMessage,
): Promise<OpenListener[]> {
  const { syslog_udp: udp, syslog_tcp: tcp, syslog_tls: secure, snmp_trap: trap } = listeners
  const opening: Promise<OpenListener>[] = []
  if (udp !== undefined) opening.push(openUdp('syslog_udp', udp, onMessage))
  if (trap !== undefined) opening.push(openUdp('snmp_trap', trap, onMessage))
  if (tcp !== undefined) opening.push(openServer('syslog_tcp', tcp, onMessage, (take) => net.createServer(take)))
  if (secure !== undefined) {
    const create = (take: (socket: net.Socket) => void) =>
      tls.createServer({ ...certificate, minVersion: 'TLSv1.2' }, take).on('tlsClientError', () => undefined)
    opening.push(
      certificate
        ? openServer('syslog_tls', secure, onMessage, create)
        : Promise.resolve(failed('syslog_tls', secure, 'certificate_missing')),
    )
  }
  return Promise.all(opening)
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
    const reply = protocol === 'snmp_trap' ? (answer: Buffer) => socket.send(answer, from, address) : undefined
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
  onMessage: OnMessage,
  create: (take: (socket: net.Socket) => void) => net.Server,
): Promise<OpenListener> {
  const sockets = new Set<net.Socket>()
  let server: net.Server
  try {
    server = create((socket) => {
      sockets.add(socket)
      const address = plainAddress(socket.remoteAddress ?? '')
      socket.setTimeout(idleMs, () => socket.destroy())
      socket.on(
        'data',
        createSyslogFrames((message) => onMessage(protocol, message, address)),
      )
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    })
  } catch {
    return Promise.resolve(failed(protocol, port, 'certificate_invalid'))
  }
  server.maxConnections = maxConnections
  return new Promise((resolve) => {
    const onError = (error: Error) => resolve(failed(protocol, port, reasonOf(error)))
    server.once('error', onError)
    server.listen({ port }, () => {
      server.off('error', onError)
      server.on('error', () => undefined)
      const close = () => {
        server.close()
        for (const socket of sockets) socket.destroy()
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
