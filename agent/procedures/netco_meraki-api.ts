import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '../../shared/contract/failures.ts'
import { defaultAdvice } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { merakiDomains } from '../../shared/platforms/netco_meraki.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import { tlsTimeouts } from '../collect/api/https-path.ts'
import type { RunLog } from '../collect/captured.ts'
import type { ConnectionStep } from '../collect/device-collector.ts'
import { DeviceFailure } from '../device-failure.ts'
import { openHttps, withoutQuery, type HttpsAnswer, type HttpsSession } from '../sessions/https.ts'
import type { CloudAccess } from './cloud-access.ts'
import { linkTo } from './link-header.ts'

/** The API's answer to one path, with all its pages. */
export type MerakiAnswer =
  | { kind: 'data'; value: unknown }
  /** 4xx except 401, with the API's error texts. */
  | { kind: 'refused'; status: number; errors: string[] }
  /** No usable answer in any attempt. */
  | { kind: 'failed'; code: FailureCode; seen: string }

/** The Dashboard API v1, used with one key. */
export interface MerakiApi {
  /**
   * @param organisation whose rate limit the request counts against; '' if unknown
   * @throws DeviceFailure auth_failed; tls_untrusted; protocol_error for a redirect to a host that is not the vendor's
   */
  get(path: string, organisation: string): Promise<MerakiAnswer>
  /** Number of requests sent. */
  requests(): number
  close(): Promise<void>
}

export interface MerakiContext {
  token: string
  cloud: CloudAccess
  /** SHA-256 in hex pairs of the only trusted certificate. */
  pin?: string
  acceptsAny: boolean
  limits: RequestLimits
  log: RunLog
  signal: AbortSignal
  now: () => Date
  onStep?: (step: ConnectionStep) => void
}

/** Attempts for one page, as many as in the vendor's client (dashboard-api-python, meraki/config.py). */
const tries = 5
const maxPages = 1_000
const maxRedirects = 5

/** Maximum number of pauses in a run, of minutes each, for temporary conditions. */
const maxShortWaits = 8

/** The format required of applications: name, version, vendor (documentation of the Dashboard API, "User-Agent"). */
const userAgent = 'Coffer/1.0 Coffer'

const step = message('step_asking_cloud')

/**
 * Connects and reads the key's owner. The API returns 404 for a wrong key if the path contains an id; after this check,
 * 404 means "not found".
 * @throws DeviceFailure of the connection, or auth_failed
 */
export async function openMerakiApi(context: MerakiContext): Promise<MerakiApi> {
  const client = new MerakiClient(context)
  try {
    await client.checkKey()
    return client
  } catch (failure) {
    await client.close()
    throw failure
  }
}

/** The client of one run: one connection per host, and the shards of organisations learned from redirects. */
class MerakiClient implements MerakiApi {
  readonly #context: MerakiContext
  readonly #secrets: readonly string[]
  readonly #base: URL
  readonly #sessions = new Map<string, HttpsSession>()
  readonly #bases = new Map<string, string>()
  #count = 0
  #shortWaits = maxShortWaits
  #onStep: MerakiContext['onStep']

  constructor(context: MerakiContext) {
    this.#context = context
    this.#secrets = [context.token]
    this.#base = new URL(context.cloud.baseUrl)
    this.#onStep = context.onStep
  }

