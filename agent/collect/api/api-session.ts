import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { AdviceMessage, StepMessage } from '../../../shared/messages/failure.ts'
import { mapTexts } from '../../../shared/messages/map-texts.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ApiRequest, RequestLimits, RequestsDescription } from '../../../shared/platforms/requests.ts'
import { createRedactor } from '../../../shared/redact/redact-secrets.ts'
import { DeviceFailure, type FailureFacts } from '../../device-failure.ts'
import { secretsOf, type JobSpec } from '../../job-spec.ts'
import { type HttpsAnswer, type HttpsRequest, type HttpsSession, withoutQuery } from '../../sessions/https.ts'
import { apiLogins } from './api-login.ts'
import type { RunLog } from '../captured.ts'
import type { CollectDependencies } from '../device-collector.ts'
import type { ApiLogin } from './login-context.ts'
import { openHttpsSession } from './https-path.ts'
import { credentialOf } from '../ssh-path.ts'

/** An authenticated session with a device's API. */
export interface ApiSession {
  /**
   * Sends a request with the login's headers. Renews an expired login, and repeats the request within the limits if the
   * device is busy.
   * @throws DeviceFailure auth_failed, device_busy, protocol_error for a redirect, and codes of the connection
   */
  ask(request: ApiRequest, step: StepMessage, maxBytes?: number): Promise<HttpsAnswer>
  /** Called after an answer that reports an expired login in its body. Returns whether to repeat the request. */
  renew(): Promise<boolean>
  /** The platform's advice for this code, if it has more specific advice than the code. */
  adviceFor(code: FailureCode): AdviceMessage | undefined
  /** Returns a failure with that advice. Secrets are masked in its quotes. */
  failure(code: FailureCode, facts: FailureFacts): DeviceFailure
  /**
   * Registers a request that removes something from the device, such as a file that is being created. It is sent at the
   * end of a run that stops before the cleanup.
   * @returns a function that cancels it
   */
  deferCleanup(request: ApiRequest): () => void
  readonly log: RunLog
  /** Masked in all messages and logs. Includes tokens issued by the device. */
  readonly secrets: readonly string[]
  /** Sends pending cleanup requests and logs out. Never rejects. */
  close(): Promise<void>
}

/** The parts of a platform's description that a session needs. */
export type TalkDescription = Pick<RequestsDescription, 'login' | 'limits' | 'advice'>

/**
 * Connects to the job's device, verifies its certificate and logs in if the platform requires it.
 * @throws DeviceFailure of the step that failed
 */
export async function openApiSession(
  job: JobSpec,
  api: TalkDescription,
  dependencies: CollectDependencies,
): Promise<ApiSession> {
  if (!job.addressApproved) await openHttpsSession(job, dependencies) // always throws
  return DeviceApi.open(job, api, dependencies)
}

type Send = (request: Omit<HttpsRequest, 'limits' | 'secrets'>, own?: Partial<RequestLimits>) => Promise<HttpsAnswer>

/** A session, its login, and what must still be removed from the device. */
class DeviceApi implements ApiSession {
  readonly log: RunLog
  readonly secrets: string[]
  readonly #job: JobSpec
  readonly #api: TalkDescription
  readonly #dependencies: CollectDependencies
  readonly #limits: RequestLimits
  readonly #cleanups = new Set<ApiRequest>()
  #session: HttpsSession
  #login: ApiLogin | undefined

  private constructor(job: JobSpec, api: TalkDescription, dependencies: CollectDependencies, session: HttpsSession) {
    this.#job = job
    this.#api = api
    this.#dependencies = dependencies
    this.#limits = { ...api.limits, ...dependencies.requestLimits }
    this.#session = session
    this.secrets = secretsOf(job)
    this.log = (level, line) => dependencies.log(level, mapTexts(line, createRedactor(this.secrets)))
  }

