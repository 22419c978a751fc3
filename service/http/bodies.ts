import express, { type Request, type RequestHandler } from 'express'
import { Refusal, incoherent } from '../domain/refusal.ts'

const kib = 1024

/**
 * How large a body may be. Whoever is not known yet could keep us busy with a large one; people name ten thousand devices
 * at most; agents send lists of chunks and sealed logs. What is larger goes as packs.
 */
const limits = { stranger: 16 * kib, person: 1024 * kib, agent: 12 * 1024 * kib }

/** As express finds a route: in any case, with or without a slash at its end. */
const ofStrangers = /^\/api\/(auth\/login|agent\/enroll)\/?$/i
const ofAgents = /^\/api\/agent\//i

const parsers = { stranger: parserOf('stranger'), person: parserOf('person'), agent: parserOf('agent') }

/** Reads a JSON body. A fault is kept until it is known who asks: 401, 403 and 404 come before it. */
export const readJson: RequestHandler = (req, res, next) => {
  const sender = senderOf(req.path)
  parsers[sender](req, res, (error?: unknown) => {
    if (error) req.bodyFault = faultOf(error, limits[sender])
    else if (hasHalfCharacter(req))
      req.bodyFault = incoherent('The body holds half of a surrogate pair, which is no text.')
    next()
  })
}

function parserOf(sender: keyof typeof limits): RequestHandler {
  return express.json({
    limit: limits[sender],
    strict: false,
    verify: (req, _res, bytes) => ((req as Request).rawBody = bytes),
  })
}

function senderOf(path: string): keyof typeof limits {
  if (ofStrangers.test(path)) return 'stranger'
  return ofAgents.test(path) ? 'agent' : 'person'
}

/**
 * Whether a string is no Unicode text (RFC 8259, section 8.2), which no database stores. Such a half can only come as an
 * escape, and is written as one again.
 */
function hasHalfCharacter({ rawBody, body }: Request): boolean {
  if (!rawBody?.includes('\\ud') && !rawBody?.includes('\\uD')) return false
  return /(?<!\\)(\\\\)*\\ud[89a-f]/.test(JSON.stringify(body))
}

function faultOf(error: unknown, limitBytes: number): Refusal {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large')
    return new Refusal(413, 'Too large', `The request body is larger than ${limitBytes / kib} KiB.`, {
      limit_bytes: limitBytes,
    })
  return new Refusal(400, 'Incoherent request', 'The body is not JSON.')
}
