import type { Request, RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'

/** Names of body fields and parameters that contain a secret. */
const secretNames =
  /password|secret|token|private_key|passphrase|signature|totp|recovery_code|challenge|verifier|^code$/i

/** Also matches names with unicode escapes. */
const mayName = new RegExp(`${secretNames.source.replace('^code$', '"code"')}|\\\\u00`, 'i')

/** Returns a body with its secrets replaced, to show it to others. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.test(name) && typeof member === 'string' ? '•••' : withoutSecrets(member),
    ]),
  )
}

/** Adds the secrets of a request to the log redactor before the request is processed. */
export function redactRequestSecrets(dependencies: Pick<Dependencies, 'secrets'>): {
  headers: RequestHandler
  /** Called once the body was read. */
  inBody: (req: Pick<Request, 'body' | 'rawBody'>) => void
} {
  return {
    headers: (req, _res, next) => {
      const [, token] = (req.headers.authorization ?? '').split(' ')
      if (token) dependencies.secrets?.addRecent(token)
      const confirmation = req.headers['x-coffer-confirmation']
      if (typeof confirmation === 'string') dependencies.secrets?.addRecent(confirmation)
      seeIn(req.query)
      next()
    },
    // most bodies contain no secret, and walking a large one takes long
    inBody: ({ body, rawBody }) => {
      if (rawBody && mayName.test(rawBody.toString('latin1'))) seeIn(body)
    },
  }

  function seeIn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string') {
        if (secretNames.test(name)) dependencies.secrets?.addRecent(inner)
      } else seeIn(inner)
    }
  }
}
