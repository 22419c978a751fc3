import fs from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import traverse from 'json-schema-traverse'
import { tableBytes } from './bodies.ts'
import { formats, idsInSmallLetters } from './formats.ts'
import { keepRoutePatterns } from './route-patterns.ts'
import { keepParameters } from './validator-errors.ts'

/** The one document that describes the API. */
const contract = path.join(import.meta.dirname, '../../shared/contract/openapi.json')

/** How an app finds out who asks, by the contract's security scheme; each throws what the caller is to hear. */
export interface Admission {
  bearer(req: Request): Promise<void>
  agentSignature(req: Request): Promise<void>
}

/**
 * Holds each request against the contract, and with `validateResponses` each answer too. Whoever asks is admitted by
 * `req.admission`, which stands on the request before it comes here. What is made of the document takes most of a
 * second and belongs to no app: all apps of a process share it.
 */
export function contractValidator({ validateResponses }: { validateResponses: boolean }): RequestHandler[] {
  const made = validators.get(validateResponses) ?? create(validateResponses)
  validators.set(validateResponses, made)
  return made
}

const validators = new Map<boolean, RequestHandler[]>()

function create(validateResponses: boolean): RequestHandler[] {
  leaveOutDocument()
  keepParameters()
  keepRoutePatterns()
  return OpenApiValidator.middleware({
    apiSpec: JSON.parse(fs.readFileSync(contract, 'utf8')),
    validateApiSpec: false,
    formats,
    serDes: [idsInSmallLetters],
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    fileUploader: { limits: { fileSize: tableBytes, files: 1, parts: 5, fields: 4, fieldSize: 1024 } },
    validateResponses: validateResponses && { allErrors: true },
    validateSecurity: {
      handlers: {
        bearer: (req) => admitted(req, 'bearer'),
        agentSignature: (req) => admitted(req, 'agentSignature'),
      },
    },
  }) as RequestHandler[]
}

/**
 * express-openapi-validator puts the whole document's `components` and `paths` into the schema of each request body and of
 * each answer, and ajv walks all of it for every one in search of `$id` and `$anchor`: a tenth of a second each, at the
 * first request of each operation. The document has none, and its `#/components/schemas/…` are found without the walk.
 */
function leaveOutDocument() {
  const { skipKeywords } = traverse as typeof traverse & { skipKeywords: Record<string, boolean> }
  Object.assign(skipKeywords, { components: true, paths: true })
}

/** The validator keeps nothing but status and message of what a handler throws: the whole is kept for problems.ts. */
async function admitted(req: Request, scheme: keyof Admission): Promise<true> {
  try {
    if (!req.admission) throw new Error('a request that no app has taken in')
    await req.admission[scheme](req)
    return true
  } catch (error) {
    req.handlerFault = error
    throw error
  }
}
