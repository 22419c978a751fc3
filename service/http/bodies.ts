import { shareOfLimit } from '../share-of-limit.ts'
import { isUtf8 } from 'node:buffer'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { serviceBusy } from '../domain/kernel/service-busy.ts'
import { DomainError, invalidField, tooLarge } from '../domain/kernel/domain-error.ts'
import { JsonRefused, parseJsonCooperatively } from '../parse-json-cooperatively.ts'
import { networkOf } from '../domain/inventory/login/networks.ts'
import { createByteBudget } from './byte-budget.ts'
import { readBounded } from './read-bounded.ts'

const kib = 1024

/**
 * Limits of body sizes, by what is known of the sender when the body is read. Responses of SAML providers list the user's groups. An agent that opens a session has proven
 * its key, but no number prevents a replay of its request. Users name at most ten thousand devices, or import an
 * inventory; agents send lists of chunks and sealed logs. Larger content is sent as packs.
 */
const limits = {
  unverified: 8 * kib,
  samlResponse: 256 * kib,
  opening: 16 * kib,
  agent: 12 * 1024 * kib,
  person: 1024 * kib,
  inventory: 64 * 1024 * kib,
}

/**
 * Bytes of bodies of unverified senders in memory: in total, and for each address (IPv6: /64). Senders that withhold the
 * rest of their bodies keep no login out: a full budget ends the oldest incomplete body.
 */
const unverifiedBytes = { total: shareOfLimit(4 * 1024 * kib, 512 * kib), each: 512 * kib, evictsOldest: true }

/**
 * Bytes of bodies of verified agents in memory: in total, and for each agent. A hundred jobs of an agent send a few KiB
 * each, and rarely more.
 */
const agentBytes = { total: shareOfLimit(192 * 1024 * kib, 48 * 1024 * kib), each: 48 * 1024 * kib }

/** Limit of an inventory table. It is more compact than a document with as many devices. */
export const tableBytes = 32 * 1024 * kib

/** Number of inventories that are read and written at the same time. Further ones are rejected and can be retried. */
const mostInventories = shareOfLimit(2)

/** Milliseconds to read a body, longer than any agent waits for its response. Slow bodies occupy memory. */
const readingMs = 120_000

/** Milliseconds to read a small body of an unverified sender. */
const unverifiedMs = 20_000

/** Deeper than any body of the contract. Parsing deeper JSON costs seconds, and walking it exceeds the stack. */
const maxLevels = 32

/** Matches paths as Express does: in any case, with or without a trailing slash. */
const isUnverified =
  /^\/api\/(auth\/(login(\/second-factor)?|sso(\/complete)?|codes(\/complete)?)|break-glass-contacts|agent\/(enroll|challenge))\/?$/i
/** Forms that browsers and identity providers send. */
const isSamlResponse = /^\/api\/auth\/sso\/saml(\/[^/]+)?\/?$/i
const isLogout = /^\/api\/auth\/sso\/logout(\/[^/]+)?\/?$/i
const ofInventories = /^\/api\/inventory\/import\/(csv|json)\/?$/i

const parsers = {
  person: express.raw({ limit: limits.person, type: ['application/json', 'application/scim+json'] }),
  inventory: express.raw({ limit: limits.inventory, type: 'application/json' }),
}

const budgets = { unverified: createByteBudget(unverifiedBytes), agent: createByteBudget(agentBytes) }

/**
 * Reads the body of an operation without a session: JSON, or the form that a browser or an identity provider sends. It is
 * small and never decompressed. Other bodies are read once their sender is verified, so that authentication and
 * authorisation fail without reading them.
 */
export const readUnverifiedBody: RequestHandler = (req, _res, next) => {
  const isSaml = isSamlResponse.test(req.path) && req.method === 'POST'
  const isForm = isSaml || isLogout.test(req.path)
  if (!isForm && !isUnverified.test(req.path)) return next()
  const read = async () => {
    if (isEncoded(req)) throw unread()
    await readWhole(req, isSaml ? 'samlResponse' : 'unverified', [networkOf(req.ip ?? null)])
    if (isForm) parseForm(req)
    else await parseSignedBody(req)
  }
  void read()
    .catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      req.bodyFault = error
    })
    .then(() => next(), next)
}

/**
 * Reads the body of an authorised user. The form parser reads tables.
 * @throws DomainError service_busy while other requests with a large body are running
 */
export async function readPersonsBody(req: Request): Promise<void> {
  if (!ofInventories.test(req.path)) return readParsed('person', req)
  if (inventories === mostInventories) throw serviceBusy()
  inventories += 1
  const late = setTimeout(() => req.destroy(), readingMs)
  req.once('end', () => clearTimeout(late))
  answerOf(req).once('close', () => {
    clearTimeout(late)
    inventories -= 1
  })
  await readParsed('inventory', req)
}

/**
 * Reads the body of an agent with a verified signature into `rawBody`.
 * @param isOpening whether it opens a session
 * @throws DomainError body_too_large, content_encoding_unsupported, content_charset_unsupported, body_incomplete,
 *   service_busy while its bodies, or those of all agents, use too much memory
 */
export async function readAgentBody(req: Request, agentId: string, isOpening: boolean): Promise<void> {
  if (isEncoded(req)) throw unread()
  await readWhole(req, isOpening ? 'opening' : 'agent', [agentId])
}

