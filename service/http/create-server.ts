import http, { type RequestListener, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../domain/inventory/users/networks.ts'
import { packAddressMs } from '../domain/repository/chunks/pack-address.ts'
import type { TlsIdentity } from '../tls-identity.ts'
import { unreadable } from './malformed-request.ts'

/** What one address may have of all connections: agents of a site come from one, and others must still get in. */
const shareOfOne = 0.5

export type Server = http.Server | https.Server

/**
 * Longer than agents and proxies pause between two requests: who closes first while the other sends makes a request fail.
 * Proxies commonly keep theirs for 60 s.
 */
const keptMs = 75_000

/** Within which a request's head must have come, and a handshake of TLS be done. */
const headMs = 20_000
const handshakeMs = 10_000

/** Bytes of a head: the longest path of a tree that the contract takes, written in escapes, fits in. */
const headBytes = 72 * 1024

export interface ServerOptions {
  /** Absent: HTTP without TLS. */
  identity?: TlsIdentity
  maxConnections?: number
  /** Whether an address is one of a proxy that is trusted, which brings the connections of many. */
  isProxy?: (address: string) => boolean
  /** Told when a connection is turned away. */
  onTurnedAway?: (address: string) => void
  /** A connection that takes nothing of its answer for so long is cut. */
  stalledMs?: number
}

/**
 * A server for the app. Node would cut a request after five minutes, also a pack that comes slowly: it has as long as its
 * address is good. Other bodies have less, which `readJson` sees to. Who does not take his answer is cut off: what makes it
 * would wait for him without end.
 */
export function createServer(app: RequestListener, options: ServerOptions = {}): Server {
  const { identity, stalledMs = 60_000 } = options
  const how = {
    requestTimeout: packAddressMs,
    headersTimeout: headMs,
    keepAliveTimeout: keptMs,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: headBytes,
    requireHostHeader: false, // the app refuses such a request itself: Node’s own answer has no body
  }
  const server: Server = identity
    ? https.createServer({ ...how, cert: identity.cert, key: identity.key, handshakeTimeout: handshakeMs }, app)
    : http.createServer(how, app)
  limitConnections(server, options)
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (req, res) => answers.set(req.socket, res))
  server.on('clientError', (error, socket) => unreadable(error, socket, answers.get(socket)))
  server.setTimeout(stalledMs, (socket: Socket) => {
    const isAnswering = answers.get(socket)?.closed === false
    if (!isAnswering || socket.writableLength > 0) socket.destroy()
  })
  return server
}

/** Turns connections away that are too many, of all or of one address. Proxies that are trusted come for many. */
function limitConnections(
  server: Server,
  { maxConnections, isProxy = () => false, onTurnedAway = () => undefined }: ServerOptions,
): void {
  if (maxConnections === undefined) return
  server.maxConnections = maxConnections
  server.on('drop', (dropped) => onTurnedAway(dropped?.remoteAddress ?? 'unknown'))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnections * shareOfOne) {
      onTurnedAway(remoteAddress)
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
