import fs from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import traverse from 'json-schema-traverse'
import { tableBytes } from './bodies.ts'
import { compileWhenUsed } from './compile-when-used.ts'
import { formats, idsInSmallLetters } from './formats.ts'
import { type ApiDescription, selectRequestContract } from './request-contract.ts'
import { keepRoutePatterns } from './route-patterns.ts'
import { resolveReferencesByPointer, skipSearchForFiles } from './schema-references.ts'
import { keepParameters } from './validator-errors.ts'

/** The API description. */
const contract = path.join(import.meta.dirname, '../../shared/contract/openapi.json')

/** Authenticates the callers of an app, by the contract's security scheme. Each function throws the error to return. */
export interface Admission {
  bearer(req: Request): Promise<void>
  agentSignature(req: Request): Promise<void>
}

/**
 * Validates each request against the contract, and with `validateResponses` also each response. `req.admission`
 * authenticates the caller and must be set before. Compiling the document takes almost a second and is independent of
 * the app: all apps of a process share the result.
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
  resolveReferencesByPointer()
  skipSearchForFiles()
  compileWhenUsed()
  const description: ApiDescription = JSON.parse(fs.readFileSync(contract, 'utf8'))
  const ofAgents = validatorOf(selectPaths(description, isOfAgents), validateResponses)
  const ofUsers = validatorOf(
    selectPaths(description, (path) => !isOfAgents(path)),
    validateResponses,
  )
  return ofAgents.map(
    (handler, at) => (req, res, next) => (isOfAgents(req.path) ? handler : ofUsers[at]!)(req, res, next),
  )
}

/**
 * The paths of the agent protocol have a validator of their own: express-openapi-validator compares each request with
 * every path of its document until one matches, and most requests are of agents. Matches paths as Express does.
 */
function isOfAgents(path: string): boolean {
  return /^\/api\/agent\//i.test(path)
}

function selectPaths(description: ApiDescription, isSelected: (path: string) => boolean): ApiDescription {
  const paths = Object.entries(description.paths).filter(([path]) => isSelected(path))
  return { ...description, paths: Object.fromEntries(paths) }
}

/** Returns middleware whose number is the same for every description, which remains unchanged. */
function validatorOf(description: ApiDescription, validateResponses: boolean): RequestHandler[] {
  const needed = validateResponses ? description : selectRequestContract(description)
  return OpenApiValidator.middleware({
    apiSpec: structuredClone(needed) as never,
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
 * Removes the document from schemas before ajv walks it. express-openapi-validator puts the document's `components` and
 * `paths` into the schema of each body, and ajv searches all of it for `$id` and `$anchor`. This takes 0.1 s at the
 * first request of each operation. The document has neither, and `#/components/schemas/…` is resolved without the walk.
 */
function leaveOutDocument() {
  const { skipKeywords } = traverse as typeof traverse & { skipKeywords: Record<string, boolean> }
  Object.assign(skipKeywords, { components: true, paths: true })
}

/**
 * Authenticates the caller. The validator reduces a handler's error to status and message, so the original is stored
 * for problems.ts.
 */
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
