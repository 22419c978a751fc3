import type { Request, RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'

/** Fields of any body, and parameters, that hold a secret. */
const secretNames = /password|secret|token|private_key|passphrase|signature/i

/** A name may be written in escapes. */
const mayName = new RegExp(`${secretNames.source}|\\\\u00`, 'i')

/** Before anything is done with a request: its log lines quote no token and no secret that came in it. */
export function redactRequestSecrets(dependencies: Pick<Dependencies, 'secrets'>): {
  headers: RequestHandler
  /** Once the body was read. */
  inBody: (req: Pick<Request, 'body' | 'rawBody'>) => void
} {
  return {
    headers: (req, _res, next) => {
      const [, token] = (req.headers.authorization ?? '').split(' ')
      if (token) dependencies.secrets?.see(token)
      const confirmation = req.headers['x-coffer-confirmation']
      if (typeof confirmation === 'string') dependencies.secrets?.see(confirmation)
      seeIn(req.query)
      next()
    },
    // most bodies name no secret, and a large one takes long to walk
    inBody: ({ body, rawBody }) => {
      if (rawBody && mayName.test(rawBody.toString('latin1'))) seeIn(body)
    },
  }

  function seeIn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string') {
        if (secretNames.test(name)) dependencies.secrets?.see(inner)
      } else seeIn(inner)
    }
  }
}
