import { randomUUIDv7 } from 'node:crypto'
import express, { type Express, type Request, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Dependencies } from '../dependencies.ts'
import { authenticateAgent, signAnswers } from './agent-exchange.ts'
import { admitAgentRequests } from './agent-admission.ts'
import { allowOrigins } from './allow-origins.ts'
import { auditRefusedReadings } from './audit-denied-reads.ts'
import { type Operation, authorise, confirmDecision, refuseBody } from './authorise.ts'
import { applyBoundConfirmation, returnTakenConfirmation } from './bound-confirmation.ts'
import { hasBody, missingBody, readPersonsBody, readUnverifiedBody } from './bodies.ts'
import { checkQuery } from './check-query.ts'
import { consoleFiles } from './console-files.ts'
import { type Admission, contractValidator } from './contract-validator.ts'
import { docsFiles } from './docs-files.ts'
import { documentation } from './documentation.ts'
import { tagRepresentations } from './entity-tags.ts'
import { pathInSmallLetters } from './formats.ts'
import { limitContentTypes } from './limit-content-types.ts'
import { type RequestLimits, createRequestLimits } from './limit-requests.ts'
import { createRequestCounts } from './metrics/request-counts.ts'
import { createProblems, sendAllow, unknownPath } from './problems.ts'
import { locateAnswers } from './locations.ts'
import { logRequests } from './request-log.ts'
import { routes } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { redeemTickets } from './redeem-tickets.ts'
import { redactRequestSecrets } from './redact-request-secrets.ts'
import { packUploads } from './routes/packs.ts'
import { createTenantReads } from './tenant-reads.ts'
import { DomainError, invalidField } from '../domain/kernel/domain-error.ts'

/**
 * `validateResponses`: also validates responses against the contract. Tests use it; the running service saves the time.
 */
export interface AppOptions {
  validateResponses?: boolean
}

/** Creates the HTTP API. Middleware is in the order in which it runs. */
export function createApp(dependencies: Dependencies, { validateResponses = false }: AppOptions = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'extended')
  app.set('trust proxy', dependencies.settings.trustProxy)
  app.set('etag', false)
  const requests = createRequestCounts()
  const limits = createRequestLimits(dependencies, requests)
  const secrets = redactRequestSecrets(dependencies)

  app.use(answerHead)
  app.use(nameRequest(dependencies.log))
  app.use(logRequests(requests))
  app.use(secrets.headers)
  app.use(securityHeaders(dependencies.settings.baseUrl))
  app.use(requireOneHost)
  app.use(redeemTickets(dependencies))
  app.use(allowOrigins(dependencies.settings.corsOrigins))
  app.use(docsFiles())
  app.use(consoleFiles())
  app.use(documentation(dependencies, limits))
  app.use(packUploads(dependencies))
  app.use('/api/agent', signAnswers(dependencies))
  app.use('/api/agent', admitAgentRequests())
  app.use(checkQuery)
  app.use('/api/auth/login/second-factor', (req, _res, next) => void limits.countAddress(req).then(() => next(), next))
  app.use('/api/auth/codes', (req, _res, next) => void limits.countAddress(req).then(() => next(), next))
  app.use('/api/auth/sso', (req, _res, next) => void limits.countAddress(req).then(() => next(), next))
  app.use('/api/break-glass-contacts', (req, _res, next) => void limits.countAddress(req).then(() => next(), next))
  app.use(readUnverifiedBody)
  app.use((req, _res, next) => next(secrets.inBody(req)))
  app.use(admitBy(dependencies, limits, secrets))
  app.use(limitContentTypes)
  app.use(contractValidator({ validateResponses }))
  app.use(confirmForm(dependencies))
  app.use(confirmDecision)
  app.use(refuseUnreadBody)
  app.use(tagRepresentations)
  app.use(locateAnswers)
  app.use(refuseMissingBody)
  app.use(refuseUnwantedBody)
  app.use(pathInSmallLetters)
  app.use(routes(dependencies, requests))
  app.use(unknownPath)
  app.use(returnTakenConfirmation(dependencies))
  app.use(auditRefusedReadings(dependencies))
  app.use(sendAllow)
  app.use(createProblems())
  return app
}