  /** @throws DeviceFailure auth_failed, and codes of the connection */
  async checkKey(): Promise<void> {
    const owner = await this.get('/administered/identities/me', '')
    if (owner.kind === 'refused') throw this.#refusedKey([`${owner.status}`, ...owner.errors].join(': '))
    if (owner.kind === 'failed') {
      const facts = { step, expected: message('expected_answer'), seen: owner.seen }
      throw new DeviceFailure(owner.code, facts, this.#secrets)
    }
    this.#context.onStep?.('login')
  }

  requests(): number {
    return this.#count
  }

  async get(path: string, organisation: string): Promise<MerakiAnswer> {
    let url = new URL((this.#bases.get(organisation) ?? this.#bases.get('') ?? this.#context.cloud.baseUrl) + path)
    const pages: unknown[] = []
    const requestedUrls = new Set<string>()
    for (;;) {
      requestedUrls.add(url.href)
      const got = await this.#page(path, url, organisation)
      if (got.kind !== 'page') return got
      pages.push(got.value)
      if (got.next === undefined) return { kind: 'data', value: joined(pages) }
      const next = this.#allowed(got.next, url)
      if (requestedUrls.has(next.href) || pages.length === maxPages) {
        return {
          kind: 'failed',
          code: 'protocol_error',
          seen: `page ${pages.length + 1} leads back, or there is no end`,
        }
      }
      url = next
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
  }

  async #sessionTo({ host, hostname, port }: URL): Promise<HttpsSession> {
    const known = this.#sessions.get(host)
    if (known) return known
    const { pin, acceptsAny } = this.#context
    const session = await openHttps(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? 443 : Number(port),
        legacyAlgorithms: false,
        timeouts: this.#context.cloud.tlsTimeouts ?? tlsTimeouts,
        onStep: (name) => this.#onStep?.(name),
        trust: {
          pin,
          acceptsAny,
          approved: [],
          authorities: this.#context.cloud.authorities,
          checkFingerprint: refuseUnknown,
        },
      },
      this.#context.signal,
    )
    this.#onStep = undefined // only for the first host
    const { certificate, trusted } = session.facts
    const { fingerprint } = certificate
    this.#context.log('info', message('log_dashboard_connected', { host, fingerprint, reason: trusted }))
    this.#sessions.set(host, session)
    return session
  }

  /** Follows redirects and remembers an organisation's shard. */
  async #ask(path: string, first: URL, organisation: string): Promise<HttpsAnswer> {
    for (let url = first, hop = 0; ; hop++) {
      await this.#context.cloud.takeTurn(organisation, this.#context.signal)
      this.#count += 1
      const session = await this.#sessionTo(url)
      const answer = await session.send({
        method: 'GET',
        path: url.pathname + url.search,
        headers: {
          authorization: `Bearer ${this.#context.token}`,
          accept: 'application/json',
          'user-agent': userAgent,
        },
        repeatable: true,
        step,
        limits: this.#context.limits,
        secrets: this.#secrets,
      })
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return answer
      answer.discard()
      if (hop === maxRedirects) throw this.#strayed(`${maxRedirects} redirects, one after the other`)
      url = this.#allowed(answer.headers.location, url)
      const ownPath = withoutQuery(path)
      if (url.pathname.endsWith(ownPath))
        this.#bases.set(organisation, url.origin + url.pathname.slice(0, -ownPath.length))
    }
  }

  /** @throws DeviceFailure protocol_error: the key is sent to no other host */
  #allowed(location: string | undefined, from: URL): URL {
    const url = location === undefined ? null : URL.parse(location, from)
    if (!url) throw this.#strayed('a way on without an address')
    const isVendors = merakiDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
    const isKnown = url.host === this.#base.host || this.#context.cloud.allowedHosts.includes(url.host)
    const isPlain = url.protocol !== 'https:' || url.username !== '' || url.password !== ''
    if (isPlain || !(isKnown || (isVendors && url.port === ''))) throw this.#strayed(`a way on to ${url.origin}`)
    return url
  }

  #strayed(seen: string): DeviceFailure {
    return new DeviceFailure(
      'protocol_error',
      { step, expected: message('expected_redirect_to_vendor'), seen, advice },
      this.#secrets,
    )
  }

  /** Reads one page, with retries. */
  async #page(path: string, url: URL, organisation: string): Promise<Page> {
    const { cloud, limits, log, signal } = this.#context
    let failed: Extract<MerakiAnswer, { kind: 'failed' }> | undefined
    for (let attempt = 1; attempt <= tries; attempt++) {
      const outcome = await this.#attemptPage(path, url, organisation)
      if (outcome.kind !== 'again') return outcome
      failed = { kind: 'failed', code: outcome.code, seen: outcome.seen }
      if (attempt === tries) break
      if (outcome.busyTimes !== undefined && this.#shortWaits-- <= 0) break
      const pauseMs = outcome.busyTimes
        ? outcome.busyTimes * limits.busyMs
        : Math.min(outcome.afterMs ?? backoffMs(attempt, limits.retryMs), limits.busyMs)
      const pause = Math.round(pauseMs) / 1000
      log('warn', message('log_request_repeated', { path: withoutQuery(path), seen: outcome.seen, pause }))
      if (outcome.isRate) await cloud.holdBack(organisation, pauseMs)
      else await wait(pauseMs, undefined, { signal })
    }
    return failed ?? { kind: 'failed', code: 'request_failed', seen: 'no answer' }
  }

  async #attemptPage(path: string, url: URL, organisation: string): Promise<Page | Again> {
    try {
      const answer = await this.#ask(path, url, organisation)
      const { status, headers } = answer
      const body = await textOf(answer)
      const seen = [`${status}`, ...(status >= 400 ? errorsIn(body) : [])].join(': ')
      if (status === 429)
        return {
          kind: 'again',
          code: 'device_busy',
          seen,
          afterMs: retryAfterMs(headers, this.#context.now()),
          isRate: true,
        }
      if (status >= 500) return { kind: 'again', code: 'request_failed', seen: withRequestId(seen, headers) }
      if (status === 401) throw this.#refusedKey(seen)
      const busyTimes = status === 400 ? timesUntilPast(errorsIn(body)) : undefined
      if (busyTimes !== undefined) return { kind: 'again', code: 'device_busy', seen, busyTimes }
      if (status === 204) return { kind: 'page', value: null, next: undefined }
      if (status >= 400) return { kind: 'refused', status, errors: errorsIn(body) }
      if (status !== 200) return { kind: 'failed', code: 'protocol_error', seen }
      const value = parsed(body)
      // a known temporary condition (dashboard-api-python, meraki/session)
      if (value === undefined) return { kind: 'again', code: 'protocol_error', seen: '200 with a body that is no JSON' }
      return { kind: 'page', value, next: linkTo('next', linesOf(headers['link'])) }
    } catch (error) {
      this.#context.signal.throwIfAborted()
      if (!(error instanceof DeviceFailure) || !passing.includes(error.code)) throw error
      return { kind: 'again', code: error.code, seen: error.seen ?? error.message }
    }
  }

  #refusedKey(seen: string): DeviceFailure {
    const advice = message('advice_cloud_key')
    return new DeviceFailure(
      'auth_failed',
      { step, expected: message('expected_api_accepts_key'), seen, advice },
      this.#secrets,
    )
  }
}

