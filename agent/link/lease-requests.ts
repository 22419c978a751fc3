import { type Backoff, repeat } from './backoff.ts'
import { callInOrder } from './batched-exchange.ts'
import type { BatchList, Exchange, SignedRequest } from './exchange.ts'
import type { HttpClient } from './http.ts'
import type { Numbers } from './request-counter.ts'
import { post, requireBody } from './service.ts'
import { Refused } from './transport-error.ts'

/** The lease of the requests and the keys of its envelope. */
export interface LinkedLease {
  tenantId: string
  agentId: string
  sessionId: string
  jobId: string
  leaseId: string
  reportKey: Buffer
  envelopePrivateKey: Uint8Array
}

export interface JobLinkSettings {
  exchange: Exchange
  http: HttpClient
  /** Of the session: its jobs share whether packs are sent through the service. */
  numbers: Pick<Numbers, 'isRelaying' | 'beginRelaying'>
  baseUrl: string
  /** Whether announced packs need an MD5. */
  packMd5: boolean
  lease: LinkedLease
  /** Aborted when the job must stop. Its result is still sent, until `resultSignal` is aborted. */
  signal: AbortSignal
  resultSignal: AbortSignal
  /** Called when the service reports that the lease is lost. */
  onLost: () => void
  /** For the agent's own log: which request is repeated, and why. */
  onTrouble: (line: string) => void
  backoff: Backoff
}

/** Timeouts of short requests, and of a result, which may take long to verify. */
export const timeouts = { askMs: 30_000, resultMs: 120_000 }

/** Sends the requests of one job: signed, under its lease, repeated until the service replies. */
export class LeaseRequests {
  readonly settings: JobLinkSettings
  readonly #path: string

  constructor(settings: JobLinkSettings) {
    this.settings = settings
    this.#path = `/api/agent/jobs/${settings.lease.jobId}`
  }

  /** @throws Refused; the reason with which `signal` was aborted */
  async post<T>(path: string, body: object, timeoutMs = timeouts.askMs, signal = this.settings.signal): Promise<T> {
    const request = { ...post(this.#path + path, this.underLease(body), timeoutMs), signal, batch: this.#batch(path) }
    return this.#repeat(async () => requireBody(await this.settings.exchange.call<T>(request)), signal)
  }

  /** As `post`, for a request whose answer has no body. */
  async send(method: 'POST' | 'PUT', path: string, body: Buffer, timeoutMs: number): Promise<void> {
    const { exchange, resultSignal } = this.settings
    const request = this.#request(method, path, body, timeoutMs)
    await this.#repeat(() => exchange.call(request), resultSignal)
  }

  /** Sends the last lines of the log and then the result, also if the lines are refused. Repeats both together. */
  async sendResult(log: Buffer | undefined, result: Buffer): Promise<void> {
    const { exchange, resultSignal } = this.settings
    const second = this.#request('PUT', '/result', result, timeouts.resultMs)
    if (!log) return this.#repeat(async () => void (await exchange.call(second)), resultSignal)
    const first = this.#request('POST', '/log', log, timeouts.askMs)
    await this.#repeat(async () => {
      const outcomes = await (exchange.callBoth?.(first, second) ?? callInOrder(exchange, [first, second]))
      const last = outcomes.at(-1)
      if (last?.status === 'rejected') throw last.reason
    }, resultSignal)
  }

  /** Sends a message once and ignores failures. */
  async tryPost(path: string, body: object): Promise<void> {
    const { exchange, signal } = this.settings
    const request = { ...post(this.#path + path, this.underLease(body), timeouts.askMs), signal }
    await exchange.call(request).catch(() => undefined)
  }

  async get<T>(path: string, query: Record<string, string>): Promise<T> {
    const { exchange, lease, signal } = this.settings
    const search = new URLSearchParams({ lease_id: lease.leaseId, ...query })
    const request = {
      method: 'GET' as const,
      path: `${this.#path}${path}?${search.toString()}`,
      timeoutMs: timeouts.askMs,
      signal,
    }
    return this.#repeat(async () => requireBody(await exchange.call<T>(request)), signal)
  }

  underLease<T extends object>(body: T) {
    return { lease_id: this.settings.lease.leaseId, ...body }
  }

  /** Returns a request that is still sent when the job must stop. */
  #request(method: 'POST' | 'PUT', path: string, body: Buffer, timeoutMs: number): SignedRequest {
    const signal = this.settings.resultSignal
    return { method, path: this.#path + path, body, timeoutMs, signal, batch: this.#batch(path) }
  }

  #batch(path: string): SignedRequest['batch'] {
    const list = batchLists[path]
    return list && { jobId: this.settings.lease.jobId, list }
  }

  async #repeat<T>(action: () => Promise<T>, until: AbortSignal): Promise<T> {
    const { lease, backoff, onTrouble, onLost } = this.settings
    const report = (error: Error) => onTrouble(`job ${lease.jobId}: ${error.message}; trying again`)
    try {
      return await repeat(action, backoff, until, report)
    } catch (error) {
      if (isLost(error)) onLost()
      throw error
    }
  }
}

/** Whether the service refused because this agent no longer holds the lease. */
export function isLost(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || endings.includes(error.code ?? ''))
}

/** The requests that may be sent in a batch, by the end of their path. */
const batchLists: Partial<Record<string, BatchList>> = {
  '/log': 'logs',
  '/artifacts/check': 'checks',
  '/packs': 'packs',
  '/packs/confirm': 'confirmations',
  '/result': 'results',
}

const endings = ['lease_lost', 'result_mismatch', 'session_ended', 'revoked']
