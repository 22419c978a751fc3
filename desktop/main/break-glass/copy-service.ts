import type { paths } from '../../../shared/contract/api-types.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { SavedConnection } from '../../bridge.ts'
import type { ReachServices } from '../reach-services.ts'

type Schemas = components['schemas']

/** A response of the service that is not the expected one, or none at all (`status` is then null). */
export class ServiceRefusal extends Error {
  readonly status: number | null
  /** The code of the problem; null without one. */
  readonly code: string | null
  readonly params: Record<string, unknown>

  constructor(status: number | null, problem: { code?: string; params?: Record<string, unknown> } = {}) {
    super(`the service answered ${status} ${problem.code ?? ''}`)
    this.status = status
    this.code = problem.code ?? null
    this.params = problem.params ?? {}
  }
}

/** Requests of a copy to its service. Each throws ServiceRefusal. */
export interface CopyService {
  contact(body: Schemas['BreakGlassContact']): Promise<Schemas['BreakGlassContactResult']>
  /** Returns a page of configurations, and the path of the next one; null after the last. */
  listPage(path: string): Promise<{ rows: Schemas['BreakGlassConfiguration'][]; next: string | null }>
  readContents(versionIds: string[]): Promise<Schemas['BreakGlassContent'][]>
  /** The path of the first page. */
  firstPage: string
}

export interface CopyServiceOptions {
  reach: Pick<ReachServices, 'fetch'>
  connection: SavedConnection
  copyId: string
  tenantId: string
  /** Null: only `contact` is used. */
  token: string | null
  /** Whether the schedule sends the requests: they do not extend an idle session. */
  isUnattended: boolean
  signal: AbortSignal
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const devicesOfPage = 50
/** Milliseconds without an answer after which the service counts as unreachable. */
const timeoutMs = 60_000
const maxWaitMs = 120_000
/** Times that a request over the rate limit is repeated. */
const maxRepeats = 20

export function createCopyService(options: CopyServiceOptions): CopyService {
  const { copyId, tenantId, token, isUnattended } = options
  const own: keyof paths = '/api/break-glass-copies/{copy_id}'
  const base = own.replace('{copy_id}', copyId)
  const query = `?tenant=${tenantId}`
  const asUser = new Headers({ authorization: `Bearer ${token ?? ''}` })
  if (isUnattended) asUser.set('x-coffer-unattended', '1')
  return {
    firstPage: `${base}/configurations${query}&limit=${devicesOfPage}`,
    async contact(body) {
      const response = await send(options, '/api/break-glass-contacts', new Headers(), body)
      return (await readJson(response)) as Schemas['BreakGlassContactResult']
    },
    async listPage(path) {
      const response = await send(options, path, asUser)
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
      const isOwn = next === null || next.startsWith(`${base}/configurations?`)
      if (!isOwn) throw new ServiceRefusal(response.status)
      return { rows: (await readJson(response)) as Schemas['BreakGlassConfiguration'][], next }
    },
    async readContents(versionIds) {
      const response = await send(options, `${base}/contents${query}`, asUser, { version_ids: versionIds })
      return (await readJson(response)) as Schemas['BreakGlassContent'][]
    },
  }
}

/** Sends a request, and repeats it if the rate limit requires a wait. */
async function send(options: CopyServiceOptions, path: string, own: Headers, body?: object): Promise<Response> {
  const { reach, connection, signal, wait } = options
  const headers = new Headers(own)
  if (body) headers.set('content-type', 'application/json')
  const encoded = body && new TextEncoder().encode(JSON.stringify(body)).buffer
  for (let left = maxRepeats; ; left -= 1) {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const request = { method: body ? 'POST' : 'GET', headers, body: encoded as ArrayBuffer | undefined, signal: ending }
    const response = await reach.fetch(connection, path, request).catch(() => {
      signal.throwIfAborted()
      throw new ServiceRefusal(null)
    })
    if (response.ok) return response
    const problem = await response.json().catch(() => ({}))
    if (response.status !== 429 || left === 0) throw new ServiceRefusal(response.status, problem)
    const seconds = Number(response.headers.get('retry-after')) || 5
    await wait(Math.min(seconds * 1000, maxWaitMs), signal)
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new ServiceRefusal(response.status)
  }
}