function admitBy(
  dependencies: Dependencies,
  limits: RequestLimits,
  secrets: ReturnType<typeof redactRequestSecrets>,
): RequestHandler {
  const tenantReads = createTenantReads(dependencies.now)
  const admission: Admission = {
    async bearer(req) {
      await admitPerson(dependencies, limits, req)
      req.caller!.tenantRead = tenantReads(req, operationOf(req))
      secrets.inBody(req)
    },
    agentSignature: (req) => authenticateAgent(dependencies, req),
  }
  return (req, _res, next) => {
    req.admission = admission
    next()
  }
}

/** Reads a user's body only once the user is authorised to send it. */
async function admitPerson(dependencies: Dependencies, limits: RequestLimits, req: Request): Promise<void> {
  const operation = operationOf(req)
  await limits.countAddress(req)
  await authorise(dependencies, req, operation)
  await limits.countActor(req, operation['x-cost'] ?? 1)
  await readPersonsBody(req)
  if (!readsForm(req)) await applyBoundConfirmation(dependencies, req, operation)
  refuseBody(req, operation)
}

/** Applies a confirmation of one request to a form, which the validator reads after the authorisation. */
function confirmForm(dependencies: Dependencies): RequestHandler {
  return (req, _res, next) => {
    if (!req.caller || !readsForm(req)) return next()
    void applyBoundConfirmation(dependencies, req, operationOf(req)).then(() => next(), next)
  }
}

function readsForm(req: Request): boolean {
  return schemaOf(req)?.requestBody?.content['multipart/form-data'] !== undefined
}

/** Answers HEAD as GET without the body. Node omits the body because of the original method. */
const answerHead: RequestHandler = (req, _res, next) => {
  req.isHead = req.method === 'HEAD'
  if (req.isHead) req.method = 'GET'
  next()
}

/** Requires exactly one Host field (RFC 9112, section 3.2); HTTP/1.0 may omit it. Node uses the first of several. */
const requireOneHost: RequestHandler = (req, _res, next) => {
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) next(new DomainError('host_header_repeated'))
  else next(hosts === 0 && req.httpVersion === '1.1' ? new DomainError('host_header_missing') : undefined)
}

function nameRequest(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = randomUUIDv7()
    req.log = log.child({ request_id: req.id })
    res.set('X-Request-Id', req.id)
    res.set('Cache-Control', 'no-store')
    next()
  }
}

/** Rejects unreadable bodies of operations that need no token. For the others this happens once the caller is known. */
const refuseUnreadBody: RequestHandler = (req, _res, next) => next(req.bodyFault)

/** Rejects a missing body. The validator accepts one if no property is required. */
const refuseMissingBody: RequestHandler = (req, _res, next) => {
  const requestBody = schemaOf(req)?.requestBody
  const isMissing = requestBody?.required === true && requestBody.content['application/json'] && req.body === undefined
  next(isMissing ? missingBody() : undefined)
}

/**
 * Rejects a body that the operation does not read, so that clients do not assume it had an effect. `{}` and `null`
 * count as empty.
 */
const refuseUnwantedBody: RequestHandler = (req, _res, next) => {
  const schema = schemaOf(req)
  const saysNothing = req.rawBody && /^\s*(null|\{\s*\})?\s*$/.test(req.rawBody.toString())
  if (schema && !schema.requestBody && hasBody(req) && !saysNothing) throw invalidField('body', 'body_not_expected')
  next()
}

interface BodySchema {
  requestBody?: { required?: boolean; content: Record<string, unknown> }
}

function schemaOf(req: Request): BodySchema | undefined {
  return (req.openapi as { schema?: BodySchema } | undefined)?.schema
}

function operationOf(req: Request): Operation {
  const schema = (req.openapi as unknown as { schema?: Operation })?.schema
  if (!schema) throw new Error('a secured request without its operation')
  return schema
}
