import type { LookupAddress } from 'node:dns'
import net, { type Socket, isIP } from 'node:net'
import tls from 'node:tls'
import type { Client } from 'ldapts'
import { type OutboundClient, OutgoingFailed } from '../../../outbound/outbound-client.ts'
import { explainSocketError } from '../../../outbound/explain-socket-error.ts'
import type { LdapSettings } from '../../../store/models/identity-provider.ts'
import { DirectoryRefused } from './directory-refused.ts'

/** For each step: the connection, the handshake, and each request. */
const timeoutMs = 10_000

const startTls = '1.3.6.1.4.1.1466.20037'

/**
 * Connects to a directory as its service account, passes the connection to `work`, and closes it. Nothing is sent before
 * the certificate was verified, except the request for StartTLS.
 * @throws OutgoingFailed if the address is not allowed, or the directory does not answer with a valid certificate;
 *   DirectoryRefused if it refuses the service account or a search
 */
export async function withDirectory<T>(
  outgoing: OutboundClient,
  settings: LdapSettings,
  password: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { ResultCodeError } = await import('ldapts')
  const { host } = new URL(settings.url)
  let client: Client | undefined
  try {
    client = await open(outgoing, settings)
    if (password === '') throw new DirectoryRefused('no password') // would succeed without authentication
    await client.bind(settings.bindDn, password)
    return await work(client)
  } catch (error) {
    if (error instanceof OutgoingFailed || error instanceof DirectoryRefused) throw error
    if (error instanceof ResultCodeError) throw new DirectoryRefused(error.name)
    throw explainSocketError(error, host)
  } finally {
    await client?.unbind().catch(() => undefined)
  }
}

async function open(outgoing: OutboundClient, { url: text, caCertificates }: LdapSettings): Promise<Client> {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isImplicit = url.protocol === 'ldaps:'
  const [address] = (await outgoing.findAddresses?.(text, timeoutMs)) ?? []
  if (!address) throw explainSocketError(new Error('no address'), url.host)
  const plain = await connect(address, Number(url.port || (isImplicit ? 636 : 389)))
  try {
    if (!isImplicit) await requestTls(plain)
    const socket = tls.connect({
      socket: plain,
      host,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(caCertificates !== null && { ca: caCertificates }),
    })
    await whenReady(socket, 'secureConnect')
    return await clientOver(socket)
  } catch (error) {
    plain.destroy()
    throw error
  }
}

async function connect({ address, family }: LookupAddress, port: number): Promise<Socket> {
  const socket = net.connect({ host: address, port, family })
  await whenReady(socket, 'connect')
  socket.on('error', () => undefined) // reported by what waits for an answer
  return socket
}

/**
 * Requests TLS. The parser of these bytes is not used again: what an attacker added to the answer must not be read as part
 * of the protected connection.
 */
async function requestTls(socket: Socket): Promise<void> {
  const client = await clientOver(socket)
  await client.exop(startTls)
  for (const event of ['data', 'close', 'timeout']) socket.removeAllListeners(event)
}

/** Returns a client of this connection only: it must not connect again by itself, because it would do so without TLS. */
async function clientOver(socket: Socket): Promise<Client> {
  const { Client } = await import('ldapts')
  let isUsed = false
  const createConnection = () => {
    if (isUsed) throw new Error('the connection was closed')
    isUsed = true
    return socket
  }
  return new Client({
    url: 'ldap://directory',
    timeout: timeoutMs,
    createConnection: createConnection as typeof net.connect,
  })
}

function whenReady(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once(event, () => {
      socket.off('error', reject)
      socket.setTimeout(0)
      resolve()
    })
  })
}
