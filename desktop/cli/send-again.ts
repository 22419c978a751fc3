import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Send } from './send.ts'

export interface RetryLimits {
  /** Milliseconds to wait in total, over all retries of one request. */
  retryForMs: number
  /** Called before each wait. */
  onWait(line: string): void
}

const firstWaitMs = 500
const longestWaitMs = 10_000

/**
 * Retries requests that the service rejected as busy (429, 503), after the time it specifies, and reads without a
 * response. A write has an `Idempotency-Key`, the same for each retry; one without a response is not retried, because
 * it may have been executed. A login is never retried. A response that is not Coffer's ends the command with a message.
 */
export function sendAgain(send: Send, { retryForMs, onWait }: RetryLimits): Send {
  return async (request) => {
    const { pathname, host } = new URL(request.url)
    if (isKeyed(request.method, pathname)) request.headers.set('idempotency-key', randomUUID())
    let left = pathname.startsWith('/api/auth/') ? 0 : retryForMs
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOf(send, request.clone())
      const waitMs = waitAfter(outcome, request.method, attempt)
      if (waitMs === null || waitMs > left) {
        if (outcome instanceof Response) return knownAnswer(request, outcome)
        throw outcome
      }
      left -= waitMs
      const why = outcome instanceof Response ? `responded ${outcome.status}` : 'did not respond'
      onWait(`${host} ${why}: retrying in ${Math.ceil(waitMs / 1000)} s`)
      if (outcome instanceof Response) await outcome.body?.cancel()
      await pause(waitMs)
    }
  }
}

/**
 * Returns whether a request has an idempotency key. Responses with sessions must not be stored, and those of searches
 * are unbounded.
 */
function isKeyed(method: string, pathname: string): boolean {
  return method !== 'GET' && !pathname.startsWith('/api/auth/') && pathname !== '/api/search'
}

async function attemptOf(send: Send, request: Request): Promise<Response | Error> {
  try {
    return await send(request)
  } catch (error) {
    return error as Error
  }
}

/** Returns the delay before a retry; null for no retry. */
function waitAfter(outcome: Response | Error, method: string, attempt: number): number | null {
  const ownMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  if (!(outcome instanceof Response)) {
    const { code = '' } = outcome as NodeJS.ErrnoException
    const mayPass = code === 'ECONNREFUSED' || (method === 'GET' && /^(ECONNRESET|EPIPE|SILENT|EAI_AGAIN)$/.test(code))
    return mayPass ? ownMs : null
  }
  if (outcome.status !== 429 && outcome.status !== 503) return null
  const retryAfter = Number(outcome.headers.get('retry-after') ?? NaN)
  return Number.isFinite(retryAfter) ? Math.max(retryAfter * 1000, ownMs) : ownMs
}

/** @throws CommandError if the response is not from Coffer, or the service does not know the operation */
function knownAnswer(request: Request, answer: Response): Response {
  const { pathname, searchParams, origin } = new URL(request.url)
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status >= 300 && answer.status < 400) {
    const location = answer.headers.get('location') ?? ''
    throw new CommandError(exitCodes.notReached, message('service_redirects', { service: origin, location }))
  }
  if (type.startsWith('text/html') || (!answer.ok && !/^application\/(problem\+)?json/.test(type))) {
    const statusLine = `${answer.status} ${answer.statusText}`.trim()
    throw new CommandError(exitCodes.notReached, message('not_coffer', { service: origin, answer: statusLine }))
  }
  const isOfService = !searchParams.has('tenant') && !/[0-9a-f]{8}-/i.test(pathname)
  if (answer.status === 404 && isOfService && pathname !== '/api/reports/daily') {
    const operation = `${request.method} ${pathname}`
    throw new CommandError(exitCodes.notFound, message('operation_unknown', { operation }))
  }
  return answer
}
