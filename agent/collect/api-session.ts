import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { AdviceMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { ApiRequest, RequestLimits, RequestsDescription } from '../../shared/platforms/requests.ts'
import { blankSecrets } from '../../shared/redact/blank-secrets.ts'
import { DeviceFailure, type FailureFacts } from '../device-failure.ts'
import { secretsOf, type JobSpec } from '../job-spec.ts'
import { type HttpsAnswer, type HttpsRequest, type HttpsSession, withoutQuery } from '../sessions/https.ts'
import { apiLogins } from './api-login.ts'
import type { RunLog } from './captured.ts'
import type { CollectDependencies } from './device-collector.ts'
import { openHttpsSession } from './https-path.ts'
import { credentialOf } from './ssh-path.ts'

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
  const credential = credentialOf(job, 'api')
  const limits: RequestLimits = { ...api.limits, ...dependencies.requestLimits }
  const secrets = secretsOf(job)
  const log: RunLog = (level, line) => dependencies.log(level, blankSecrets(line, secrets))
  let session = await openHttpsSession(job, dependencies)

  const send = (request: Omit<HttpsRequest, 'limits' | 'secrets'>, own: Partial<RequestLimits> = {}) => {
    log('info', `${request.method} ${withoutQuery(request.path)}`)
    return session.send({ ...request, secrets, limits: { ...limits, ...own } })
  }
  const failure: ApiSession['failure'] = (code, facts) =>
    new DeviceFailure(code, { ...facts, advice: facts.advice ?? api.advice?.[code] }, secrets)

  let loginWaitedMs = 0
  const login = await openLogin(session, () =>
    apiLogins[api.login]({
      credential,
      send,
      async pause() {
        if (loginWaitedMs + limits.retryMs > limits.busyMs) return false
        await wait(limits.retryMs, undefined, { signal: dependencies.signal })
        loginWaitedMs += limits.retryMs
        return true
      },
      addSecret: (value) => void (value !== '' && !secrets.includes(value) && secrets.push(value)),
    }),
  )

  async function askOnce(request: ApiRequest, step: StepMessage, maxBytes?: number): Promise<HttpsAnswer> {
    const { method, path, headers, body, repeatable, idleMs = limits.idleMs } = request
    const answer = await send(
      { method, path, body, repeatable, step, headers: { ...headers, ...login.headers() } },
      { maxBytes: maxBytes ?? limits.maxBytes, idleMs: dependencies.requestLimits?.idleMs ?? idleMs },
    )
    login.saw(answer)
    return answer
  }

  async function ask(request: ApiRequest, step: StepMessage, maxBytes?: number): Promise<HttpsAnswer> {
    let renewed = false
    let waitedMs = 0
    for (;;) {
      const answer = await askOnce(request, step, maxBytes)
      const { status } = answer
      if (request.reads?.includes(status)) return answer
      const summary = `${status} to ${request.method} ${withoutQuery(request.path)}`
      if (status === 401) {
        answer.discard()
        if (renewed || !(await login.renew())) {
          throw failure('auth_failed', { step, expected: message('expected_credential_accepted'), seen: summary })
        }
        renewed = true
        continue
      }
      if (status >= 300 && status < 400) {
        answer.discard()
        const seen = `${summary}, which leads to ${withoutQuery(answer.headers.location ?? 'nowhere')}`
        const advice = message('advice_api_redirect')
        throw new DeviceFailure('protocol_error', { step, expected: message('expected_answer'), seen, advice }, secrets)
      }
      if (!isBusy(status)) return answer
      answer.discard()
      const leftMs = limits.busyMs - waitedMs
      const pauseMs = Math.max(retryAfterMs(answer, dependencies.now()) ?? 0, limits.retryMs)
      if (pauseMs > leftMs)
        throw failure('device_busy', { step, expected: message('expected_answer'), seen: busyWords(summary, answer) })
      log('warn', `${busyWords(summary, answer)}; once more in ${pauseMs / 1000} s`)
      await wait(pauseMs, undefined, { signal: dependencies.signal })
      waitedMs += pauseMs
    }
  }

  const pendingReplies = new Set<ApiRequest>()

  async function pay(): Promise<void> {
    for (const request of pendingReplies) {
      try {
        const answer = await askOnce(request, message('step_undoing_stopped_run'))
        answer.discard()
      } catch (error) {
        log('warn', `${request.method} ${withoutQuery(request.path)} could not be sent: ${(error as Error).message}`)
      }
    }
  }

  return {
    ask,
    deferCleanup(request) {
      pendingReplies.add(request)
      return () => void pendingReplies.delete(request)
    },
    renew: () => login.renew(),
    adviceFor: (code) => api.advice?.[code],
    failure,
    log,
    secrets,
    async close() {
      if (dependencies.signal.aborted && (login.leavesBehind || pendingReplies.size > 0))
        session = (await openForGoodbye(job, dependencies)) ?? session
      await pay()
      await login.end()
      await session.close()
    },
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
