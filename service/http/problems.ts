import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { components } from '../../shared/contract/api-types.ts'
import { type ProblemCode, Refusal, type RefusalFields, incoherent, keysDestroyed } from '../domain/refusal.ts'
import { KeysDestroyed } from '../keys/keyring.ts'
import { DatabaseUnavailable, asDatabaseUnavailable } from '../store/database-unavailable.ts'
import { TaskStopped } from '../workers/task-stopped.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { hasBody, missingBody } from './bodies.ts'
import { unsupportedType } from './unsupported-type.ts'

type Problem = components['schemas']['Problem']

/** What the contract's validator throws: 400 with one entry for each place, or 404, 405, 413, 415. */
interface ValidatorError {
  status: number
  message: string
  headers?: Record<string, string>
  errors?: { path: string; message: string; errorCode?: string }[]
}

/** How many fields one answer names: a body may be wrong in as many places as it has. */
const mostErrors = 50

/** No path of the contract, of the console or of the pages. */
export const unknownPath: RequestHandler = () => {
  throw noSuchPath()
}

/** A known path without this method tells which ones it has (RFC 9110, section 15.5.6); OPTIONS asks for nothing else. */
export const tellMethods: ErrorRequestHandler = (error, req, res, next) => {
  const methods = isValidatorError(error) && error.status === 405 && error.headers?.['Allow']
  if (!methods) return next(error)
  res.set('Allow', `${methods.replace(/\bGET\b/, 'GET, HEAD')}, OPTIONS`)
  if (req.method !== 'OPTIONS') return next(error)
  res.status(204).end()
}

/**
 * Writes every error as RFC 9457. What is not a refusal is logged with its request id, and nothing of it is told. The
 * lookups before a scope know of the database's absence by the driver's own error.
 */
export function createProblems(): ErrorRequestHandler {
  const logUnavailable = createUnavailableLog(() => performance.now())
  return (thrown, req, res, next) => {
    const error = asDatabaseUnavailable(req.handlerFault ?? thrown)
    if (res.headersSent) {
      req.log.warn({ err: error }, 'an answer broke off')
      res.destroy()
      return next()
    }
    // the disk is full, a name is not found: nobody but us is told
    if (error instanceof DatabaseUnavailable) logUnavailable(req.log, error.message)
    if (error instanceof StoreUnreachable) req.log.warn(error.message)
    send(res, req.id, asRefusal(error, req) ?? unexpected(error, req))
  }
}

/**
 * Agents and people ask many times a second while a database is away: one line at first and one a minute, with the number
 * of requests since the last one.
 */
function createUnavailableLog(now: () => number): (log: Request['log'], message: string) => void {
  let loggedAt = -Infinity
  let requests = 0
  return (log, message) => {
    requests += 1
    if (now() - loggedAt < unavailableEveryMs) return
    log.warn({ requests }, message)
    loggedAt = now()
    requests = 0
  }
}

const unavailableEveryMs = 60_000

function send(res: Response, requestId: string, refusal: Refusal) {
  const { status, title, message, fields } = refusal
  const problem: Problem = {
    type: `urn:coffer:problem:${title.toLowerCase().replaceAll(' ', '-')}`,
    title,
    status,
    ...(message && { detail: message }),
    ...fields,
    request_id: requestId,
  }
  if (fields.retry_after_seconds !== undefined) res.set('Retry-After', String(fields.retry_after_seconds))
  if (status === 401) res.set('WWW-Authenticate', 'Bearer')
  res.status(status).type('application/problem+json').send(JSON.stringify(problem))
}

/**
 * Returns what an error is answered with, or undefined for an error of ours. A body that could not be read is told as
 * that, not as the field that the validator misses in it.
 */
export function asRefusal(error: unknown, req: Request): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable) {
    const detail = error.reason === 'database_read_only' ? readOnlyDetail : 'The database does not answer.'
    return unavailable(detail, 'database_unavailable', { cause: error.reason })
  }
  if (error instanceof StoreUnreachable) return unavailable('The object store does not answer.', 'store_unreachable')
  if (error instanceof KeysDestroyed) return keysDestroyed()
  if (error instanceof TaskStopped) return unavailable(`The work was stopped: ${error.message}.`, error.reason)
  if (isBrokenForm(error)) return incoherent('The body is no whole form of multipart/form-data.')
  if (isValidatorError(error)) {
    if (error.status === 415 && !hasBody(req)) return missingBody()
    return (error.status === 400 && req.bodyFault) || unknownLevel(error, req) || fromValidator(error)
  }
  return undefined
}

function unavailable(detail: string, code: ProblemCode, more: Pick<RefusalFields, 'cause'> = {}) {
  return new Refusal(503, 'Not available now', detail, { code, ...more, retry_after_seconds: 5 })
}

const readOnlyDetail =
  'The database takes no changes now: it is read-only. An operator of the service has to connect it to a writable one.'

function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
}

/** What the reader of forms says of bytes that are none; the validator makes a 500 of it. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && /^(Unexpected end of form|Malformed (part header|content type))/.test(error.message)
}

function fromValidator(error: ValidatorError): Refusal {
  switch (error.status) {
    case 401:
      return new Refusal(401, 'Not logged in', 'The request says nothing of who asks.')
    case 404:
      return noSuchPath()
    case 405:
      return new Refusal(405, 'Method not allowed', 'This path has other methods, which Allow tells.')
    case 413:
      return new Refusal(413, 'Too large', 'The request body is larger than this operation takes.')
    case 415:
      return unsupportedType('The operation takes no body of this Content-Type.')
    default: {
      const errors = (error.errors ?? [])
        .slice(0, mostErrors)
        .map(({ path, message }) => ({ path: fieldOf(path), message }))
      const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ') || error.message
      return new Refusal(422, 'A value was refused', detail, { errors })
    }
  }
}

/** A cascade level that there is not is 400 by the specification, before the domain is asked. */
function unknownLevel({ errors = [] }: ValidatorError, req: Request): Refusal | undefined {
  const ofLevel = errors.find(({ path }) => path === '/params/level')
  if (!ofLevel) return undefined
  const known = ofLevel.message.replace(/^.*: /, '')
  return incoherent(
    `Unknown cascade level '${String(req.openapi?.pathParams['level']).slice(0, 40)}': it is one of ${known}.`,
  )
}

/** `/body/options/paths/0` and `/query/limit` as `options.paths.0` and `limit`. */
function fieldOf(pointer: string): string {
  return pointer.replace(/^\/(body|query|params|headers)\/?/, '').replaceAll('/', '.') || 'body'
}

/** 404 of a request that no operation is for; that of an object outside the caller's scope is `notFound`. */
function noSuchPath(): Refusal {
  const detail = 'The API has no such path. Its operations are listed at /api/docs.'
  return new Refusal(404, 'Not found', detail, { code: 'unknown_path' })
}

function unexpected(error: unknown, { id, log }: Pick<Request, 'id' | 'log'>): Refusal {
  log.error({ err: error }, 'a request failed')
  return new Refusal(500, 'Our mistake', `Something went wrong here; the log knows it as ${id}.`)
}
