import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import type { Send } from './send.ts'

export interface RetryLimits {
  /** How long to wait in all, over every repetition of one request. */
  retryForMs: number
  /** Told before each wait. */
  tell(line: string): void
}

const firstWaitMs = 500
const longestWaitMs = 10_000

/**
 * Sends again what the service had no time for (429, 503), after the time that it names, and a reading that got no answer.
 * A write goes out with an `Idempotency-Key`, the same at each repetition; one that got no answer is not repeated, as it may
 * have been done. A login is never repeated. What is no answer of Coffer's ends the command in words.
 */
export function sendAgain(send: Send, { retryForMs, tell }: RetryLimits): Send {
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
      const why = outcome instanceof Response ? `answers ${outcome.status}` : 'does not answer'
      tell(`${host} ${why}: once more in ${Math.ceil(waitMs / 1000)} s`)
      if (outcome instanceof Response) await outcome.body?.cancel()
      await pause(waitMs)
    }
  }
}

/** What is kept for repetitions would also be kept of a session, or of a search's answer, which has no end. */
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

/** Null for what is not repeated. */
function waitAfter(outcome: Response | Error, method: string, attempt: number): number | null {
  const ownMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  if (!(outcome instanceof Response)) {
    const { code = '' } = outcome as NodeJS.ErrnoException
    const mayPass = code === 'ECONNREFUSED' || (method === 'GET' && /^(ECONNRESET|EPIPE|SILENT|EAI_AGAIN)$/.test(code))
    return mayPass ? ownMs : null
  }
  if (outcome.status !== 429 && outcome.status !== 503) return null
  const asked = Number(outcome.headers.get('retry-after') ?? NaN)
  return Number.isFinite(asked) ? Math.max(asked * 1000, ownMs) : ownMs
}

/** @throws CommandEnd when somebody else answers, or the service does not know the operation */
function knownAnswer(request: Request, answer: Response): Response {
  const { pathname, searchParams, origin } = new URL(request.url)
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status >= 300 && answer.status < 400) {
    const location = answer.headers.get('location') ?? ''
    throw new CommandEnd(exitCodes.notReached, message('service_redirects', { service: origin, location }))
  }
  if (type.startsWith('text/html') || (!answer.ok && !/^application\/(problem\+)?json/.test(type))) {
    const said = `${answer.status} ${answer.statusText}`.trim()
    throw new CommandEnd(exitCodes.notReached, message('not_coffer', { service: origin, answer: said }))
  }
  const isOfService = !searchParams.has('tenant') && !/[0-9a-f]{8}-/i.test(pathname)
  if (answer.status === 404 && isOfService && pathname !== '/api/reports/daily') {
    const operation = `${request.method} ${pathname}`
    throw new CommandEnd(exitCodes.notFound, message('operation_unknown', { operation }))
  }
  return answer
}
