import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { trustedAuthorities } from '../trusted-authorities.ts'
import { explainConnection, NoAnswer } from './transport-error.ts'

/** One request and its time limits. */
export interface HttpRequest {
  method: string
  url: string
  /**
   * A function is called for each attempt: a reused connection may be closed already, and the request is sent again.
   */
  headers: Record<string, string> | (() => Record<string, string>)
  body?: Uint8Array
  timeoutMs: number
  /** Time limit for the connection alone; if absent, the system's limit. */
  connectMs?: number
  signal?: AbortSignal
}

export interface HttpAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** An HTTP client with persistent connections. */
export interface HttpClient {
  /** Returns the answer, whatever its status. @throws NoAnswer */
  send(request: HttpRequest): Promise<HttpAnswer>
  close(): void
}

export interface HttpSettings {
  /** PEM. Trusted in addition to the authorities of Node and of the computer. */
  caCertificates?: string
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Proxies are used only from here. */
  proxyEnv: NodeJS.ProcessEnv
  /** Maximum number of concurrent connections to one host. */
  maxSockets: number
}

/** Longer answers are rejected. Those of the service are much shorter. */
const longestAnswer = 64 * 1024 * 1024

export function createHttpClient({ caCertificates, proxyEnv, maxSockets }: HttpSettings): HttpClient {
  // Node's agents support proxy variables that their types do not declare yet.
  const options: http.AgentOptions & { proxyEnv: NodeJS.ProcessEnv } = { keepAlive: true, maxSockets, proxyEnv }
  const plain = new http.Agent(options)
  let secure: https.Agent | undefined
  const agentFor = (protocol: string) => {
    if (protocol === 'http:') return plain
    secure ??= new https.Agent({ ...options, secureContext: trusting(caCertificates) })
    return secure
  }
  return {
    async send(request) {
      const { protocol, host } = new URL(request.url)
      for (let attempt = 0; attempt <= maxSockets; attempt++) {
        try {
          return await sendOnce(request, agentFor(protocol))
        } catch (error) {
          if (!(error instanceof StaleConnection)) throw error
        }
      }
      throw new NoAnswer('unreachable', `${host} closes every connection`)
    },
    close() {
      plain.destroy()
      secure?.destroy()
    },
  }
}

/** A persistent connection that the server had closed. Nothing was read, so the request is sent on another one. */
class StaleConnection extends Error {}

function sendOnce(request: HttpRequest, agent: http.Agent): Promise<HttpAnswer> {
  const url = new URL(request.url)
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
    method: request.method,
    headers: {
      ...(typeof request.headers === 'function' ? request.headers() : request.headers),
      'content-length': String(request.body?.length ?? 0),
    },
    agent,
  })
  const fail = (error: Error) => {
    reject(error)
    outgoing.destroy()
  }
  const timer = setTimeout(
    () => fail(new NoAnswer('silent', `${url.host} did not answer within ${request.timeoutMs / 1000} s`)),
    request.timeoutMs,
  )
  const abort = () => fail(new NoAnswer('aborted', 'the request was given up'))
  request.signal?.addEventListener('abort', abort, { once: true })
  if (request.signal?.aborted) abort()

  const { connectMs } = request
  if (connectMs !== undefined) {
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) return // a reused connection
      const late = new NoAnswer(
        'unreachable',
        `${url.host} cannot be reached: no connection within ${connectMs / 1000} s`,
      )
      const connecting = setTimeout(() => fail(late), connectMs)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(connecting))
    })
  }
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) reject(new StaleConnection())
    else reject(new NoAnswer('unreachable', explainConnection(error, url.host), { cause: error }))
  })
  outgoing.on('response', (incoming) => {
    readAnswer(incoming).then(resolve, (error: Error) =>
      fail(new NoAnswer('silent', `the answer of ${url.host} broke off: ${error.message}`, { cause: error })),
    )
  })
  outgoing.end(request.body)

  return promise.finally(() => {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', abort)
  })
}

async function readAnswer(incoming: http.IncomingMessage): Promise<HttpAnswer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > longestAnswer) throw new Error('it is too long')
    pieces.push(piece)
  }
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces, length) }
}

/** Created once: parsing several hundred certificates for each connection would cost more than the connection. */
function trusting(caCertificates: string | undefined): tls.SecureContext {
  const ca = trustedAuthorities()
  return tls.createSecureContext({ ca: caCertificates ? [...ca, caCertificates] : ca })
}
