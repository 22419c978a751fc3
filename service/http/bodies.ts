import express, { type Request, type RequestHandler } from 'express'
import { Refusal } from '../domain/refusal.ts'

/** Bodies of the API are small; what is large goes as packs. */
const limitBytes = 12 * 1024 * 1024

const parse = express.json({
  limit: limitBytes,
  strict: false,
  verify: (req, _res, bytes) => ((req as Request).rawBody = bytes),
})

/** Reads a JSON body. A fault is kept until it is known who asks: 401, 403 and 404 come before it. */
export const readJson: RequestHandler = (req, res, next) => {
  parse(req, res, (error?: unknown) => {
    if (error) req.bodyFault = faultOf(error)
    next()
  })
}

function faultOf(error: unknown): Refusal {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large')
    return new Refusal(413, 'Too large', 'The request body is larger than 12 MiB.', { limit_bytes: limitBytes })
  return new Refusal(400, 'Incoherent request', 'The body is not JSON.')
}
