import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** A browser that has come by TLS once comes by TLS for so long. */
const strictTransportSeconds = 365 * 24 * 3600

/**
 * What browsers are told of every answer: it is data, so nothing of it runs, is framed, or is guessed to be of another
 * type. The pages of the reference loosen the policy for their own files. `baseUrl` says whether others come by TLS.
 */
export function securityHeaders(baseUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"], // these three do not fall back on default-src (CSP level 3, section 6)
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: baseUrl.startsWith('https:') && {
      maxAge: strictTransportSeconds,
      includeSubDomains: false, // what else lives below the name is none of ours
    },
  })
}
