import net, { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import type { LookupAddress } from 'node:dns'
import { explainSocketError } from '../../../outbound/explain-socket-error.ts'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'

/** A receiver that does not speak HTTP. */
export interface Receiver {
  /** Only for messages and for the policy of addresses. */
  protocol: 'syslog' | 'snmp'
  host: string
  port: number
}

/** Certificates in PEM; null: the authorities that Node trusts, and no client certificate. */
export interface TlsFiles {
  ca: string | null
  cert: string | null
  key: string | null
}

/** For the lookup, the connection, the handshake and the transmission, each. */
export const receiverTimeoutMs = 10_000

/**
 * Returns the addresses of the receiver, at least one. All may be contacted: the rules for addresses of users apply to
 * every protocol.
 * @throws OutgoingFailed
 */
export async function findReceiver(
  outgoing: OutboundClient,
  { protocol, host, port }: Receiver,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const named = isIP(host) === 6 ? `[${host}]` : host
  const [first, ...others] = (await outgoing.findAddresses?.(`${protocol}://${named}:${port}`, receiverTimeoutMs)) ?? []
  if (!first) throw explainSocketError(new Error('no address'), host)
  return [first, ...others]
}

/**
 * Opens a connection to the first address of a receiver that accepts it, over TLS if `files` is not null. The certificate
 * must be valid for the host.
 * @param signal closes the connection
 * @throws OutgoingFailed if the address is not allowed; Error of the socket
 */
export async function connectReceiver(
  outgoing: OutboundClient,
  receiver: Receiver,
  files: TlsFiles | null,
  signal: AbortSignal,
): Promise<Socket> {
  const plain = await connectFirst(await findReceiver(outgoing, receiver), receiver.port, signal)
  if (!files) return plain
  const { host } = receiver
  const secured = tls.connect({
    socket: plain,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(files.ca !== null && { ca: files.ca }),
    ...(files.cert !== null && files.key !== null && { cert: files.cert, key: files.key }),
  })
  await whenReady(secured, 'secureConnect', signal)
  return secured
}

async function connectFirst(
  [{ address, family }, ...others]: readonly [LookupAddress, ...LookupAddress[]],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = net.connect({ host: address, port, family })
  try {
    await whenReady(socket, 'connect', signal)
    return socket
  } catch (error) {
    const [next, ...later] = others
    if (!next || signal.aborted) throw error
    return connectFirst([next, ...later], port, signal)
  }
}

function whenReady(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onLate = () => socket.destroy(timedOut())
    const limit = setTimeout(onLate, receiverTimeoutMs)
    const settle = () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', onLate)
    }
    signal.addEventListener('abort', onLate)
    socket.once('error', (error) => {
      settle()
      socket.destroy()
      reject(error)
    })
    socket.once(event, () => {
      settle()
      socket.removeAllListeners('error')
      resolve()
    })
    if (signal.aborted) onLate()
  })
}

/** Returns the error of a receiver that does not answer. */
export function timedOut(): Error {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })
}
