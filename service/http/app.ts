import { randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import express, { type Express, type Request, type RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { refused } from '../domain/refusal.ts'
import type { Pieces } from '../pieces.ts'
import { authenticateAgent, signAnswers } from './agent-exchange.ts'
import { type Operation, authorise } from './authorise.ts'
import { readJson } from './bodies.ts'
import { documentation } from './documentation.ts'
import { formats, idsInSmallLetters, pathInSmallLetters } from './formats.ts'
import { createRequestCounts } from './metrics/request-counts.ts'
import { problems, unknownPath } from './problems.ts'
import { logRequests } from './request-log.ts'
import { routes } from './routes.ts'
import { seeSecrets } from './see-secrets.ts'
import { packUploads } from './routes/packs.ts'

const contract = path.join(import.meta.dirname, '../../shared/contract/openapi.json')

/** `validateResponses`: tests hold every answer against the contract too; a running service spares the time. */
export interface AppOptions {
  validateResponses?: boolean
}

/** The HTTP API: middleware in the order in which a request meets it. */
export function createApp(pieces: Pieces, { validateResponses = false }: AppOptions = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'extended')
  app.set('trust proxy', pieces.settings.trustProxy)
  app.set('etag', false)
  const requests = createRequestCounts()
  const secrets = seeSecrets(pieces)
  const apiSpec = JSON.parse(fs.readFileSync(contract, 'utf8'))

  app.use(answerHead)
  app.use(nameRequest(pieces.log))
  app.use(logRequests(requests))
  app.use(secrets.headers)
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }))
  app.use(documentation(contract))
  app.use(packUploads(pieces))
  app.use('/api/agent', signAnswers(pieces))
  app.use(readJson)
  app.use(secrets.body)
  app.use(
    OpenApiValidator.middleware({
      apiSpec,
      validateApiSpec: false,
      formats,
      serDes: [idsInSmallLetters],
      validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
      validateResponses: validateResponses && { allErrors: true },
      validateSecurity: {
        handlers: {
          bearer: (req) => admitted(req, () => authorise(pieces, req, operationOf(req))),
          agentSignature: (req) => admitted(req, () => authenticateAgent(pieces, req)),
        },
      },
    }),
  )
  app.use(refuseUnreadBody)
  app.use(refuseUnwantedBody)
  app.use(pathInSmallLetters)
  app.use(routes(pieces, requests))
  app.use(unknownPath)
  app.use(problems)
  return app
}

/** HEAD is GET whose body stays behind: Node has decided that by the method that came. */
const answerHead: RequestHandler = (req, _res, next) => {
  if (req.method === 'HEAD') req.method = 'GET'
  next()
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

/** The validator keeps nothing but status and message of what a handler throws: the whole is kept for problems.ts. */
async function admitted(req: Request, admit: () => Promise<void>): Promise<true> {
  try {
    await admit()
    return true
  } catch (error) {
    req.handlerFault = error
    throw error
  }
}

/** For the operations that need no token; the others were refused when it was known who asks. */
const refuseUnreadBody: RequestHandler = (req, _res, next) => next(req.bodyFault)

/** What nobody reads must not look as if it had been heard. `{}` and `null` say as little as nothing. */
const refuseUnwantedBody: RequestHandler = (req, _res, next) => {
  const schema = (req.openapi as { schema?: { requestBody?: unknown } } | undefined)?.schema
  const sentBytes = req.rawBody?.length ?? Number(req.headers['content-length'] ?? 0)
  const isSent = req.headers['transfer-encoding'] !== undefined || sentBytes > 0
  const saysNothing = req.rawBody && /^\s*(null|\{\s*\})?\s*$/.test(req.rawBody.toString())
  if (schema && !schema.requestBody && isSent && !saysNothing) throw refused('body', 'this operation takes none')
  next()
}

function operationOf(req: Request): Operation {
  const schema = (req.openapi as unknown as { schema?: Operation })?.schema
  if (!schema) throw new Error('a secured request without its operation')
  return schema
}
