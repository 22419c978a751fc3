import http, { type RequestListener, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../domain/inventory/login/networks.ts'
import { packAddressMs } from '../domain/repository/chunks/pack-address.ts'
import type { TlsIdentity } from '../tls-identity.ts'
import { unreadable } from './malformed-request.ts'

/**
 * Share of the connections that one address may use. Agents of a site share one address, and other clients must still
 * connect.
 */
const shareOfOne = 0.5

export type Server = http.Server | https.Server

/**
 * Keep-alive time, longer than agents and proxies pause between two requests: a request fails if the server closes the
 * connection while it is sent. Proxies commonly keep connections for 60 s.
 */
const keptMs = 75_000

/** Time limit for the head of a request and for a TLS handshake. */
const headMs = 20_000
const handshakeMs = 10_000

/** Limit of a head in bytes. It fits the longest tree path that the contract accepts, percent-encoded. */
const headBytes = 72 * 1024

export interface ServerOptions {
  /** Absent: HTTP without TLS. */
  identity?: TlsIdentity
  maxConnections?: number
  /** Returns whether an address is a trusted proxy, which forwards many clients. */
  isProxy?: (address: string) => boolean
  /** Called when a connection is rejected. */
  onTurnedAway?: (address: string) => void
  /** Milliseconds after which a connection that reads nothing of its response is cut. */
  stalledMs?: number
}

/**
 * Creates a server for the app. Node's limit of five minutes for a request is off, because a pack may be slow: it may
 * take as long as its upload address is valid. `readJson` limits other bodies. Clients that do not read their response
 * are disconnected: its source would wait for them without limit.
 */
export function createServer(app: RequestListener, options: ServerOptions = {}): Server {
  const { identity, stalledMs = 60_000 } = options
  const how = {
    requestTimeout: packAddressMs,
    headersTimeout: headMs,
    keepAliveTimeout: keptMs,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: headBytes,
    requireHostHeader: false, // the app rejects such a request: Node's own response has no body
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

/** Rejects connections above the limits, in total and for one address. Trusted proxies have no limit of their own. */
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
