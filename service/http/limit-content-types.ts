import type { NextFunction, Request, Response } from 'express'

/** Media types of the bodies in the contract. */
export const mediaTypes: readonly string[] = [
  'application/json',
  'application/octet-stream',
  'application/scim+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]

/**
 * Reduces the `Content-Type` of a request to one of few values. The validator of the contract compiles and keeps a
 * validation for each operation and each value of this header, so callers could fill the memory with invented ones.
 */
export function limitContentTypes(req: Request, _res: Response, next: NextFunction): void {
  const given = req.headers['content-type']
  if (given) req.headers['content-type'] = limitedContentType(given)
  next()
}

/**
 * Returns the media type, or `application/x-unsupported` for one that is not in the contract, the boundary of a form,
 * and whether the character set is not UTF-8. All other parameters are removed.
 */
export function limitedContentType(given: string): string {
  const [type = '', ...parameters] = given.split(';')
  const mediaType = type.trim().toLowerCase()
  if (!mediaTypes.includes(mediaType)) return 'application/x-unsupported'
  const valueOf = (name: string) => parameters.map(namedValue).find(([key]) => key === name)?.[1]
  if (mediaType === 'multipart/form-data') {
    const boundary = valueOf('boundary')
    return boundary === undefined ? mediaType : `${mediaType}; boundary=${boundary}`
  }
  const charset = valueOf('charset')?.replaceAll('"', '').trim().toLowerCase() ?? 'utf-8'
  if (charset === 'utf-8') return mediaType
  return `${mediaType}; charset=${charset.startsWith('utf-') ? 'utf-16' : 'unsupported'}`
}

/** A boundary may contain further `=`. */
function namedValue(parameter: string): [name: string, value: string] {
  const at = parameter.indexOf('=')
  return [parameter.slice(0, at).trim().toLowerCase(), parameter.slice(at + 1).trim()]
}