function backoffMs(attempt: number, retryMs: number): number {
  return retryMs * 2 ** (attempt - 1) * (1 + Math.random() / 4)
}

type Page =
  { kind: 'page'; value: unknown; next: string | undefined } | Extract<MerakiAnswer, { kind: 'refused' | 'failed' }>

interface Again {
  kind: 'again'
  code: FailureCode
  seen: string
  afterMs?: number
  /** The pause, as a multiple of the longest regular pause. */
  busyTimes?: number
  /** Caused by the rate limit: all requests to the organisation wait. */
  isRate?: boolean
}

/** Network failures that justify a retry. */
const passing: readonly FailureCode[] = [
  'connection_lost',
  'connection_timeout',
  'connection_refused',
  'host_unreachable',
  'dns_failure',
  'prompt_timeout',
]

const advice = message('advice_cloud_hosts')

/** Users do not approve certificates of a cloud: they must validate or be pinned. */
function refuseUnknown(): Promise<never> {
  throw new DeviceFailure('tls_untrusted', {
    step: message('step_checking_cloud_certificate'),
    expected: message('expected_certificate_valid'),
    seen: 'one that does not',
    advice: message('advice_and', { first: defaultAdvice('tls_untrusted'), second: message('advice_cloud_tls_proxy') }),
  })
}

/**
 * Returns how long to pause for a 400 that means concurrent changes: batches of actions (one minute) or networks being
 * deleted (four) (dashboard-api-python, meraki/session and meraki/config.py).
 */
function timesUntilPast(errors: string[]): number | undefined {
  const text = errors.join(' ')
  if (/concurrent requests to delete/i.test(text)) return 4
  return /concurrent(?:ly)? (?:executing )?(?:action )?batches/i.test(text) ? 1 : undefined
}

async function textOf(answer: HttpsAnswer): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer.body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Parses `{"errors": ["…"]}`; returns an empty list for other bodies, such as a proxy's page. */
function errorsIn(body: string): string[] {
  const value = parsed(body)
  if (typeof value !== 'object' || value === null || !('errors' in value) || !Array.isArray(value.errors)) return []
  return value.errors.filter((one): one is string => typeof one === 'string').map((one) => one.slice(0, 200))
}

/** Joins pages. Lists have pages, newer ones as `items` of an object with `meta`; any other value is one page. */
function joined(pages: unknown[]): unknown {
  const lists = pages.filter((one) => one !== null).map(listOf)
  if (lists.length === 0) return null
  return lists.every((list) => list !== undefined) ? lists.flat() : pages[0]
}

function listOf(page: unknown): unknown[] | undefined {
  if (Array.isArray(page)) return page
  if (typeof page !== 'object' || page === null || !('items' in page) || !('meta' in page)) return undefined
  return Array.isArray(page.items) ? page.items : undefined
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfterMs(headers: HttpsAnswer['headers'], now: Date): number | undefined {
  const after = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1000
  const at = Date.parse(after)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

function withRequestId(seen: string, headers: HttpsAnswer['headers']): string {
  const id = linesOf(headers['x-request-id'])
  return id === undefined ? seen : `${seen}, X-Request-Id ${id}`
}

function linesOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
