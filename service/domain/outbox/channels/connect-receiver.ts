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
 * Returns an address of the receiver that may be contacted: the rules for addresses of users apply to every protocol.
 * @throws OutgoingFailed
 */
export async function findReceiver(
  outgoing: OutboundClient,
  { protocol, host, port }: Receiver,
): Promise<LookupAddress> {
  const named = isIP(host) === 6 ? `[${host}]` : host
  const [address] = (await outgoing.findAddresses?.(`${protocol}://${named}:${port}`, receiverTimeoutMs)) ?? []
  if (!address) throw explainSocketError(new Error('no address'), host)
  return address
}

/**
 * Opens a connection to a receiver, over TLS if `files` is not null. The certificate must be valid for the host.
 * @throws OutgoingFailed if the address is not allowed; Error of the socket
 */
export async function connectReceiver(
  outgoing: OutboundClient,
  receiver: Receiver,
  files: TlsFiles | null,
): Promise<Socket> {
  const { host, port } = receiver
  const { address, family } = await findReceiver(outgoing, receiver)
  const plain = net.connect({ host: address, port, family })
  await whenReady(plain, 'connect')
  if (!files) return plain
  const secured = tls.connect({
    socket: plain,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(files.ca !== null && { ca: files.ca }),
    ...(files.cert !== null && files.key !== null && { cert: files.cert, key: files.key }),
  })
  await whenReady(secured, 'secureConnect')
  return secured
}

function whenReady(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(receiverTimeoutMs, () => socket.destroy(timedOut()))
    socket.once('error', (error) => {
      socket.destroy()
      reject(error)
    })
    socket.once(event, () => {
      socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0)
      resolve()
    })
  })
}

/** Returns the error of a receiver that does not answer. */
export function timedOut(): Error {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })
}
