import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { components } from '../../shared/contract/api-types.ts'
import type { FieldErrorCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'
import type { Locale } from '../../shared/messages/create-renderer.ts'
import { titleOfStatus } from '../../shared/contract/problems.ts'
import { ScimRefused } from '../domain/inventory/scim/scim-refused.ts'
import { DomainError, invalidFields } from '../domain/kernel/domain-error.ts'
import { schemaError } from '../domain/kernel/schema-error.ts'
import { KeysDestroyed } from '../keys/keyring.ts'
import { DatabaseUnavailable, asDatabaseUnavailable } from '../store/database-unavailable.ts'
import { TaskStopped } from '../workers/task-stopped.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { withoutToken } from './authenticate.ts'
import { isScimPath, sendScimError } from './scim-errors.ts'
import { hasBody, missingBody, tableBytes } from './bodies.ts'
import { localeOf } from './locale.ts'
import { withoutOtherAlternatives } from './errors-of-alternatives.ts'
import { queryParameters } from './query-parameters.ts'
import type { ValidatorFieldError } from './validator-errors.ts'
import { presentFieldErrors } from './present/field-errors.ts'
import { presentDocumentErrors } from './present/platform-document.ts'

type Problem = components['schemas']['Problem']

/** Errors of the contract's validator: 400 with one entry for each field, or 404, 405, 413, 415. */
interface ValidatorError {
  status: number
  message: string
  headers?: Record<string, string>
  errors?: ValidatorFieldError[]
}

/** Maximum number of field errors in a response: a body may have an error in each of its fields. */
const mostErrors = 50

/** Rejects paths that neither the contract nor the static sites contain. */
export const unknownPath: RequestHandler = () => {
  throw new DomainError('unknown_path')
}

/** Sets `Allow` for a method that the path does not support (RFC 9110, section 15.5.6), and for OPTIONS. */
export const sendAllow: ErrorRequestHandler = (error, req, res, next) => {
  const methods = isValidatorError(error) && error.status === 405 && error.headers?.['Allow']
  if (!methods) return next(error)
  res.set('Allow', `${methods.replace(/\bGET\b/, 'GET, HEAD')}, OPTIONS`)
  if (req.method !== 'OPTIONS') return next(error)
  res.status(204).end()
}

/**
 * Writes every error as an RFC 9457 problem. An unexpected error is logged with its request id and none of its details
 * are returned. Look-ups before a scope report an unavailable database by the driver's own error.
 */
export function createProblems(): ErrorRequestHandler {
  const logUnavailable = createUnavailableLog(() => performance.now())
  return (thrown, req, res, next) => {
    const error = asDatabaseUnavailable(req.handlerFault ?? thrown)
    if (res.headersSent) {
      req.log.warn({ err: error }, 'response aborted')
      res.destroy()
      return next()
    }
    // a full disk or a failed name resolution: only the log has the reason
    if (error instanceof DatabaseUnavailable) logUnavailable(req.log, error.message)
    if (error instanceof StoreUnreachable) req.log.warn(error.message)
    if (error instanceof ScimRefused) return sendScimError(res, error)
    send(req, res, asDomainError(error, req) ?? unexpected(error, req))
  }
}

/** Returns the problem of an error of one request of a batch. An unexpected error is logged, as for a request alone. */
export function problemOf(thrown: unknown, req: Request): Problem {
  const error = asDatabaseUnavailable(thrown)
  return presentProblem(asDomainError(error, req) ?? unexpected(error, req), localeOf(req), req.id)
}

/**
 * Limits log lines while a database is unavailable, because clients send many requests a second. It writes one line at
 * first, then one a minute with the number of requests since.
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

function send(req: Request, res: Response, error: DomainError) {
  const { status, fields } = error
  if (fields.retry_after_seconds !== undefined) res.set('Retry-After', String(fields.retry_after_seconds))
  if (status === 401) res.set('WWW-Authenticate', 'Bearer')
  if (isScimPath(req.path)) return sendScimError(res, error)
  const locale = localeOf(req)
  res.set('Content-Language', locale).vary('Accept-Language')
  res
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify(presentProblem(error, locale, req.id)))
}

/** Returns the problem of a domain error, with sentences in the given locale. */
function presentProblem(error: DomainError, locale: Locale, requestId: string): Problem {
  const { status, fields } = error
  const { code, params } = error
  const errors = presentFieldErrors(error.fieldErrors, locale)
  return {
    type: `urn:coffer:problem:${code}`,
    title: render(message(titleOfStatus(status)), locale),
    status,
    detail: errors.map((one) => `${one.path}: ${one.message}`).join('; ') || render({ code, params }, locale),
    ...fields,
    code,
    params,
    ...(errors.length > 0 && { errors }),
    ...(error.documentErrors.length > 0 && {
      document_errors: presentDocumentErrors(error.documentErrors, locale),
    }),
    request_id: requestId,
  }
}

/**
 * Returns the domain error for an error; undefined for an unexpected one. An unreadable body is reported as such, not
 * as the field that the validator misses.
 */
export function asDomainError(error: unknown, req: Request): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (error instanceof DatabaseUnavailable) {
    return new DomainError(
      'database_unavailable',
      { cause: error.reason },
      { cause: error.reason, retry_after_seconds: retrySeconds },
    )
  }
  if (error instanceof StoreUnreachable) {
    return new DomainError('store_unreachable', {}, { retry_after_seconds: retrySeconds })
  }
  if (error instanceof KeysDestroyed) return new DomainError('keys_destroyed')
  if (error instanceof TaskStopped) {
    return new DomainError(error.reason, {}, { retry_after_seconds: retrySeconds })
  }
  if (isBrokenForm(error)) return new DomainError('multipart_incomplete')
  if (isValidatorError(error)) {
    if (error.status === 415 && !hasBody(req)) return missingBody()
    return (error.status === 400 && req.bodyFault) || unknownLevel(error, req) || fromValidator(error, req)
  }
  return undefined
}