/** Parses a complete body if it is JSON. An error is stored in `bodyFault`. */
export async function parseSignedBody(req: Request): Promise<void> {
  if (req.rawBody && !req.bodyFault && req.is('application/json')) await parse('agent', req, req.rawBody)
}

/** Returns whether a body is compressed. Agents never compress: their bodies are not decompressed. */
export function isEncoded(req: Request): boolean {
  return (req.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}

/** More than the forms of browsers and identity providers have. */
const maxFormFields = 10

/** Parses a form into `body`. A field that is given more than once is rejected, and so is a form with many fields. */
function parseForm(req: Request): void {
  if (!req.rawBody || !req.is('application/x-www-form-urlencoded')) return
  const text = req.rawBody.toString('latin1')
  if (text.split('&', maxFormFields + 1).length > maxFormFields) {
    req.bodyFault = invalidField('body', 'too_many_fields', { max: maxFormFields })
    return
  }
  const fields = [...new URLSearchParams(text)]
  const names = new Set<string>()
  const repeated = fields.find(([name]) => names.size === names.add(name).size)?.[0]
  if (repeated !== undefined) req.bodyFault = invalidField(repeated, 'given_more_than_once')
  else req.body = Object.fromEntries(fields)
}

type WholeSender = 'unverified' | 'samlResponse' | 'opening' | 'agent'

async function readWhole(req: Request, sender: WholeSender, owners: string[]): Promise<void> {
  const isVerified = sender === 'opening' || sender === 'agent'
  const count = budgets[isVerified ? 'agent' : 'unverified'].open(owners)
  answerOf(req).once('close', () => count.release())
  const late = setTimeout(() => req.destroy(), isVerified ? readingMs : unverifiedMs)
  try {
    const bytes = await readBounded(req, limits[sender], count)
    if (bytes.length > 0) req.rawBody = bytes
  } finally {
    clearTimeout(late)
  }
}

/** Returns whether the request has a body of at least one byte, or one of unknown size. */
export function hasBody(req: Pick<Request, 'headers' | 'rawBody'>): boolean {
  const sentBytes = req.rawBody?.length ?? Number(req.headers['content-length'] ?? 0)
  return req.headers['transfer-encoding'] !== undefined || sentBytes > 0
}

/** Returns the error for an operation whose required body is missing. */
export function missingBody(): DomainError {
  return invalidField('body', 'body_required')
}

let inventories = 0

type Sender = keyof typeof parsers

async function readParsed(sender: Sender, req: Request): Promise<void> {
  const bytes = await readBytes(sender, req)
  if (bytes) await parse(sender, req, bytes)
}

/**
 * Returns the bytes of a JSON body; undefined without one. `rawBody` is set except for inventories, which are large.
 */
async function readBytes(sender: Sender, req: Request): Promise<Buffer | undefined> {
  const late = setTimeout(() => req.destroy(), readingMs)
  const error = await new Promise<unknown>((resolve) => parsers[sender](req, answerOf(req), resolve))
  clearTimeout(late)
  const bytes: unknown = req.body
  req.body = undefined
  if (error) req.bodyFault = faultOf(error, limits[sender])
  if (error || !Buffer.isBuffer(bytes) || bytes.length === 0) return undefined
  if (sender !== 'inventory') req.rawBody = bytes
  return bytes
}

/**
 * Parses in slices, because a body of several megabytes would block other requests. JSON between systems is UTF-8 (RFC
 * 8259, section 8.1).
 */
async function parse(sender: keyof typeof limits, req: Request, bytes: Buffer): Promise<void> {
  const charset = /charset\s*=\s*"?([^;"\s]*)/i.exec(req.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!charset.startsWith('utf-')) {
    req.bodyFault = unread()
    return
  }
  try {
    if (charset !== 'utf-8' || !isUtf8(bytes)) throw new JsonRefused('deep')
    req.body = await parseJsonCooperatively(bytes, { levels: maxLevels })
  } catch (error) {
    req.bodyFault = faultOf(error, limits[sender])
  }
}

function answerOf({ res }: Request): Response {
  if (!res) throw new Error('a request without its answer')
  return res
}

function unread(): DomainError {
  return new DomainError('content_charset_unsupported')
}

function halfCharacter(): DomainError {
  return new DomainError('body_not_text')
}

function faultOf(error: unknown, limitBytes: number): DomainError {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large') return largerThan(limitBytes, error)
  if (type === 'encoding.unsupported') return unread()
  if (error instanceof JsonRefused && error.fault === 'deep')
    return new DomainError('body_not_utf8', { max_levels: maxLevels })
  if (error instanceof JsonRefused && error.fault === 'half') return halfCharacter()
  return new DomainError('body_not_json')
}

/** Returns the error with the size, if it was announced. */
function largerThan(limitBytes: number, error: unknown): DomainError {
  const sizeBytes = error instanceof Error && 'length' in error ? Number(error.length) : NaN
  if (Number.isSafeInteger(sizeBytes)) return tooLarge('body', sizeBytes, limitBytes)
  return new DomainError('body_too_large', { limit: limitBytes }, { limit_bytes: limitBytes })
}
