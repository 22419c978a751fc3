import type { Request, RequestHandler } from 'express'
import { isReplayed } from './idempotency.ts'

/**
 * Sets `Location` on each 201 and 202 whose response in the contract has a path in `x-location`. `{id}` and
 * `{destruction.id}` in it are fields of the body (RFC 9110, section 10.2.2). A replayed response of an earlier version
 * may lack them and is sent without `Location`, as it was then.
 */
export const locateAnswers: RequestHandler = (req, res, next) => {
  const json = res.json.bind(res)
  res.json = (body: object) => {
    const template = locationIn(req, res.statusCode)
    const location = template === undefined ? undefined : fillLocation(template, body, isReplayed(res))
    if (location !== undefined) res.set('Location', location)
    return json(body)
  }
  next()
}

function locationIn(req: Request, status: number): string | undefined {
  if (status !== 201 && status !== 202) return undefined
  const { schema } = (req.openapi ?? {}) as { schema?: { responses?: Record<string, { 'x-location'?: string }> } }
  const template = schema?.responses?.[status]?.['x-location']
  return template === 'none' ? undefined : template
}

/** Returns undefined for a replayed response that lacks a field. */
function fillLocation(template: string, body: object, mayLack: boolean): string | undefined {
  let location = template
  for (const [part, field] of template.matchAll(/\{([\w.]+)\}/g)) {
    const value = field!.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], body)
    if (typeof value === 'string') location = location.replace(part, () => value)
    else if (mayLack) return undefined
    else throw new Error(`x-location names ${field}, which the answer does not have`)
  }
  return location
}
