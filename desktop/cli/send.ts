import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import tls from 'node:tls'

/**
 * Sends a request without following redirects and without retries.
 * @throws Error of the system if no response begins
 */
export type Send = (request: Request) => Promise<Response>

export interface SendSettings {
  /** PEM, trusted in addition to the authorities of Node and the system. */
  caCertificates: string | undefined
  /** Contains HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  proxyEnv: NodeJS.ProcessEnv
}

/** Timeout of a silent connection, also before the response: an import of 100,000 lines takes about a minute. */
const silentMs = 300_000
const connectMs = 20_000

export function createSend({ caCertificates, proxyEnv }: SendSettings): Send {
  // Node's types lack the proxy option of its agents
  const options: http.AgentOptions & { proxyEnv: NodeJS.ProcessEnv } = { keepAlive: true, proxyEnv }
  const plain = new http.Agent(options)
  let secure: https.Agent | undefined
  return async (request) => {
    const url = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    if (url.protocol === 'https:') secure ??= new https.Agent({ ...options, ca: trusted(caCertificates) })
    return sendOnce(request, url, body, url.protocol === 'https:' ? secure! : plain)
  }
}

function sendOnce(request: Request, url: URL, body: Buffer, agent: http.Agent): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const headers = {
    'accept-language': 'en',
    ...Object.fromEntries(request.headers),
    ...(body.length > 0 && { 'content-length': body.length }),
  }
  const outgoing = (agent instanceof https.Agent ? https : http).request(url, {
    method: request.method,
    headers,
    agent,
    timeout: silentMs,
    signal: request.signal,
  })
  outgoing.once('timeout', () => outgoing.destroy(timedOut('SILENT', silentMs)))
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return
    const late = timedOut('NOT_ACCEPTED', connectMs)
    const timer = setTimeout(() => outgoing.destroy(late), connectMs)
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
  })
  outgoing.once('error', reject)
  outgoing.once('response', (incoming) => resolve(responseOf(incoming)))
  outgoing.end(body)
  return promise
}

function timedOut(code: 'SILENT' | 'NOT_ACCEPTED', afterMs: number): Error {
  return Object.assign(new Error(code), { code, afterMs })
}

function responseOf(incoming: http.IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one)
  }
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isEmpty) incoming.resume()
  // the stream types of Node and the browser have the same shape
  const stream = isEmpty ? null : (Readable.toWeb(incoming) as NodeReadableStream<Uint8Array> as ReadableStream)
  return new Response(stream, { status, statusText: incoming.statusMessage, headers })
}

function trusted(caCertificates: string | undefined): string[] {
  return [...tls.getCACertificates('default'), ...systemAuthorities(), ...(caCertificates ? [caCertificates] : [])]
}

function systemAuthorities(): string[] {
  try {
    return tls.getCACertificates('system')
  } catch {
    return [] // a system without a certificate store
  }
}
