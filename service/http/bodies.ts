import type { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler } from 'express'
import { Refusal, incoherent } from '../domain/refusal.ts'

const kib = 1024

/**
 * How large a body may be. Whoever is not known yet could keep us busy with a large one; people name ten thousand devices
 * at most; agents send lists of chunks and sealed logs. What is larger goes as packs.
 */
const limits = { stranger: 16 * kib, person: 1024 * kib, agent: 12 * 1024 * kib }

/** Longer than any agent waits for its answer; a body that trickles in holds memory. */
const readingMs = 120_000

/** Deeper than any body of the contract. What is deeper costs seconds to parse, and more stack than there is to walk. */
const mostLevels = 32

/** As express finds a route: in any case, with or without a slash at its end. */
const ofStrangers = /^\/api\/(auth\/login|agent\/(enroll|challenge))\/?$/i
const ofAgents = /^\/api\/agent\//i

const parsers = {
  stranger: express.json({ limit: limits.stranger, strict: false, verify: keepBytes }),
  person: express.json({ limit: limits.person, strict: false, verify: keepBytes }),
  agent: express.raw({ limit: limits.agent, type: 'application/json', verify: keepBytes }),
}

/**
 * Reads a JSON body; of an agent only the bytes, which `parseSignedBody` parses when it is known that an agent signed
 * them. A fault is kept until it is known who asks: 401, 403 and 404 come before it.
 */
export const readJson: RequestHandler = (req, res, next) => {
  const sender = senderOf(req.path)
  const late = setTimeout(() => req.destroy(), readingMs)
  parsers[sender](req, res, (error?: unknown) => {
    clearTimeout(late)
    if (error) req.bodyFault = faultOf(error, limits[sender])
    else if (sender === 'agent') req.body = undefined
    else if (!isText(req.body)) req.bodyFault = halfCharacter()
    next()
  })
}

/** Parses the body of a request whose signature was verified. A fault is kept, as by `readJson`. */
export function parseSignedBody(req: Request): void {
  if (!req.rawBody || req.bodyFault) return
  try {
    req.body = JSON.parse(req.rawBody.toString())
    if (!isText(req.body)) req.bodyFault = halfCharacter()
  } catch (error) {
    req.bodyFault = faultOf(error, limits.agent)
  }
}

function senderOf(path: string): keyof typeof limits {
  if (ofStrangers.test(path)) return 'stranger'
  return ofAgents.test(path) ? 'agent' : 'person'
}

/** Called with a body's bytes before they are parsed. JSON between systems is UTF-8 (RFC 8259, section 8.1). */
function keepBytes(req: IncomingMessage, _res: unknown, bytes: Buffer, encoding: string | null): void {
  const request = req as Request
  request.rawBody = bytes
  if (encoding !== null && encoding !== 'utf-8') throw new Error('not UTF-8')
  if (levelsOf(bytes) > mostLevels) throw new Error('nested too deeply')
}

/** How deep arrays and objects are nested, were it JSON. */
function levelsOf(bytes: Buffer): number {
  let level = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === openArray || byte === openObject) deepest = Math.max(deepest, ++level)
    else if (byte === closeArray || byte === closeObject) level--
  }
  return deepest
}

const quote = 0x22
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Half of a surrogate pair, which can come as an escape, is no Unicode text (RFC 8259, section 8.2): no database stores it. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isText(inner))
}

function halfCharacter(): Refusal {
  return incoherent('The body holds half of a surrogate pair, which is no text.')
}

function faultOf(error: unknown, limitBytes: number): Refusal {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large')
    return new Refusal(413, 'Too large', `The request body is larger than ${limitBytes / kib} KiB.`, {
      limit_bytes: limitBytes,
    })
  if (type === 'entity.verify.failed') return incoherent(`The body is not UTF-8, or deeper than ${mostLevels} levels.`)
  return incoherent('The body is not JSON.')
}