  static async open(job: JobSpec, api: TalkDescription, dependencies: CollectDependencies): Promise<DeviceApi> {
    const credential = credentialOf(job, 'api')
    const session = await openHttpsSession(job, dependencies)
    const opened = new DeviceApi(job, api, dependencies, session)
    let waitedMs = 0
    const pause = async () => {
      const { retryMs, busyMs } = opened.#limits
      if (waitedMs + retryMs > busyMs) return false
      await wait(retryMs, undefined, { signal: dependencies.signal })
      waitedMs += retryMs
      return true
    }
    opened.#login = await openLogin(session, () =>
      apiLogins[api.login]({
        credential,
        send: opened.#send,
        pause,
        addSecret: (value) => void (value !== '' && !opened.secrets.includes(value) && opened.secrets.push(value)),
      }),
    )
    return opened
  }

  async ask(request: ApiRequest, step: StepMessage, maxBytes?: number): Promise<HttpsAnswer> {
    let renewed = false
    let waitedMs = 0
    for (;;) {
      const answer = await this.#askOnce(request, step, maxBytes)
      const { status } = answer
      if (request.reads?.includes(status)) return answer
      const summary = `${status} to ${request.method} ${withoutQuery(request.path)}`
      if (status === 401) {
        answer.discard()
        if (renewed || !(await this.renew())) {
          throw this.failure('auth_failed', { step, expected: message('expected_credential_accepted'), seen: summary })
        }
        renewed = true
        continue
      }
      if (status >= 300 && status < 400) throw this.#redirected(answer, step, summary)
      if (!isBusy(status)) return answer
      answer.discard()
      waitedMs += await this.#waitWhileBusy(answer, step, summary, this.#limits.busyMs - waitedMs)
    }
  }

  renew(): Promise<boolean> {
    return this.#loggedIn().renew()
  }

  adviceFor(code: FailureCode): AdviceMessage | undefined {
    return this.#api.advice?.[code]
  }

  failure(code: FailureCode, facts: FailureFacts): DeviceFailure {
    return new DeviceFailure(code, { ...facts, advice: facts.advice ?? this.adviceFor(code) }, this.secrets)
  }

  deferCleanup(request: ApiRequest): () => void {
    this.#cleanups.add(request)
    return () => void this.#cleanups.delete(request)
  }

  async close(): Promise<void> {
    const login = this.#loggedIn()
    if (this.#dependencies.signal.aborted && (login.leavesBehind || this.#cleanups.size > 0))
      this.#session = (await openForGoodbye(this.#job, this.#dependencies)) ?? this.#session
    for (const request of this.#cleanups) await this.#cleanUp(request)
    await login.end()
    await this.#session.close()
  }

  readonly #send: Send = (request, own = {}) => {
    this.log('info', message('log_request_sent', { method: request.method, path: withoutQuery(request.path) }))
    return this.#session.send({ ...request, secrets: this.secrets, limits: { ...this.#limits, ...own } })
  }

  #loggedIn(): ApiLogin {
    if (!this.#login) throw new Error('used before the login')
    return this.#login
  }

  async #askOnce(request: ApiRequest, step: StepMessage, maxBytes?: number): Promise<HttpsAnswer> {
    const login = this.#loggedIn()
    const { method, path, headers, body, repeatable, idleMs = this.#limits.idleMs } = request
    const answer = await this.#send(
      { method, path, body, repeatable, step, headers: { ...headers, ...login.headers() } },
      {
        maxBytes: maxBytes ?? this.#limits.maxBytes,
        idleMs: this.#dependencies.requestLimits?.idleMs ?? idleMs,
      },
    )
    login.saw(answer)
    return answer
  }

  #redirected(answer: HttpsAnswer, step: StepMessage, summary: string): DeviceFailure {
    answer.discard()
    const seen = `${summary}, which leads to ${withoutQuery(answer.headers.location ?? 'nowhere')}`
    const facts = { step, expected: message('expected_answer'), seen, advice: message('advice_api_redirect') }
    return new DeviceFailure('protocol_error', facts, this.secrets)
  }

  /** Returns the milliseconds waited. @throws DeviceFailure device_busy if the wait would exceed `leftMs` */
  async #waitWhileBusy(answer: HttpsAnswer, step: StepMessage, summary: string, leftMs: number): Promise<number> {
    const { now, signal } = this.#dependencies
    const pauseMs = Math.max(retryAfterMs(answer, now()) ?? 0, this.#limits.retryMs)
    const seen = busyWords(summary, answer)
    if (pauseMs > leftMs) throw this.failure('device_busy', { step, expected: message('expected_answer'), seen })
    this.log('warn', message('log_response_repeated', { seen, pause: pauseMs / 1000 }))
    await wait(pauseMs, undefined, { signal })
    return pauseMs
  }

  async #cleanUp(request: ApiRequest): Promise<void> {
    try {
      const answer = await this.#askOnce(request, message('step_undoing_stopped_run'))
      answer.discard()
    } catch (error) {
      const { method, path } = request
      const reason = (error as Error).message
      this.log('warn', message('log_request_failed', { method, path: withoutQuery(path), error: reason }))
    }
  }
}

/** Opens a short connection for cleanup: a stopped run has no connection left. */
async function openForGoodbye(job: JobSpec, dependencies: CollectDependencies): Promise<HttpsSession | undefined> {
  try {
    return await openHttpsSession(job, { ...dependencies, signal: AbortSignal.timeout(goodbyeMs), onStep: undefined })
  } catch {
    return undefined
  }
}

const goodbyeMs = 3_000

async function openLogin<T>(session: HttpsSession, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (failure) {
    await session.close()
    throw failure
  }
}

/** Too many requests, or a web server whose backend is starting. */
function isBusy(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

function busyWords(summary: string, { headers }: HttpsAnswer): string {
  const after = headers['retry-after']
  return after === undefined ? summary : `${summary}, Retry-After ${after}`
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfterMs({ headers }: HttpsAnswer, now: Date): number | undefined {
  const after = headers['retry-after']?.trim()
  if (after === undefined) return undefined
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1000
  const at = Date.parse(after)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
