import type { SavedConnection } from '../bridge.ts'
import type { ReachServices } from './reach-services.ts'
import { readConsoleFile } from './read-console-file.ts'

/**
 * Content security policy of the console's pages: only files of the app may load. The component library and the editor
 * add styles to the page, hence 'unsafe-inline' for styles. Scripts must come from files.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** URL scheme of the console's pages. Each connection is a host of it, and so has its own origin. */
export const consoleScheme = 'coffer-console'

/** Privileges of the scheme. Electron needs them before it is ready. No other origin may read it. */
export const consolePrivileges = {
  scheme: consoleScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

export function consoleAddress(connectionId: string, route = '/'): string {
  return `${consoleScheme}://${connectionId}/index.html#${route}`
}

/** Returns the connection of an address of the console; null for other addresses. */
export function connectionOf(address: string): string | null {
  const url = URL.parse(address)
  return url?.protocol === `${consoleScheme}:` && url.hostname && !url.port ? url.hostname : null
}

/** Returns the route of an address of the console. */
export function routeOf(address: string): string {
  return new URL(address).hash.slice(1) || '/'
}

export interface ConsoleProtocolOptions {
  /** The folder of the console's build. */
  folder: string
  findConnection: (id: string) => SavedConnection | undefined
  reach: Pick<ReachServices, 'fetch'>
  log: (line: string) => void
}

/**
 * Handles every request of a console page: files come from the app, API requests go to the service of the connection
 * that the page's host names. Both have one origin, so the service needs no CORS and the policy is `connect-src
 * 'self'`. Certificates are checked here, where pins are known.
 */
export function createConsoleProtocol({ folder, findConnection, reach, log }: ConsoleProtocolOptions) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const own = `${url.protocol}//${url.host}`
    const origin = request.headers.get('origin')
    if (origin !== null && origin !== own) return refusal(403)
    const connection = findConnection(url.hostname)
    if (!connection) return refusal(404)
    if (!isOfService(url.pathname)) return consoleFile(folder, request.method, url.pathname)
    try {
      return await forward(request, url, connection, reach)
    } catch (error) {
      if (!request.signal.aborted) log(`${request.method} ${connection.url}${url.pathname}: ${reasonOf(error)}`)
      return Response.error()
    }
  }
}

const servicePaths = ['/health', '/ready', '/metrics']

export function isOfService(path: string): boolean {
  return path.startsWith('/api/') || servicePaths.includes(path)
}

async function forward(
  request: Request,
  url: URL,
  connection: SavedConnection,
  reach: Pick<ReachServices, 'fetch'>,
): Promise<Response> {
  const hasBody = !['GET', 'HEAD'].includes(request.method)
  const answer = await reach.fetch(connection, `${url.pathname}${url.search}`, {
    method: request.method,
    headers: pick(request.headers, sent),
    body: hasBody ? await request.arrayBuffer() : undefined,
    signal: request.signal,
  })
  const headers = pick(answer.headers, answered)
  const isUnpacked = answer.headers.has('content-encoding') // its length is then that of the compressed form
  if (isUnpacked) headers.delete('content-length')
  headers.set('content-security-policy', "default-src 'none'; sandbox")
  headers.set('x-content-type-options', 'nosniff')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** Forwarded request headers: those of the contract. Cookies and the page's origin are not sent. */
const sent = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'last-event-id',
  'if-match',
]
const answered = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-language',
  'etag',
  'link',
  'location',
  'retry-after',
  'x-request-id',
  'cache-control',
]

function pick(headers: Headers, names: string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}

async function consoleFile(folder: string, method: string, path: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405)
  const file = await readConsoleFile(folder, path)
  if (!file) return refusal(404)
  const headers = {
    'content-type': file.type,
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return new Response(method === 'HEAD' ? null : new Uint8Array(file.bytes), { headers })
}

function refusal(status: number): Response {
  return new Response(null, { status })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
