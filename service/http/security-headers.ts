import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Time for which browsers use only TLS after one TLS response. */
const strictTransportSeconds = 365 * 24 * 3600

/**
 * Sets the security headers of every response: it is data that must not be executed, framed or sniffed as another type.
 * The reference pages relax the policy for their own files. `baseUrl` decides whether clients use TLS.
 */
export function securityHeaders(baseUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"], // these three do not fall back to default-src (CSP level 3, section 6)
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: baseUrl.startsWith('https:') && {
      maxAge: strictTransportSeconds,
      includeSubDomains: false, // subdomains may belong to other services
    },
  })
}