const retrySeconds = 5

function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
}

/** Returns whether the form parser rejected the body. The validator reports that as status 500. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && /^(Unexpected end of form|Malformed (part header|content type))/.test(error.message)
}

function fromValidator(error: ValidatorError, req: Request): DomainError {
  switch (error.status) {
    case 401:
      return withoutToken(req)
    case 404:
      return new DomainError('unknown_path')
    case 405:
      return new DomainError('method_not_allowed')
    case 413:
      return new DomainError('body_too_large', { limit: tableBytes }, { limit_bytes: tableBytes })
    case 415:
      return new DomainError('content_type_unsupported')
    default:
      return invalidFields(
        withoutOtherAlternatives(error.errors ?? [])
          .slice(0, mostErrors)
          .map((error) => ({ path: fieldOf(error.path), error: errorOf(error, req) })),
      )
  }
}

/** Returns the error for an unknown cascade level. The specification requires status 400, before the domain runs. */
function unknownLevel({ errors = [] }: ValidatorError, req: Request): DomainError | undefined {
  const ofLevel = errors.find(({ path }) => path === '/params/level')
  if (!ofLevel) return undefined
  const allowed = ofLevel.params?.['allowedValues']
  const level = String(req.openapi?.pathParams['level']).slice(0, 40)
  return new DomainError('unknown_level', { level, levels: Array.isArray(allowed) ? allowed.map(String) : [] })
}

/** Without a schema keyword, the error comes from the validator's own parsers of query and body. */
function errorOf({ path, keyword, params }: ValidatorFieldError, req: Request): MessageOf<FieldErrorCode> {
  if (keyword !== undefined) return schemaError({ keyword, params: params ?? {} })
  const [, name] = /^\/query\/(.+)$/.exec(path) ?? []
  if (name === undefined) return message('not_accepted')
  if (!queryParameters(req).has(name)) return message('unknown_field')
  return message(req.query[name] === '' ? 'is_empty' : 'query_not_encoded')
}

/** Converts `/body/options/paths/0` and `/query/limit` to `options.paths.0` and `limit`. */
function fieldOf(pointer: string): string {
  return pointer.replace(/^\/(body|query|params|headers)\/?/, '').replaceAll('/', '.') || 'body'
}

function unexpected(error: unknown, { id, log }: Pick<Request, 'id' | 'log'>): DomainError {
  log.error({ err: error }, 'request failed')
  return new DomainError('internal_error', { request_id: id })
}
