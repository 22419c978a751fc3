import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { makeCertificate, type TestCertificate } from './certificate.ts'

/** A request as received by the device. */
export interface SeenRequest {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: http.IncomingHttpHeaders
  body: string
}

export interface DeviceAnswer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer | (() => Iterable<Buffer>)
}

/** A platform's API: returns the answer to a request. */
export type Answerer = (request: SeenRequest) => DeviceAnswer

/** A fault, instead of or within an answer. */
export type Fault =
  | { kind: 'silent' }
  /** Closes the connection after this many bytes of the body, which was announced longer. */
  | { kind: 'cut'; afterBytes: number }
  /** A TCP reset before the first byte of an answer. */
  | { kind: 'reset' }
  /** Another answer than the device's own. */
  | { kind: 'answer'; answer: DeviceAnswer }
  /** The device's own body with another content type. */
  | { kind: 'type'; contentType: string }
  /** Single bytes at first, then packets of this size. */
  | { kind: 'slow'; pieceBytes: number }
  /** A byte from time to time, without end. */
  | { kind: 'trickle' }
  | { kind: 'close' }

/** A device's API on a local port, with faults. */
export type HttpsDevice = Awaited<ReturnType<typeof startHttpsDevice>>

export interface HttpsDeviceOptions {
  host?: string
  /** Default: any free port. */
  port?: number
  certificate?: TestCertificate
  /** Without TLS: plain HTTP. */
  isPlain?: boolean
  tls?: https.ServerOptions
  /** Returns a fault for a request; called before those of `breakAt` apply. */
  faultAt?: (request: SeenRequest) => Fault | undefined
}

/** Starts a device's HTTPS API on a local port. */
export async function startHttpsDevice(answer: Answerer, options: HttpsDeviceOptions = {}) {
  const { host = '127.0.0.1', isPlain = false } = options
  let certificate = options.certificate ?? makeCertificate({ hosts: [host] })
  const requests: SeenRequest[] = []
  const faults: { fault: Fault; when: (request: SeenRequest) => boolean; left: number }[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  const onRequest: http.RequestListener = (incoming, response) => {
    text(incoming).then(
      (body) => {
        const { pathname, searchParams } = new URL(incoming.url ?? '/', 'https://device')
        const { method = '', headers } = incoming
        const seen = { method, path: decodeURIComponent(pathname), query: searchParams, headers, body }
        requests.push(seen)
        const given = options.faultAt?.(seen)
        if (given) return reply(response, answer(seen), given)
        const broken = faults.find(({ when, left }) => left > 0 && when(seen))
        if (broken) broken.left -= 1
        reply(response, answer(seen), broken?.fault)
      },
      () => response.destroy(),
    )
  }
  const server = isPlain
    ? http.createServer(onRequest)
    : https.createServer({ ...certificate, ...options.tls }, onRequest)
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')

  return {
    host,
    port: (server.address() as AddressInfo).port,
    get fingerprint() {
      return certificate.fingerprint
    },
    /** In order of arrival, including those with a fault. */
    requests,
    connections: () => connections,
    /** Answers every request that `when` accepts with a fault, at most `times` times. */
    breakAt: (fault: Fault, when: (request: SeenRequest) => boolean = () => true, times = Infinity) =>
      void faults.push({ fault, when, left: times }),
    /** New connections get another certificate from now on. */
    changeCertificate(to = makeCertificate({ hosts: [host] })) {
      certificate = to
      if (server instanceof https.Server) server.setSecureContext(certificate)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function reply(response: http.ServerResponse, own: DeviceAnswer, fault?: Fault): void {
  const { status, headers = {}, body = '' } = fault?.kind === 'answer' ? fault.answer : own
  if (fault?.kind === 'silent') return
  if (fault?.kind === 'reset') return void resetOf(response)
  const type: Record<string, string> = fault?.kind === 'type' ? { 'content-type': fault.contentType } : {}
  const close: Record<string, string> = fault?.kind === 'close' ? { connection: 'close' } : {}
  if (typeof body === 'function') {
    response.writeHead(status, { ...headers, ...type })
    return writeAll(response, body())
  }
  const whole = Buffer.from(body as string)
  const length = fault?.kind === 'trickle' ? 1_000_000 : whole.length
  response.writeHead(status, { ...headers, ...type, ...close, 'content-length': length })
  if (fault?.kind === 'cut') {
    response.write(whole.subarray(0, fault.afterBytes), () => response.destroy())
  } else if (fault?.kind === 'trickle') {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  } else if (fault?.kind === 'slow') {
    writeAll(response, piecesOf(whole, fault.pieceBytes))
  } else response.end(whole)
}

/** Node cannot reset an encrypted connection, so the underlying TCP socket is reset. */
function resetOf(response: http.ServerResponse): void {
  const socket = response.socket as (Socket & { _parent?: Socket }) | null
  const below = socket?._parent ?? socket
  below?.resetAndDestroy()
}

function* piecesOf(whole: Buffer, pieceBytes: number): Iterable<Buffer> {
  const single = Math.min(64, whole.length)
  for (let at = 0; at < single; at++) yield whole.subarray(at, at + 1)
  for (let at = single; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

function writeAll(response: http.ServerResponse, pieces: Iterable<Buffer>): void {
  pipeline(Readable.from(pieces), response).catch(() => undefined) // the client may leave earlier
}
